#pragma once
// Weakens the error terms of proofs (core/ball/error_term.hpp) for tests: an enclosure with a term that is
// too small must miss the truth. Every term has such a test, at a step so coarse, an order so low or a sum so
// short that the true error is as large as the theorem allows; tools/error_terms.sh lists them.

#include <doctest/doctest.h>

#include <functional>
#include <sigprop/core/ball/ball.hpp>
#include <string>
#include <utility>
#include <vector>

namespace error_terms {

enum class Kind : bool { term, design };

/// While it lives, what has this name is multiplied by `factor`, in all threads.
class Changed {
public:
    Changed(Kind kind, std::string name, double factor);
    ~Changed();
    Changed(const Changed&) = delete;
    Changed& operator=(const Changed&) = delete;
    [[nodiscard]] bool was_used() const;  ///< whether a method has asked for it since

private:
    void* change_;
};

/// An error term that is too small.
class Weakened : public Changed {
public:
    Weakened(std::string name, double factor) : Changed(Kind::term, std::move(name), factor) {}
};

/// A design parameter so chosen that one error term outweighs the others.
class Redesigned : public Changed {
public:
    Redesigned(std::string name, double factor) : Changed(Kind::design, std::move(name), factor) {}
};

using Run = std::function<sigprop::Ball()>;

/// The enclosure that `run` returns holds the truth, and misses it when the term is `factor` times as large:
/// 0.5, or less where the theorem's bound is never attained; a comment then says why.
inline void sharp(const char* term, double factor, const Run& run, const sigprop::Ball& truth) {
    CAPTURE(std::string(term));
    CHECK(run().contains(truth));
    const Weakened weakened(term, factor);
    CHECK_FALSE(run().overlaps(truth));
    CHECK(weakened.was_used());
}

/// The same for several enclosures from one run: all hold their truths, and some miss them.
inline void sharp(const char* term, double factor, const std::function<std::vector<sigprop::Ball>()>& run,
                  const std::vector<sigprop::Ball>& truths) {
    CAPTURE(std::string(term));
    const std::vector<sigprop::Ball> sound = run();
    REQUIRE(sound.size() == truths.size());
    for (std::size_t i = 0; i < truths.size(); ++i) CHECK(sound[i].overlaps(truths[i]));
    const Weakened weakened(term, factor);
    const std::vector<sigprop::Ball> weak = run();
    REQUIRE(weak.size() == truths.size());
    bool is_missed = false;
    for (std::size_t i = 0; i < truths.size(); ++i) is_missed = is_missed || !weak[i].overlaps(truths[i]);
    CHECK(is_missed);
    CHECK(weakened.was_used());
}

}  // namespace error_terms

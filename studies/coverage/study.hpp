#pragma once
// How often intervals made of samples miss the number they are about, over 10,000 seeds. The numbers are
// proved enclosures of the same quantities by other routes; the samples are those that `sigprop eval` draws
// for them. Everything is a count, and the same for any number of threads.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "formats/json.hpp"

namespace sigprop::coverage {

inline constexpr int seeds = 10'000;

/// A level of confidence, and the limits on how many of 10,000 exact intervals miss: fewer or more happens
/// less than twice in a million times.
struct Level {
    double level;
    std::uint64_t min_misses, max_misses;
};
inline constexpr std::array levels = {Level{0.95, 397, 610}, Level{0.99, 55, 152}, Level{0.999, 0, 29}};

/// What is sampled, by sigprop's names. If the tail is too heavy for this many samples, intervals are known
/// to miss too often; what counts then is that they are not claimed.
struct Case {
    std::string quantity, method;
    std::uint64_t samples;
    bool heavy_tail = false;
};
[[nodiscard]] std::vector<Case> cases();

/// The misses of one case at one level.
struct Row {
    Case studied;
    Level level;
    std::uint64_t misses = 0;     ///< among the intervals that were claimed
    std::uint64_t unable = 0;     ///< seeds for which no interval was claimed
    std::uint64_t shorter = 0;    ///< the misses of intervals that are 10 % shorter: the control
    std::uint64_t unclaimed = 0;  ///< for a heavy tail: the misses if every seed had claimed an interval

    /// A heavy tail has no minimum: it is enough that hardly any interval is claimed.
    [[nodiscard]] std::uint64_t least() const { return studied.heavy_tail ? 0 : level.min_misses; }
    [[nodiscard]] bool holds() const { return misses >= least() && misses <= level.max_misses; }
    /// The misses of the control's wrong intervals, and whether they fall outside. At the last level 10 %
    /// makes too small a difference.
    [[nodiscard]] std::uint64_t wrong() const { return studied.heavy_tail ? unclaimed : shorter; }
    [[nodiscard]] bool control_fails() const { return wrong() > level.max_misses || level.level > 0.99; }
};

/// One row per level.
[[nodiscard]] std::vector<Row> study(const Case& studied, int threads);

[[nodiscard]] Json to_json(const Row& row);

}  // namespace sigprop::coverage

// The choice of a vector set.

#include "core/block_target.hpp"

#include <doctest/doctest.h>
#include <stdlib.h>

#include <algorithm>
#include <sigprop/core/errors.hpp>
#include <sigprop/core/vector_target.hpp>
#include <string>

using namespace sigprop;

namespace {

/// SIGPROP_TARGET within a scope; afterwards what it was, and the choice made anew.
class Environment {
public:
    explicit Environment(const std::string& value) {
        const char* const before = getenv("SIGPROP_TARGET");
        before_ = before == nullptr ? "" : before;
        setenv("SIGPROP_TARGET", value.c_str(), 1);
    }
    Environment(const Environment&) = delete;
    Environment& operator=(const Environment&) = delete;
    ~Environment() {
        setenv("SIGPROP_TARGET", before_.c_str(), 1);
        detail::choose_target(0);
    }

private:
    std::string before_;
};

}  // namespace

TEST_CASE("every vector set has a name, and the name chooses it") {
    CHECK(detail::target_name(detail::available_targets().back()) == "baseline");
    for (const std::int64_t target : detail::available_targets()) {
        CHECK(detail::target_named(detail::target_name(target)) == target);
        const Environment forced{std::string(detail::target_name(target))};
        detail::choose_target(0);
        CHECK(vector_target_name() == detail::target_name(target));
    }
    const Environment nothing("");
    detail::choose_target(0);
    CHECK(vector_target_name() == detail::target_name(detail::available_targets().front()));
}

TEST_CASE("a name that is not there is refused, naming those that are") {
    for (const char* name : {"avx1024", "AVX2", "avx", " "}) {
        CAPTURE(name);
        const Environment forced(name);
        std::string message;
        try {
            detail::choose_target(0);
        } catch (const InputError& error) {
            message = error.what();
        }
        CHECK(message.find("SIGPROP_TARGET is '" + std::string(name) + "'") != message.npos);
        CHECK(message.find("baseline") != message.npos);
    }
}

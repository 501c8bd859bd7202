// The choice of a vector set.

#include "core/simd/target.hpp"

#include <doctest/doctest.h>
#include <stdlib.h>

#include <algorithm>
#include <sigprop/core/base/errors.hpp>
#include <string>

#include "core/simd/vector_target.hpp"

using namespace sigprop;

namespace {

/// Sets SIGPROP_TARGET within a scope; afterwards restores it and chooses the vector set anew.
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
        choose_target(0);
    }

private:
    std::string before_;
};

}  // namespace

TEST_CASE("every vector set has a name, and the name chooses it") {
    CHECK(target_name(available_targets().back()) == "baseline");
    for (const std::int64_t target : available_targets()) {
        CHECK(target_named(target_name(target)) == target);
        const Environment forced{std::string(target_name(target))};
        choose_target(0);
        CHECK(vector_target_name() == target_name(target));
    }
    const Environment nothing("");
    choose_target(0);
    CHECK(vector_target_name() == target_name(available_targets().front()));
}

TEST_CASE("a name that is not there is refused, naming those that are") {
    for (const char* name : {"avx1024", "AVX2", "avx", " "}) {
        CAPTURE(name);
        const Environment forced(name);
        std::string message;
        try {
            choose_target(0);
        } catch (const InputError& error) {
            message = error.what();
        }
        CHECK(message.find("SIGPROP_TARGET is '" + std::string(name) + "'") != message.npos);
        CHECK(message.find("baseline") != message.npos);
    }
}

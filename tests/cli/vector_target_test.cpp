// SIGPROP_TARGET: results do not depend on the vector set, and a wrong name is a usage error.

#include <doctest/doctest.h>

#include "core/simd/target.hpp"
#include "tests/cli/run_tool.hpp"

namespace {

cli::Run run_on(const std::string& target) {
    return cli::tool({"eval", "activation.second_moment(sigmoid, std=1)", "--digits=6"},
                     {"", {"SIGPROP_TARGET=" + target}});
}

}  // namespace

TEST_CASE("every vector set gives the same report") {
    const auto usual = run_on("");
    CHECK(usual.code == 0);
    for (const std::int64_t target : sigprop::available_targets()) {
        const auto forced = run_on(std::string(sigprop::target_name(target)));
        CHECK(forced.code == 0);
        CHECK(forced.out == usual.out);
    }
}

TEST_CASE("a vector set that is not there is refused") {
    const auto refused = run_on("avx1024");
    CHECK(refused.code == 2);
    CHECK(refused.err.find("SIGPROP_TARGET is 'avx1024'") != std::string::npos);
    CHECK(refused.err.find("baseline") != std::string::npos);
}

// Bounds of the largest load. References: all ways in which few tokens can choose, counted by
// tests/vectors/mixture.py.

#include "quantities/mixture/loads.hpp"

#include <array>
#include <cmath>

#include "quantities/mixture/routing.hpp"
#include "tests/support/answers.hpp"
#include "tests/support/error_terms.hpp"

using namespace sigprop;

namespace {

struct Counted {
    std::int64_t experts, active, tokens, numerator, denominator;
};

constexpr std::array counted = {
    Counted{3, 2, 2, 1, 2},           Counted{4, 2, 3, 35, 54},
    Counted{5, 2, 4, 639, 800},       Counted{6, 3, 6, 441907, 800000},
    Counted{8, 2, 6, 706653, 614656}, Counted{4, 2, 12, 61822873, 181398528},
};

Ball bounds(std::int64_t experts, std::int64_t active, std::int64_t tokens) {
    const Answer answer = bounded_load_violation(experts, active, tokens, Context{});
    REQUIRE(answer.status == Status::ok);
    return answer.value;
}

}  // namespace

TEST_CASE("bounds hold what is counted") {
    for (const Counted& row : counted) {
        CAPTURE(row.experts);
        CAPTURE(row.tokens);
        const Ball truth = Ball(row.numerator).at_precision(120) / Ball(row.denominator);
        const Ball found = bounds(row.experts, row.active, row.tokens);
        CHECK(found.contains(truth));
        CHECK(found.radius_double() < 0.1 * truth.to_double());
        CHECK_FALSE(found.contains(truth * Ball(1.25)));
    }
}

TEST_CASE("with one expert for each token bounds hold what is counted exactly, and are narrow") {
    for (const std::int64_t tokens : {40, 100, 256}) {
        const Answer exact = counted_load_violation(64, tokens, 64, Context{});
        REQUIRE(exact.status == Status::ok);
        const Ball found = bounds(64, 1, tokens);
        CHECK(found.contains(exact.value));
        CHECK(found.radius_double() < 0.03 * exact.value.to_double());
    }
}

TEST_CASE("with two experts the dependence is what the bound has") {
    const Ball truth = Ball(35) / Ball(128).at_precision(120);
    error_terms::sharp(
        "mixture.loads.dependence", 0.5, [] { return bounds(2, 1, 9); }, truth);
}

TEST_CASE("samples lie within the bounds, and too many tokens are said") {
    const Result result = answers::ask("moe.load_violation(64, 6, 256)", 10, "recursion,monte_carlo");
    REQUIRE(result.evidence().size() == 2);
    const Ball &proof = result.evidence()[0].value, &sample = result.evidence()[1].value;
    const double apart = std::fabs(proof.to_double() - sample.to_double());
    CHECK(apart < proof.radius_double() + 6 * sample.radius_double());
    CHECK(proof.radius_double() < 0.012 * proof.to_double());
    CHECK(answers::status("moe.load_violation(64, 6, 10^6)", "recursion") == "unable");
}

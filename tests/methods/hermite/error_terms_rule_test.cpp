// The error terms of the rules for Hermite coefficients. One bound serves all coefficients up to an order, by
// Mehler's kernel, which no polynomial attains: most of these bounds are several times the true error.

#include "methods/hermite/hermite_mean.hpp"
#include "methods/hermite/hermite_rule.hpp"
#include "tests/support/error_terms.hpp"

using namespace sigprop;
using error_terms::Redesigned;
using error_terms::sharp;

namespace {

const Formula x = Formula::variable();

/// The highest coefficient of the rule.
Ball coefficient(const MeanProblem& f, std::int64_t order, long bits) {
    const HermiteRule rule = hermite_rule(f, order, 1, bits, Context());
    REQUIRE(rule.proved);
    HermiteTable table(rule.points, bits + 60);
    for (std::int64_t k = 0; k < order; ++k) table.advance();
    return table.sum(order % 2 == 0 ? rule.even : rule.odd) + Ball::interval(-rule.error, rule.error);
}

MeanProblem problem_of(const Formula& f) { return examine(f, Law::normal(), Context()); }

}  // namespace

TEST_CASE("a smooth function: the sides of the rectangle and the tail") {
    MeanProblem one = problem_of(1);
    {
        const Redesigned step("hermite.rule.step", 1.3);
        sharp(
            "hermite.rule.sides", 0.03, [&] { return coefficient(one, 4, 20); }, Ball(0));
    }
    one.tail_start = 1;  // the bound of the tail is exact everywhere
    const Redesigned tail("hermite.kernel.tail", 0), step("hermite.rule.step", 0.03),
        boxes("quadrature.rectangle.boxes", 64);
    sharp(
        "hermite.rule.tail", 0.2, [&] { return coefficient(one, 0, 20); }, Ball(1));
}

TEST_CASE("a function with a kink: the sides, the tail and the slivers beside the kink") {
    MeanProblem kinked = problem_of(max(x, -x) + 1);
    const Ball mean = 1 + sqrt(2 / Ball::pi(200));
    const auto run = [&] { return coefficient(kinked, 0, 20); };
    {
        const MeanProblem size = problem_of(max(x, -x));
        const Redesigned step("hermite.pieces.step", 0.9), covering("hermite.pieces.covering", 0.01);
        sharp(
            "hermite.pieces.sides", 0.05, [&] { return coefficient(size, 0, 20); }, mean - 1);
    }
    {
        const Redesigned length("hermite.pieces.half_length", 0.5), step("hermite.pieces.step", 0.03),
            boxes("quadrature.rectangle.boxes", 64);
        sharp("hermite.pieces.slivers", 0.08, run, mean);
    }
    kinked.tail_start = 1.5;
    const Redesigned tail("hermite.kernel.tail", 0), step("hermite.pieces.step", 0.3),
        boxes("quadrature.rectangle.boxes", 64);
    sharp("hermite.pieces.tail", 0.1, run, mean);
}

TEST_CASE("a kink that is only known to lie between 1/4 and 5/16") {
    const Real place("kink", [](long) { return Ball::interval(Ball(0.25), Ball(0.3125)).at_precision(64); });
    const MeanProblem vague = problem_of(max(x - Formula(place), 0) + 1);
    const MeanProblem farthest = problem_of(max(x - 0.3125, 0) + 1);
    // Where the kink lies is also unknown to the sum, whose weights are as wide as the gap allows.
    sharp(
        "hermite.pieces.gap", 0.01, [&] { return coefficient(vague, 0, 20); }, coefficient(farthest, 0, 60));
}

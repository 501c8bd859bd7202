// Where a proof gives up it says why, and an interruption or the end of the time is not swallowed by C
// frames.

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <cmath>

#include "methods/quadrature/quadrature.hpp"
#include "methods/quadrature/rectangle.hpp"
#include "tests/methods/mean/known_integrals.hpp"

using namespace sigprop;

namespace {

MeanProblem examined(const std::string& formula, const Law& law = Law::normal()) {
    MeanProblem problem = examine(known::parsed(formula), law, Context());
    REQUIRE(problem.status == Status::ok);
    return problem;
}

/// A problem that examine() would refuse.
MeanProblem unexamined(const std::string& formula, const Law& law) {
    MeanProblem problem;
    problem.integrand = known::parsed(formula);
    problem.law = law;
    return problem;
}

RectangleProblem on_a_line(const std::string& formula) {
    RectangleProblem problem;
    problem.f = known::parsed(formula);
    problem.factor = known::parsed("exp(-x^2/2)");
    problem.half_length = 8;
    problem.widest_strip = 4;
    problem.log2_factor = [](double t) { return -t * t / 2 / std::log(2); };
    problem.scale = 2.5;
    return problem;
}

}  // namespace

TEST_CASE("reasons of proofs") {
    MeanProblem no_tail = examined("x^2");
    no_tail.right_tail.reset();
    for (const auto method : {arb_trapezoid_mean, arb_integral_mean}) {
        const MeanResult found = method(no_tail, 60, Context());
        CHECK(found.status == Status::unable);
        CHECK(found.reason == "the tails could not be bounded");
    }
    const MeanProblem pole = unexamined("1/(x - 1/3)", Law::uniform(0, 1));
    CHECK(arb_trapezoid_mean(pole, 60, Context()).reason ==
          "no strip around the real axis could be proved free of singularities");
    const MeanResult adaptive = arb_integral_mean(pole, 60, Context());
    CHECK(adaptive.status == Status::unable);
    CHECK(adaptive.reason == "no finite enclosure was found on the pieces");
    // a pole at the end of a piece: the rule is finite inside, its slivers are not
    const MeanResult at_end = arb_trapezoid_mean(unexamined("1/x^2", Law::uniform(0, 1)), 30, Context());
    CHECK(at_end.status == Status::unable);
    CHECK_FALSE(at_end.reason.empty());
    Context poor;
    poor.budget = 20;
    CHECK(arb_trapezoid_mean(examined("tanh(x)^2"), 200, poor).reason ==
          "the proved strip is so narrow that the budget of evaluations is exceeded");
    // the first piece takes it all
    poor.budget = 10;
    const MeanResult spent = arb_integral_mean(examined("abs(x - 1/3)*exp(x)"), 60, poor);
    CHECK(spent.status == Status::unable);
    CHECK(spent.reason == "the budget of evaluations is spent");
    const MeanResult pieces = arb_trapezoid_mean(examined("abs(x - 1/3)"), 60, poor);
    CHECK(pieces.reason == "the proved strip is so narrow that the budget of evaluations is exceeded");
    // a budget for one of two pieces is not one for both
    const MeanProblem kinked = examined("abs(x - 1/3)");
    const std::uint64_t needed = arb_trapezoid_mean(kinked, 60, Context()).evaluations;
    poor.budget = needed * 2 / 5;
    CHECK(arb_trapezoid_mean(kinked, 60, poor).status == Status::unable);
    poor.budget = 4 * needed;
    CHECK(arb_trapezoid_mean(kinked, 60, poor).status == Status::ok);
}

TEST_CASE("rectangles: what they hold, and what they do not reach") {
    const RectangleResult found = rectangle_trapezoid(on_a_line("cos(x)"), 60, Context());
    CHECK(found.proved);
    CHECK(found.reason.empty());
    CHECK(found.covered_length >= 8);
    CHECK(found.covered_length <= 9);
    // sqrt(2 pi/e), of which the tails beyond 8 are missing
    const Ball whole = sqrt(2 * Ball::pi(120) / Ball::euler_number(120));
    CHECK(abs(found.integral - whole).upper_double() < 4e-15);
    const RectangleResult pole = rectangle_trapezoid(on_a_line("1/x"), 60, Context());
    CHECK_FALSE(pole.proved);
    CHECK(pole.reason == "no strip around the real axis could be proved free of singularities");
    CHECK(pole.evaluations > 100);
    RectangleProblem even = on_a_line("cos(x)");
    even.even = even.even_factor = true;
    const RectangleResult half = rectangle_trapezoid(even, 60, Context());
    CHECK(half.integral.overlaps(found.integral));
    CHECK(half.integral.radius_double() < 4e-15);
    CHECK_FALSE(half.integral.overlaps(found.integral + Ball(1e-14)));
    even.even = false;
    CHECK(rectangle_trapezoid(even, 60, Context()).integral.overlaps(found.integral));
    // an odd function under an even factor has the integral 0
    even.f = known::parsed("sinh(x)");
    const Ball odd = rectangle_trapezoid(even, 60, Context()).integral;
    CHECK(odd.contains(Ball(0)));
    CHECK(odd.radius_double() < 4e-12);
}

TEST_CASE("rectangles reach as far as was asked, and their integral is that of what they say they cover") {
    for (double length = 6; length < 7.5; length += 0.07) {
        CAPTURE(length);
        RectangleProblem problem = on_a_line("1 + 0*x");
        problem.half_length = length;
        CHECK(rectangle_trapezoid(problem, 60, Context()).covered_length >= length);
        problem.factor = Formula(1);
        problem.log2_factor = [](double) { return 0.0; };
        const RectangleResult whole = rectangle_trapezoid(problem, 60, Context());
        REQUIRE(whole.proved);
        CHECK(whole.covered_length >= length);
        CHECK(whole.covered_length <= length + 1);
        CHECK(whole.integral.contains(Ball(2 * whole.covered_length)));
        // the sum of ones, whose bound of the sides is wide
        CHECK(abs(whole.integral.midpoint() - Ball(2 * whole.covered_length)).upper_double() < 1e-9);
    }
}

TEST_CASE("an interruption passes through the adaptive integrator, and so does the end of the time") {
    const MeanProblem problem = examined("exp(x)");
    const std::atomic<bool> cancelled = true;
    Context stopped;
    stopped.cancelled = &cancelled;
    Context late;
    late.deadline = std::chrono::steady_clock::now() - std::chrono::seconds(1);
    for (const long bits : {60L, 500L}) {  // with panels, and without
        for (const auto method : {arb_trapezoid_mean, arb_integral_mean}) {
            CHECK_THROWS_AS(static_cast<void>(method(problem, bits, stopped)), Interrupted);
            CHECK_THROWS_AS(static_cast<void>(method(problem, bits, late)), TimeSpent);
        }
    }
}

TEST_CASE("a clock with much time left changes nothing") {
    const MeanProblem problem = examined("tanh(x)^2");
    Context early;
    early.deadline = std::chrono::steady_clock::now() + std::chrono::hours(10);
    for (const long bits : {60L, 500L}) {
        const MeanResult with = arb_integral_mean(problem, bits, early);
        const MeanResult without = arb_integral_mean(problem, bits, Context());
        CHECK(with.evaluations == without.evaluations);
        CHECK(with.value.exact_text() == without.value.exact_text());
    }
}

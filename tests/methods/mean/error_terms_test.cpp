// What the methods that prove a mean add for the tails, for ends that are not exact and for kinks.

#include "tests/support/error_terms.hpp"
#include "methods/mean/mean_support.hpp"
#include "methods/quadrature/quadrature.hpp"

using namespace sigprop;
using error_terms::Redesigned;
using error_terms::sharp;

namespace {

const Formula x = Formula::variable();

}  // namespace

TEST_CASE("the tails of E z^2") {
    const Redesigned nearer("mean.support.tail_nats", 0.05);
    const MeanProblem problem = examine(pow(x, 2), Law::normal(), Context());
    const auto run = [&] { return arb_integral_mean(problem, 40, Context()).value; };
    sharp("mean.support.tail", 0.5, run, Ball(1));
    // the other proof covers up to a step more
    const Redesigned step("quadrature.rectangle.step", 0.1);
    const auto trapezoid = [&] { return arb_trapezoid_mean(problem, 40, Context()).value; };
    sharp("mean.support.tail", 0.5, trapezoid, Ball(1));
}

TEST_CASE("an end that is only known to lie between 1 and 1 + 2^-10") {
    const Ball end = Ball::interval(Ball(1), Ball(1 + 0x1p-10));
    const Law law = Law::uniform(0, Real("end", [end](long bits) { return end.at_precision(bits); }));
    MeanProblem problem;
    problem.integrand = Formula(2);
    problem.law = law;
    // the integral between the cut and the farthest place where the end may be
    const auto run = [&] {
        const TailCut cut = cut_tails(problem, 60);
        REQUIRE(cut.proved);
        return Ball::interval(-cut.outside, cut.outside);
    };
    sharp("mean.support.uncertain_end", 0.5, run, 2 * Ball(0x1p-10));
}

TEST_CASE("the sliver next to a singular point: 1/sqrt(u) alone") {
    const Redesigned wider("mean.singular.sliver_nats", 0.1);
    const MeanProblem problem = examine(1 / sqrt(x), Law::uniform(0, 1), Context());
    for (const auto method : {arb_integral_mean, arb_trapezoid_mean}) {
        const auto run = [&] { return method(problem, 60, Context()).value; };
        sharp("mean.singular.sliver", 0.5, run, Ball(2));
    }
}

TEST_CASE("the gap that the enclosure of a kink leaves") {
    const Ball lower = 1, upper = 1.25;
    const auto run = [&] { return gap_contribution(x + 8, lower, upper, 60); };
    sharp("mean.support.gap", 0.5, run, (upper * upper - lower * lower) / 2 + 8 * (upper - lower));
}

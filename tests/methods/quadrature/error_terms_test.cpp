// The error terms of the quadrature rules, each on an integrand for which its bound is nearly attained.

#include "tests/support/error_terms.hpp"
#include "methods/quadrature/ellipse_bound.hpp"
#include "methods/quadrature/gauss_legendre.hpp"
#include "methods/quadrature/quadrature.hpp"
#include "methods/quadrature/rectangle.hpp"

#include <cmath>

using namespace sigprop;
using error_terms::Redesigned;
using error_terms::sharp;

namespace {

const Formula x = Formula::variable();

Formula times_pi(const Rational& factor) {
    return Formula(Real(factor)) * Formula(Real("pi", [](long bits) { return Ball::pi(bits); }));
}

/// The rule with step 1 for the integral of cos(w x), an entire function whose modulus is largest on the long
/// sides, over a segment a little longer than 2 half_length.
Ball with_step_one(const Formula& w, double half_length, double height) {
    const Redesigned step("quadrature.rectangle.step", 1e3);  // 1 is the longest step
    RectangleProblem problem;
    problem.f = cos(w * x);
    problem.half_length = half_length;
    problem.widest_strip = height;
    problem.known_strip = INFINITY;
    problem.log2_factor = [](double) { return 0.0; };
    const RectangleResult result = rectangle_trapezoid(problem, 20, Context());
    REQUIRE(result.proved);
    return result.integral;
}

}  // namespace

TEST_CASE("long sides: cos(2 pi x) is 1 at every node") {
    const auto run = [] { return with_step_one(times_pi(2), 100.2, 1); };
    sharp("quadrature.rectangle.long_sides", 0.5, run, Ball(0));
}

TEST_CASE("short sides: the nodes end where sin is 1") {
    const Ball pi = Ball::pi(80);
    // integral of cos(pi x/3) over [-3/2, 3/2]. The covering by 16 boxes loses a third, hence the finer one.
    const Redesigned boxes("quadrature.rectangle.boxes", 16);
    const auto run = [] { return with_step_one(times_pi(Rational(1) / Rational(3)), 1.2, 1.6); };
    sharp("quadrature.rectangle.short_sides", 0.5, run, 6 / pi);
}

TEST_CASE("the slivers at the ends of a piece") {
    const Redesigned length("quadrature.trapezoid.half_length", 0.5), step("quadrature.rectangle.step", 0.1),
        boxes("quadrature.rectangle.boxes", 64);
    const MeanProblem problem = examine(max(x, -x) + 1, Law::normal(), Context());
    const auto run = [&] { return arb_trapezoid_mean(problem, 30, Context()).value; };
    sharp("quadrature.trapezoid.slivers", 0.5, run, 1 + sqrt(2 / Ball::pi(200)));
}

TEST_CASE(
    "the slivers' heights are those inside of the piece: bumps that rise from one end and are next to "
    "nothing at the other") {
    const Redesigned length("quadrature.trapezoid.half_length", 0.5), step("quadrature.rectangle.step", 0.1);
    for (const Formula& distance : {x - 2 / Formula(5), x - 3 / Formula(5)}) {
        const MeanProblem problem = examine(exp(-50 * pow(distance, 2)), Law::uniform(0, 1), Context());
        const Ball other = arb_integral_mean(problem, 60, Context()).value;
        const Ball found = arb_trapezoid_mean(problem, 30, Context()).value;
        CHECK(found.contains(other.midpoint()));
        CHECK_FALSE(found.overlaps(other * Ball(1.2)));  // a sixth of the piece is in the slivers
    }
}

TEST_CASE("a far sliver's height is that inside of the side: a bump that has nearly vanished at its end") {
    const Redesigned length("quadrature.trapezoid.side_half_length", 0.15);
    const Formula f = pow(x, 20) * sqrt(x) * exp(-50 * pow(x - Formula(27) / 50, 2));
    const MeanProblem problem = examine(f, Law::uniform(0, 1), Context());
    REQUIRE_FALSE(problem.singular_sides.empty());
    const Ball other = arb_integral_mean(problem, 60, Context()).value;
    const Ball found = arb_trapezoid_mean(problem, 40, Context()).value;
    CHECK(found.contains(other.midpoint()));
}

TEST_CASE("what the rule could not prove on a side, its slivers do not prove") {
    Context little;
    little.budget = 20;
    const MeanProblem problem = examine(1 / sqrt(x), Law::uniform(0, 1), Context());
    const MeanResult result = arb_trapezoid_mean(problem, 60, little);
    CHECK(result.status == Status::unable);
    CHECK(result.reason != "");
}

TEST_CASE(
    "the slivers at both ends of a singular point's side: of 1/sqrt(x) at the point, of x^4.5 at the other") {
    const Redesigned length("quadrature.trapezoid.side_half_length", 0.15);
    const auto mean = [](const Formula& f) {
        const MeanProblem problem = examine(f, Law::uniform(0, 1), Context());
        return arb_trapezoid_mean(problem, 20, Context()).value;
    };
    sharp(
        "mean.singular.sliver", 0.4, [&] { return mean(1 / sqrt(x)); }, Ball(2));
    sharp(
        "quadrature.trapezoid.slivers", 0.5, [&] { return mean(pow(x, 4) * sqrt(x)); },
        Ball(2) / Ball(11).at_precision(60));
    // under a weight that differs at the far end, against the other proof
    const MeanProblem weighted = examine(pow(x, 4) * sqrt(x), Law::truncated_exponential(4), Context());
    const Ball other = arb_integral_mean(weighted, 60, Context()).value;
    const Ball found = arb_trapezoid_mean(weighted, 20, Context()).value;
    CHECK(found.contains(other.midpoint()));
    CHECK_FALSE(found.overlaps(other * Ball(1 + 1e-3)));
}

TEST_CASE("Gauss and Legendre: the fourth Chebyshev polynomial with two nodes") {
    // The theorem's constant 64/15 is for the sum of all coefficients; this polynomial has one of them, whose
    // error is 64/45 where the bound is about 64/15 times the half that cosh leaves.
    const Redesigned covering("quadrature.ellipse.covering", 0.34);
    const Formula f = 8 * pow(x, 4) - 8 * pow(x, 2) + 1;
    const auto run = [&] {
        const EllipseRule rule = gauss_legendre_rule(f, 4, 100, Context());
        const GaussLegendre unit = gauss_legendre(rule.nodes, 64);
        Ball sum = 0;
        for (std::size_t i = 0; i < unit.nodes.size(); ++i) {
            const Ball square = pow(unit.nodes[i], 2);
            sum += unit.weights[i] * (8 * square * square - 8 * square + 1);
        }
        return sum + Ball::interval(-rule.error, rule.error);
    };
    sharp("quadrature.ellipse.rest", 0.4, run, Ball(-2) / Ball(15).at_precision(64));
}

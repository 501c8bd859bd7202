// Two independent proofs of the same number must overlap, and narrow as the precision rises.

#include "tests/methods/mean/two_proofs.hpp"
#include "methods/quadrature/quadrature.hpp"

#include <cmath>

using namespace sigprop;
using known::second_moment;

namespace {

// The built-in activations as formulas; selu's alpha and lambda are exact here: their nearest doubles.
const std::vector<std::string>& activations() {
    static const std::vector<std::string> all = {"x",
                                                 "relu(x)",
                                                 "where(x < 0, 0.01*x, x)",
                                                 "where(x < 0, expm1(x), x)",
                                                 "1.0507*where(x < 0, 1.6733*expm1(x), x)",
                                                 "sigmoid(x)",
                                                 "tanh(x)",
                                                 "softplus(x)",
                                                 "x*normal_cdf(x)",
                                                 "x*sigmoid(x)"};
    return all;
}

}  // namespace

TEST_CASE("the two proofs overlap for every built-in activation") {
    for (const std::string& formula : activations()) {
        for (const double std : {0.5, 1.0, 2.0}) {
            for (const long bits : {53L, 200L}) known::check_two_proofs(formula, std, bits);
        }
    }
}

TEST_CASE("radii shrink with precision and the enclosures stay nested about the value") {
    const Context context;
    for (const std::string& formula : activations()) {
        CAPTURE(formula);
        const MeanProblem problem = second_moment(formula, 1);
        const Ball fine = arb_trapezoid_mean(problem, 400, context).value;
        for (const auto method : {arb_trapezoid_mean, arb_integral_mean}) {
            double before = 1;
            for (const long bits : {30L, 60L, 120L, 240L}) {
                const Ball value = method(problem, bits, context).value;
                CHECK(value.overlaps(fine));
                CHECK(value.radius_double() < before * 1e-6);
                before = value.radius_double();
            }
        }
    }
}

TEST_CASE("both proofs hold where boxes in doubles know too little: by normal_cdf, and of large suprema") {
    const Context context;
    const MeanProblem quotient =
        examine(known::parsed("normal_pdf(x) / normal_cdf(x)"), Law::uniform(-1, 1), context);
    REQUIRE(quotient.status == Status::ok);
    const Ball one = Ball(1).at_precision(200);
    const Ball mean = (log(normal_cdf(one)) - log(normal_cdf(-one))) / 2;
    for (const auto method : {arb_trapezoid_mean, arb_integral_mean}) {
        const MeanResult found = method(quotient, 80, context);
        REQUIRE(found.status == Status::ok);
        CHECK(found.value.contains(mean.midpoint()));
        CHECK(found.value.accuracy_bits() >= 70);
    }
    // at 1500 bits the supremum over the best strip of an entire function is beyond doubles
    const MeanProblem problem = examine(known::parsed("sin(x)^2"), Law::normal(), context);
    const MeanResult found = arb_trapezoid_mean(problem, 1500, context);
    REQUIRE(found.status == Status::ok);
    const Ball exact = (1 - exp(Ball(-2).at_precision(1600))) / 2;
    CHECK(found.value.contains(exact.midpoint()));
    CHECK(found.value.accuracy_bits() >= 1490);
    CHECK(found.evaluations < 900);  // with heights that doubles can bound it takes 1.2 times as many points
}

TEST_CASE("a formula with one sign flipped is caught by the other proof") {
    const Context context;
    const Ball right = arb_trapezoid_mean(second_moment("x/(1 + exp(-x)) - x/8", 1), 60, context).value;
    const Ball wrong = arb_integral_mean(second_moment("x/(1 + exp(-x)) + x/8", 1), 60, context).value;
    CHECK_FALSE(right.overlaps(wrong));
}

TEST_CASE("the budget stops a proof instead of letting it run on") {
    Context context;
    context.budget = 50;
    const MeanProblem problem = second_moment("tanh(100*x)", 1);
    const MeanResult trapezoid = arb_trapezoid_mean(problem, 200, context);
    CHECK(trapezoid.status == Status::unable);
    CHECK_FALSE(trapezoid.reason.empty());
    const MeanResult adaptive = arb_integral_mean(problem, 200, context);
    CHECK((adaptive.status == Status::unable || adaptive.value.accuracy_bits() < 100));
}

TEST_CASE("ends that are no whole numbers, and pieces that are not symmetric under an even integrand") {
    const Context context;
    const Real lower = Real(Rational(-1) / Rational(3)), upper = Real(Rational(2) / Rational(3));
    const MeanProblem square = examine(known::parsed("x^2"), Law::uniform(lower, upper), context);
    const MeanProblem cut = examine(known::parsed("where(x < 1, x^2, 0)"), Law::normal(), context);
    const MeanProblem half =
        examine(known::parsed("x^2"), Law::truncated_normal(-1, Real::infinity(1)), context);
    const MeanProblem other_half =
        examine(known::parsed("x^2"), Law::truncated_normal(Real::infinity(-1), 1), context);
    const Ball one = Ball(1).at_precision(200);
    const Ball below_one = normal_cdf(one);
    for (const auto method : {arb_trapezoid_mean, arb_integral_mean}) {
        CHECK(method(square, 100, context).value.contains(one / 9));
        CHECK(method(square, 100, context).value.accuracy_bits() > 90);
        CHECK(method(cut, 100, context).value.contains((below_one - normal_pdf(one)).midpoint()));
        CHECK(method(half, 100, context).value.contains((1 - normal_pdf(one) / below_one).midpoint()));
        CHECK(method(other_half, 100, context).value.contains((1 - normal_pdf(one) / below_one).midpoint()));
    }
}

TEST_CASE("a switch around the cut tail, at one precision and on both sides") {
    const Context context;
    for (const char* place : {"8.5", "9", "9.25", "9.5", "10", "10.5", "11"}) {
        CAPTURE(place);
        const std::string right = std::string("where(x < ") + place + ", 1, 1e6*exp(x))";
        const std::string left = std::string("where(x > -") + place + ", 1, 1e6*exp(-x))";
        const Ball at = Ball::from_rational(Rational::from_decimal(place), 256);
        const Ball truth = normal_cdf(at) + Ball(1e6) * exp(Ball(0.5).at_precision(256)) * normal_cdf(1 - at);
        for (const std::string& formula : {right, left}) {
            const MeanProblem problem = examine(known::parsed(formula), Law::normal(), context);
            const MeanResult found = arb_trapezoid_mean(problem, 60, context);
            REQUIRE(found.status == Status::ok);
            CHECK(found.value.overlaps(truth));
        }
    }
}

TEST_CASE("a switch just outside the cut tail does not leak into the sum over the line") {
    // The place where the tail is cut depends on the precision; a huge branch just beyond some cut must be
    // bounded, not replaced by the continuation of the inner branch.
    const Context context;
    for (int k = 60; k <= 160; k += 4) {
        const std::string place = std::to_string(k / 10.0);
        CAPTURE(place);
        const std::string formula = "where(x < " + place + ", 1, 1e6*exp(x))";
        const MeanProblem problem = examine(known::parsed(formula), Law::normal(), context);
        REQUIRE(problem.status == Status::ok);
        const Ball at = Ball::from_rational(Rational::from_decimal(place), 256);
        // E = Phi(k) + 1e6 e^(1/2) Phi(1 - k)
        const Ball truth = normal_cdf(at) + Ball(1e6) * exp(Ball(0.5).at_precision(256)) * normal_cdf(1 - at);
        for (const long bits : {60L, 100L, 140L}) {
            const MeanResult a = arb_trapezoid_mean(problem, bits, context);
            const MeanResult b = arb_integral_mean(problem, bits, context);
            REQUIRE(a.status == Status::ok);
            CHECK(a.value.overlaps(truth));
            CHECK(b.value.overlaps(truth));
        }
    }
}

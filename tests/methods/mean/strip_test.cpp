// The hint at the widest strip of analyticity: right where the structure shows it, and never a proof.

#include "methods/mean/strip.hpp"

#include <doctest/doctest.h>
#include <cmath>

#include "methods/quadrature/quadrature.hpp"
#include "tests/methods/mean/known_integrals.hpp"

using namespace sigprop;

namespace {

constexpr double pi = 3.141592653589793;

struct Row {
    const char* formula;
    double at_most;
    bool known;
};

}  // namespace

TEST_CASE("the strip that the structure shows") {
    const double none = std::numeric_limits<double>::infinity();
    for (const Row& row : {
             Row{"sigmoid(x)", pi, true},
             Row{"sigmoid(2*x + 1)^2", pi / 2, true},
             Row{"tanh(x)/4 + sigmoid(x)", pi / 2, true},
             Row{"x/(1 + exp(-1.702*x))", pi / 1.702, true},
             Row{"x/(exp(x) + 2)", pi, true},
             Row{"atan(3*x)", 1.0 / 3, true},
             Row{"x*normal_cdf(x)", none, true},
             Row{"sqrt(2)*x^2", none, true},
             Row{"x*tanh(softplus(x))", 0.75 * pi, true},
             Row{"tanh(softplus(2*x)^2)", pi / 2, false},
             Row{"x/(1 - exp(x))", none, false},
             Row{"1/(1 + x^2)", 1, true},
             Row{"x/sqrt(x^2 + 1/4)", 0.5, true},
             Row{"log(2*(x - 3)^2 + 8)", 2, true},
             Row{"(x^2 + 9)^-2", 3, true},
             Row{"1/(x^2 - 1)", none, false},
             Row{"sqrt(x)", none, false},
             Row{"log(2 + sin(x))", none, false},
             Row{"log1p(x^2)", 1, true},
             Row{"log1p(x^2/4 + 3)", 4, true},
             Row{"1/(2 + exp(x))", pi, true},
             Row{"1/(exp(2*x) + 2)", pi / 2, true},
             Row{"1/(exp(x) - 2)", none, false},
             Row{"1/(x + exp(x))", none, false},
             Row{"1/(2 + sinh(x))", none, false},
             Row{"1/(exp(x^2) + 1)", none, false},
             Row{"1/x^2", none, false},
             Row{"1/(x^2 + x)", none, false},
             Row{"1/(2*x + 1)", none, false},
             Row{"1/(sqrt(1 + x^2)*(x^2 + 4))", 1, true},
             Row{"1/((x^2 + 4)*(exp(x) + 1))", 2, true},
             Row{"1/(-(x^2 + 4))", 2, true},
             Row{"1/((x^2 + 4)^3)", 2, true},
             Row{"1/(-2 + exp(x))", none, false},
             Row{"1/(x + 3 + exp(x))", none, false},
             Row{"1/((exp(x) + 1)*(x^2 + 4))", 2, true},
             Row{"x*tanh(softplus(3*x))", pi / 4, true},
             Row{"sigmoid(x^2)", none, false},
             Row{"atan(x*sin(x))", none, false},
             Row{"tanh(softplus(x^2))", none, false},
             Row{"(x^2 + 4)^3 + sqrt(3 + 0*x)", none, true},
             Row{"sin(x)^3", none, true},
         }) {
        CAPTURE(row.formula);
        const Strip strip = strip_of_analyticity(known::parsed(row.formula));
        CHECK(strip.known == row.known);
        const bool both_infinite = std::isinf(strip.at_most) && std::isinf(row.at_most);
        CHECK((both_infinite || std::fabs(strip.at_most - row.at_most) < 1e-12));
    }
}

TEST_CASE("what the hint does not see, the covering does") {
    // The formula hides the pole at i; the proof still encloses E 1/(1 + x^2) = sqrt(pi e / 2) erfc(1/sqrt
    // 2).
    const Context context;
    const MeanProblem problem = examine(known::parsed("1/(1 + exp(0) * x^2)"), Law::normal(), context);
    REQUIRE(problem.status == Status::ok);
    const MeanResult result = arb_trapezoid_mean(problem, 100, context);
    REQUIRE(result.status == Status::ok);
    const Ball e = Ball::euler_number(160);
    const Ball truth = sqrt(Ball::pi(160) * e / 2) * erfc(1 / sqrt(Ball(2).at_precision(160)));
    CHECK(result.value.overlaps(truth));
    CHECK_FALSE((result.value + Ball::power_of_two(-80)).overlaps(truth));
}

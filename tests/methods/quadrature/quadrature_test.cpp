// The four quadrature rules in double precision on one table. References are closed forms in balls, or digits
// from a trapezoidal sum in the program bc.

#include "methods/quadrature/quadrature.hpp"
#include "methods/mean/gsl.hpp"
#include "tests/methods/quadrature/quadrature_methods.hpp"

#include <doctest/doctest.h>

using namespace quadrature;

namespace {

struct Row {
    std::string name;
    MeanProblem problem;
    Ball mean;
    double size = 0;        ///< E|f| where it is not |mean|, roughly
    double log_weight = 0;  ///< |log w| where the integrand lies, if that is far out
};

MeanProblem second_moment(const Real& lower, const Real& upper) {
    const Law law = Law::truncated_normal(lower, upper);
    return problem(pow(x + Formula(law.origin), 2), law);
}

/// E z^2 on [a, b].
Ball truncated(double a, double b) {
    const Ball lower = exactly(a), upper = exactly(b);
    const Ball mass = a > 0 ? normal_cdf(-lower) - normal_cdf(-upper) : normal_cdf(upper) - normal_cdf(lower);
    return 1 + (lower * normal_pdf(lower) - upper * normal_pdf(upper)) / mass;
}

std::vector<Row> rows() {
    const Formula elu = where(x < 0, expm1(x), x);
    const Formula jump = step(x - Formula(30.7));
    const Real infinity = Real::infinity(1);
    const Ball one = exactly(1), root_e = exp(exactly(0.5));
    const Ball log_2 = log(exactly(2));
    return {
        {"one", problem(Formula(1)), one},
        {"sigmoid^2", problem(pow(sigmoid(x), 2)), digits("0.2933790358580929627376491712819012")},
        {"tanh^2", problem(pow(tanh(x), 2)), digits("0.3942944903978411744164597724441196")},
        {"relu^2", problem(pow(relu(x), 2), Law::normal(), {0}), one / 2},
        {"elu^2", problem(pow(elu, 2), Law::normal(), {0}),
         1 + exp(exactly(2)) * normal_cdf(exactly(-2)) - 2 * root_e * normal_cdf(exactly(-1))},
        {"tanh", problem(tanh(x)), Ball(0), 0.6},
        {"cos 5x", problem(cos(5 * x)), exp(exactly(-12.5)), 0.6},
        {"exp 20x", problem(exp(20 * x)), exp(exactly(200))},
        {"exp .45 x^2", problem(exp(Formula(Real(Rational::from_decimal("0.45"))) * pow(x, 2))),
         sqrt(exactly(10))},
        {"log|x|", problem(log(abs(x)), Law::normal(), {0}), -(Ball::euler_gamma(256) + log_2) / 2, 0.8},
        {"step far out", problem(jump, Law::normal(), {30.7}), normal_cdf(exactly(-30.7)), 0,
         30.7 * 30.7 / 2},
        {"[-2, 2]", second_moment(-2, 2), truncated(-2, 2)},
        {"[30, 31]", second_moment(30, 31), truncated(30, 31)},
        {"[5, inf)", second_moment(5, infinity), 1 + 5 * normal_pdf(exactly(5)) / normal_cdf(exactly(-5))},
        {"(-inf, 5]", second_moment(Real::infinity(-1), 5),
         1 - 5 * normal_pdf(exactly(5)) / normal_cdf(exactly(5))},
        {"[-1000, 5]", second_moment(-1000, 5), truncated(-1000, 5)},
        {"narrow", second_moment(-0x1p-10, 0x1p-10), truncated(-0x1p-10, 0x1p-10)},
        {"exponential", problem(pow(x, 2), Law::truncated_exponential(4)), 2 - 24 / expm1(exactly(4))},
        {"tiny", problem(Formula(1e-200) * relu(x), Law::normal(), {0}), 1e-200 * normal_pdf(exactly(0))},
    };
}

}  // namespace

TEST_CASE("every rule encloses the mean by its own estimate, and says how well") {
    for (const Row& row : rows()) {
        for (const Method& method : methods()) {
            CAPTURE(row.name);
            CAPTURE(method.name);
            const MeanResult result = method.mean(row.problem, Context{});
            REQUIRE(result.status == Status::ok);
            CHECK(result.value.contains(row.mean));
            const double size = row.size > 0 ? row.size : row.mean.to_double();
            CHECK(result.value.radius_double() >= 0x1p-47 * size);
            // Rounding nodes moves the weight there by up to 8 |log w| 2^-53 (quadrature_pieces.cpp).
            CHECK(result.value.radius_double() <= std::fmax(0x1p-42, 1.01 * 0x1p-50 * row.log_weight) * size);
            CHECK(!result.value.contains(row.mean + Ball(0x1p-40 * size)));  // the control
            CHECK(result.evaluations > 100);
            CHECK(result.evaluations < 8000);
            CHECK(method.mean(row.problem, Context{}).value.exact_text() == result.value.exact_text());
        }
    }
}

TEST_CASE("GSL testifies exactly when it was built in") {
    CHECK(gsl_is_available() == static_cast<bool>(SIGPROP_WITH_GSL));
    if (gsl_is_available()) return;
    CHECK(gsl_qagi_mean(problem(x), Context{}).status == Status::unable);
    CHECK(gsl_qagp_mean(problem(x), Context{}).reason.find("without GSL") != std::string::npos);
}

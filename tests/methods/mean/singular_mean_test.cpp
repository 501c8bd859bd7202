// Means of integrands with an integrable singularity: both proofs at several precisions, against closed
// forms.

#include <doctest/doctest.h>
#include <cmath>

#include "methods/quadrature/quadrature.hpp"
#include "tests/methods/mean/known_integrals.hpp"

using namespace sigprop;

namespace {

MeanProblem examined(const std::string& formula, const Law& law = Law::normal()) {
    MeanProblem problem = examine(known::parsed(formula), law, Context());
    CAPTURE(formula);
    CAPTURE(problem.reason);
    REQUIRE(problem.status == Status::ok);
    return problem;
}

/// Both proofs hold the truth, to almost all the bits asked for; a value beside the truth is caught.
void check(const MeanProblem& problem, long bits, const Ball& truth) {
    CAPTURE(problem.integrand.text());
    CAPTURE(bits);
    for (const auto method : {arb_integral_mean, arb_trapezoid_mean}) {
        const MeanResult found = method(problem, bits, Context());
        CAPTURE(found.reason);
        REQUIRE(found.status == Status::ok);
        CHECK(found.value.overlaps(truth));
        CHECK(found.value.radius_double() <
              std::ldexp(problem.scale / problem.mass, static_cast<int>(8 - bits)));
        CHECK_FALSE(found.value.overlaps(truth + Ball(3 * found.value.radius_double())));
    }
}

Ball log_moment(long bits) { return -(Ball::euler_gamma(bits) + log(Ball(2).at_precision(bits))) / 2; }

}  // namespace

TEST_CASE("15, 30 and 100 digits") {
    for (const long bits : {60L, 110L, 340L}) {
        const long more = bits + 60;
        const Ball pi = Ball::pi(more), two = Ball(2).at_precision(more);
        const Ball quarter = Ball(1).at_precision(more) / 4;
        const Ball log_mean = log_moment(more);
        check(examined("log(abs(x))"), bits, log_mean);
        check(examined("log(abs(x))^2"), bits, pi * pi / 8 + log_mean * log_mean);
        check(examined("sqrt(abs(x))"), bits, exp(log(two) / 4 + log_gamma(3 * quarter)) / sqrt(pi));
        check(examined("1/sqrt(abs(x))"), bits, exp(log_gamma(quarter) - log(two) / 4) / sqrt(pi));
    }
}

TEST_CASE("a point that is no fraction, to more digits than isolate it: E log|x - a| at a = 1/sqrt(2)") {
    for (const long bits : {60L, 400L}) {
        const MeanProblem scaled = examined("log(abs(sqrt(2)*x - 1))");
        const MeanProblem other = examined("log(abs(x - sqrt(1/2)))");
        const MeanResult a = arb_integral_mean(scaled, bits, Context());
        const MeanResult b = arb_trapezoid_mean(other, bits, Context());
        REQUIRE(a.status == Status::ok);
        REQUIRE(b.status == Status::ok);
        const Ball half_log = log(Ball(2).at_precision(bits + 20)) / 2;
        CHECK(a.value.overlaps(b.value + half_log));
        CHECK((a.value - b.value).radius_double() < std::ldexp(1.0, static_cast<int>(6 - bits)));
    }
}

TEST_CASE("where the singular point is") {
    const long bits = 110;
    const Ball log_mean = log_moment(200);
    // another scale, and a point that is no fraction, at zero and away from it
    check(examined("log(abs(3*x))"), bits, log_mean + log(Ball(3).at_precision(200)));
    check(examined("log(abs(pi*x))"), bits, log_mean + log(Ball::pi(200)));
    check(examined("log(abs(x - 3/2))"), bits, known::decimal("0.1691936653583104598122172477302824552632"));
    check(examined("log(abs(x - 1))"), bits, known::decimal("-0.2084958184346942792181425368312693908558"));
    // several of them
    check(examined("log(abs(x*(x - 1)))"), bits,
          log_mean - known::decimal("0.2084958184346942792181425368312693908558"));
    // on one side only
    check(examined("where(x > 0, log(x), 0)"), bits, log_mean / 2);
    check(examined("where(x > 0, 0, log(-x))"), bits, log_mean / 2);
    // without a switch, and with a kink that is not singular
    check(examined("log(x^4)"), bits, 4 * log_mean);
    check(examined("log(abs(x)) + abs(x - 1) - abs(1 - x)"), bits, log_mean);
}

TEST_CASE("at the ends of the law's range") {
    const long bits = 110;
    const Ball one = Ball(1).at_precision(200);
    check(examined("log(-x)", Law::uniform(-1, 0)), bits, Ball(-1));
    check(examined("(x - 1/3)^(-1/4)", Law::uniform(Real(Rational(1) / Rational(3)), 1)), bits,
          exp(log(2 * one / 3) * Ball(-0.25)) * 4 / 3);
    check(examined("log(x)*log(1 - x)", Law::uniform(0, 1)), bits, 2 - Ball::pi(200) * Ball::pi(200) / 6);
    check(examined("log(abs(x))", Law::uniform(-1, 2)), bits, (2 * log(2 * one) - 3) / 3);
    check(examined("sqrt(x)", Law::truncated_exponential(4)), bits,
          (sqrt(Ball::pi(200)) / 2 * erf(2 * one) - 2 * exp(-4 * one)) / (1 - exp(-4 * one)));
}

TEST_CASE("a removable singularity, and one that oscillates") {
    const Ball half = sqrt(Ball::pi(200) / 2) * erf(1 / sqrt(Ball(2).at_precision(200)));
    check(examined("sin(x)/x"), 110, half);
    check(examined("(1 - exp(-x))/expm1(-x)"), 110, Ball(-1));
    // E cos(log u) on (0, 1) is the real part of 1/(1 + i)
    check(examined("cos(log(x))", Law::uniform(0, 1)), 110, Ball(0.5));
}

TEST_CASE("what is not integrable, or not understood, gets no number") {
    struct Row {
        const char* formula;
        Status status;
        const char* says;
    };
    for (const Row& row : {
             Row{"1/x", Status::domain, "diverges near z = 0 (x = mean + std z): the integrand has a pole"},
             Row{"1/abs(x)", Status::domain, "near z = 0 "},
             Row{"abs(x)^-1.0000001", Status::domain, "grows like 1/distance^1.0000001;"},
             Row{"abs(x)^-0.9999999", Status::unable, "may grow like 1/distance^0.9999999,"},
             Row{"(x^4 - 4*x^2 + 4)^(-0.4999999)", Status::unable, "near z = -1.414214 "},
             Row{"1/(x^2 - 2*x + 1 + 10^-40)", Status::unable, "near z = "},
             Row{"1/(x^2 - 2*pi*x + 9.8696044010893586188344909998762)", Status::unable, "near z = "},
             Row{"sin(x)/(x - 3.14159265358979)", Status::domain, "near z = 3.141593 "},
             Row{"(cos(x) - 1)/x^3", Status::domain, "grows like 1/distance;"},
             Row{"1/(x - 2) + log(abs(x))", Status::domain, "near z = 2 "},
             Row{"1/(x^2 - 2)", Status::domain, "near z = -1.414214 "},
             Row{"log(abs(x))/x", Status::domain, "near z = 0 "},
             Row{"1/sin(x)", Status::domain, "near z = "},
             Row{"log(x)", Status::domain, "the logarithm of a number that is not positive"},
             Row{"log(x - 1)", Status::domain, "the logarithm of a number that is not positive"},
             Row{"sqrt(x)", Status::domain, "square root"},
             Row{"log(abs(sin(x^2)))", Status::unable, "tail"},
             Row{"1/(abs(x)*(1 + log(abs(x))^2))", Status::unable, "near z = 0"},
             Row{"1/x - 1/x", Status::unable, "near z = 0"},
             Row{"exp(1/x)", Status::unable, "near z = 0"},
             // two points between which there is no double
             Row{"abs(x - 1)^-0.5 + abs(x - 1 - 10^-17)^-0.5", Status::unable, "near z = 1"},
         }) {
        CAPTURE(std::string(row.formula));
        const MeanProblem problem = examine(known::parsed(row.formula), Law::normal(), Context());
        CAPTURE(problem.reason);
        CHECK(problem.status == row.status);
        CHECK(problem.reason.find(row.says) != std::string::npos);
        CHECK(problem.singular_sides.empty());
    }
}

// Tails of log|sin|: the bound of the integrals holds, half of it would not, and what is no such tail has
// none.

#include "methods/mean/log_sine_tail.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>

#include "core/formula/evaluator.hpp"

using namespace sigprop;

namespace {

const Formula x = Formula::variable();
const Formula pi = Formula(Real("pi", [](long bits) { return Ball::pi(bits); }));
const Formula weight = exp(-(pow(x, 2) / 2));

Formula log_sine(const Formula& u) { return log(abs(sin(u))); }

/// The integral of |f| from X on, by the midpoint rule over the part of it that matters.
double integral(const Formula& f, double X, double length) {
    constexpr int points = 40'000;
    Evaluator<double> evaluate(f);
    double sum = 0;
    for (int i = 0; i < points; ++i) sum += std::fabs(evaluate(X + length * (i + 0.5) / points));
    return sum * length / points;
}

double bound(const TailIntegralBound& tail, double X) {
    const auto integral = tail_integral_bound(tail.upper, X);
    REQUIRE(integral.has_value());
    return integral->upper_double();
}

}  // namespace

TEST_CASE("the integral over a tail is below its bound, wherever the tail begins") {
    for (const Formula& f :
         {log_sine(x) * exp(-x), log_sine(3 * x + 1) * weight, log(abs(cos(x))) * exp(-5 * x),
          pow(log_sine(x), 2) * exp(-x / 4), log(pow(sin(x), 4)) * exp(-x / 3) * x,
          (pow(x, 2) - x * log_sine(2 * x) + tanh(x) * pow(log_sine(2 * x), 2)) * weight,
          log_sine(x) / pow(x, 2) * exp(-x / 9), -abs(2 * log_sine(x) + 1) * exp(-x)}) {
        CAPTURE(f.text());
        const auto tail = log_sine_tail(f, 8);
        REQUIRE(tail.has_value());
        for (const double X : {tail->start, std::ceil(tail->start / M_PI) * M_PI, 20.3, 8 * M_PI})
            CHECK(integral(f, X, 120) < bound(*tail, X));
    }
}

TEST_CASE("half of the bound would be too little where the weight falls slowly") {
    for (const Formula& f : {log_sine(x) * exp(-x / 20), pow(log_sine(x), 2) * exp(-x / 20),
                             log_sine(5 * x) * exp(-x / 9), log(pow(cos(pi * x), 6)) * exp(-x / 9)}) {
        CAPTURE(f.text());
        const auto tail = log_sine_tail(f, 8);
        REQUIRE(tail.has_value());
        CHECK(integral(f, 16, 400) > 0.5 * bound(*tail, 16));
        CHECK(integral(f, 16, 400) < bound(*tail, 16));
    }
}

TEST_CASE("what is no polynomial in one logarithm of a sine, or does not fall, has no bound") {
    for (const Formula& f :
         {log_sine(x), log_sine(x) * exp(-x) * exp(x), log_sine(x) * exp(-(x - 20) * (x - 20)),
          log_sine(x * x) * weight, pow(log_sine(x), 3) * weight, weight / log_sine(x),
          log_sine(x) * log(abs(cos(x))) * weight, sin(log_sine(x)) * weight, log(sin(x)) * weight,
          log_sine(x / 30) * weight, log(abs(sin(x) - Formula(0.5))) * weight, weight}) {
        CAPTURE(f.text());
        CHECK_FALSE(log_sine_tail(f, 8).has_value());
    }
}

TEST_CASE("the bound is the mean over a period times the weight one period before") {
    struct Row {
        Formula f;
        double k, a, b, c;  ///< log|f|'s bound without its wave: a + k log x + b x + c x^2
        double power;       ///< of the logarithm
        double period;
        double extra;  ///< a sum is below twice its largest term
    };
    const double log_2 = std::log(2.0);
    const std::array<double, 3> means = {1, log_2, M_PI * M_PI / 12 + log_2 * log_2};
    for (const Row& row : {
             Row{log_sine(x) * exp(-x), 0, 0, -1, 0, 1, M_PI, 0},
             Row{log_sine(2 * x) * exp(-x / 4), 0, 0, -0.25, 0, 1, M_PI / 2, 0},
             Row{pow(log_sine(x), 2) * exp(-x), 0, 0, -1, 0, 2, M_PI, 0},
             Row{log_sine(x) * log_sine(x) * exp(-x), 0, 0, -1, 0, 2, M_PI, 0},
             Row{log(pow(cos(x), 6)) * exp(-x), 0, std::log(6.0), -1, 0, 1, M_PI, 0},
             Row{log_sine(x) / pow(x, 2) * exp(-x / 9), -2, 0, -1 / 9.0, 0, 1, M_PI, 0},
             Row{log_sine(x) * weight, 0, 0, 0, -0.5, 1, M_PI, 0},
             Row{log_sine(x) * exp(-x) + log_sine(x) * exp(-x), 0, 0, -1, 0, 1, M_PI, log_2},
             Row{log_sine(x) * exp(-x) - pow(log_sine(x), 2) * exp(-x), 0, 0, -1, 0, 2, M_PI, log_2},
             Row{exp(-x) + log_sine(x) * exp(-x), 0, 0, -1, 0, 0, M_PI, log_2},
         }) {
        CAPTURE(row.f.text());
        const double R = 8;
        const auto tail = log_sine_tail(row.f, R);
        REQUIRE(tail.has_value());
        const double P = row.period;
        CHECK(tail->start == doctest::Approx(R + P).epsilon(1e-12));
        CHECK(tail->upper.k == row.k);
        CHECK(tail->upper.b == doctest::Approx(row.b - 2 * row.c * P).epsilon(1e-12));
        CHECK(tail->upper.c == doctest::Approx(row.c).epsilon(1e-12));
        const double moved = row.a - row.b * P + row.c * P * P + (row.k < 0 ? -row.k * std::log1p(P / R) : 0);
        const double mean = std::log(means[static_cast<std::size_t>(row.power)]);
        // the logarithm of an even power is rounded up by a fiftieth
        const double slack = row.a == 0 ? 1e-9 : row.a / 40;
        CHECK(tail->upper.a >= moved + mean + row.extra - 1e-9);
        CHECK(tail->upper.a <= moved + mean + row.extra + slack);
    }
}

TEST_CASE("odd and negative powers of a wave, and a sum or product with what has no bound") {
    const Formula beyond = exp(exp(x));
    for (const Formula& f :
         {log(pow(sin(x), 3)) * weight, log(pow(sin(x), -2)) * weight, log(pow(sin(x), -1)) * weight,
          log_sine(x) * weight + beyond, beyond + log_sine(x) * weight, log_sine(x) * beyond,
          beyond * log_sine(x), log_sine(x) * weight + log_sine(x * x) * weight,
          pow(log_sine(x), -1) * weight, pow(log_sine(x), 4) * weight}) {
        CAPTURE(f.text());
        CHECK_FALSE(log_sine_tail(f, 8).has_value());
    }
}

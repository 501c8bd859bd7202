// Tails of log|sin|: the bound of the integrals holds, half of it would not, and what is no such tail has none.

#include "methods/mean/log_sine_tail.hpp"

#include <doctest/doctest.h>

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

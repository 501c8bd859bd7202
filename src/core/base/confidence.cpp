#include <cmath>
#include <limits>
#include <sigprop/core/base/confidence.hpp>
#include <sigprop/core/base/errors.hpp>
#include <string>

namespace sigprop {
namespace {

constexpr double six_sigma_outside = 1.9731752900753964e-9;  // erfc(6 / sqrt 2)

/// The continued fraction of the incomplete beta function I_x(a, b), by Lentz; for x < (a + 1) / (a + b + 2).
double beta_fraction(double a, double b, double x) {
    constexpr int max_terms = 10'000;
    constexpr double tiny = 1e-300;
    const auto away_from_zero = [](double value) { return std::fabs(value) < tiny ? tiny : value; };
    double c = 1;
    double d = 1 / away_from_zero(1 - (a + b) * x / (a + 1));
    double fraction = d;
    for (int m = 1; m < max_terms; ++m) {
        const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        d = 1 / away_from_zero(1 + even * d);
        c = away_from_zero(1 + even / c);
        fraction *= c * d;
        const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
        d = 1 / away_from_zero(1 + odd * d);
        c = away_from_zero(1 + odd / c);
        const double step = c * d;
        fraction *= step;
        if (std::fabs(step - 1) < 1e-15) break;
    }
    return fraction;
}

/// Gamma(h + 1/2) / Gamma(h) for integer 2 h, without the cancellation of logarithms.
double half_step(int twice_h) {
    double ratio = twice_h % 2 == 0 ? std::sqrt(std::acos(-1.0)) / 2 : 1 / std::sqrt(std::acos(-1.0));
    for (int k = twice_h % 2 == 0 ? 2 : 1; k < twice_h; k += 2) ratio *= (k + 1.0) / k;
    return ratio;
}

/// P(|T| > t) = I_x(n / 2, 1 / 2) with x = n / (n + t^2).
double outside_of_t(double t, int n, double step) {
    const double a = n / 2.0;
    const double square = t * t;
    const double x = n / (n + square);
    const double y = square / (n + square);  // 1 - x
    const double front =
        std::exp(a * -std::log1p(square / n)) * std::sqrt(y) * step / std::sqrt(std::acos(-1.0));
    if (x < (a + 1) / (a + 2.5)) return front * beta_fraction(a, 0.5, x) / a;
    return 1 - front * beta_fraction(0.5, a, y) / 0.5;
}

/// The point where a falling function crosses the target; it starts above it.
template <class Function>
double crossing(const Function& falling, double target) {
    double low = 0;
    double high = 1;
    while (falling(high) > target && high < std::numeric_limits<double>::max() / 4) {
        low = high;
        high *= 2;
    }
    for (int i = 0; i < 200 && high - low > 1e-15 * high; ++i) {
        const double middle = low + (high - low) / 2;
        (falling(middle) > target ? low : high) = middle;
    }
    return low + (high - low) / 2;
}

}  // namespace

double critical_value(double outside, int degrees_of_freedom) {
    if (!(outside > 0 && outside < 1)) {
        throw InputError("a confidence level is " + std::to_string(1 - outside) +
                         ": it must be above 0 and below 1");
    }
    if (degrees_of_freedom < 0)
        throw InputError::about({"degrees_of_freedom"}, "degrees_of_freedom must be at least 0, not " +
                                                            std::to_string(degrees_of_freedom));
    if (degrees_of_freedom == 0) {
        return crossing([](double q) { return std::erfc(q / std::sqrt(2.0)); }, outside);
    }
    const double step = half_step(degrees_of_freedom);
    return crossing([&](double t) { return outside_of_t(t, degrees_of_freedom, step); }, outside);
}

double max_standard_errors(int degrees_of_freedom) {
    return degrees_of_freedom == 0 ? 6 : critical_value(six_sigma_outside, degrees_of_freedom);
}

}  // namespace sigprop

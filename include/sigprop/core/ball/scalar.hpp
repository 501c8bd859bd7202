#pragma once
// The functions of the formula language for double, beside those of <cmath>, so that one generic lambda
// runs over double, dual numbers, balls and formulas. Each avoids overflow and cancellation; accuracy is a
// few ulp of the platform's libm.

#include <cmath>

namespace sigprop {

[[nodiscard]] inline double sigmoid(double x) {
    const double power = std::exp(-std::fabs(x));
    return x < 0 ? power / (1 + power) : 1 / (1 + power);
}

[[nodiscard]] inline double softplus(double x) {
    return std::fmax(x, 0.0) + std::log1p(std::exp(-std::fabs(x)));
}

[[nodiscard]] inline double normal_pdf(double x) {
    constexpr double one_over_root_two_pi = 0.398942280401432677939946059934;
    return one_over_root_two_pi * std::exp(-0.5 * x * x);
}

[[nodiscard]] inline double normal_cdf(double x) {
    constexpr double root_half = 0.707106781186547524400844362105;
    return 0.5 * std::erfc(-x * root_half);
}

[[nodiscard]] inline double relu(double x) { return x < 0 ? 0.0 : x; }
[[nodiscard]] inline double step(double x) { return x < 0 ? 0.0 : 1.0; }

}  // namespace sigprop

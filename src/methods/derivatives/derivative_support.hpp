#pragma once
// Shared by finite_difference.cpp, finite_difference_complex_step.cpp and dual_derivative.cpp.

#include <array>
#include <cmath>
#include <sigprop/core/base/errors.hpp>
#include <string>

#include "core/base/doubles.hpp"
#include "methods/derivatives/finite_difference.hpp"

namespace sigprop {

inline void require_finite(double number, const char* what) {
    if (!std::isfinite(number)) throw InputError(std::string(what) + " of a derivative must be finite");
}

inline DerivativeEstimate without_derivative(std::size_t evaluations) {
    return {not_a_number, infinity, 0, evaluations};
}

/// The error estimate of a slope that is exact but for rounding: its scatter between neighbouring points
/// shows the effect of rounding inside f, its trend over them the effect of rounding f's argument.
template <class Slope>
DerivativeEstimate with_scatter(const Slope& slope_at, double x, double step) {
    constexpr int points_per_side = 3;
    const double gap = std::fmax(std::fabs(x) * 0x1p-48, 0x1p-44);
    std::array<double, 2 * points_per_side + 1> slopes{};
    for (int k = -points_per_side; k <= points_per_side; ++k)
        slopes[static_cast<std::size_t>(k + points_per_side)] = slope_at(x + k * gap);
    double scatter = 0;
    for (std::size_t k = 1; k + 1 < slopes.size(); ++k) {
        scatter = std::fmax(scatter, std::fabs(slopes[k - 1] - 2 * slopes[k] + slopes[k + 1]));
    }
    const double trend = std::fabs(slopes.back() - slopes.front()) / (2 * points_per_side * gap);
    const double value = slopes[points_per_side];
    const double error = 3 * scatter + 2 * unit_roundoff * (2 * std::fabs(value) + trend * std::fabs(x));
    for (const double slope : slopes) {
        if (!std::isfinite(slope)) return without_derivative(slopes.size());
    }
    return {value, error, step, slopes.size()};
}

}  // namespace sigprop

#include "core/evidence/propagated_error.hpp"

#include <cmath>

namespace sigprop {
namespace {

/// The norm of the slopes; a single slope is not squared, since its square may be too small for a double.
double length_of(std::span<const ErrorDirection> slopes) {
    if (slopes.size() == 1) return std::fabs(slopes.front().slope);
    double square = 0;
    for (const ErrorDirection& one : slopes) square += one.slope * one.slope;
    return std::sqrt(square);
}

}  // namespace

double propagated_error(std::span<const ErrorDirection> directions, double max_standard_errors) {
    const double error = length_of(directions);
    for (const ErrorDirection& one : directions) {
        for (const double side : {-max_standard_errors, max_standard_errors}) {
            const double bend = std::fabs(one.change(side) - side * one.slope);
            if (!std::isfinite(bend) || !(bend <= 3 * error)) return HUGE_VAL;
        }
    }
    return error;
}

}  // namespace sigprop

#include "core/evidence/propagated_error.hpp"

#include <cmath>

namespace sigprop {
namespace {

/// The norm of the slopes.
ScaledDouble length_of(std::span<const ErrorDirection> slopes) {
    ScaledDouble square = 0;
    for (const ErrorDirection& one : slopes) square = square + one.slope * one.slope;
    return sqrt(square);
}

}  // namespace

ScaledDouble propagated_error(std::span<const ErrorDirection> directions, double max_standard_errors) {
    const ScaledDouble error = length_of(directions);
    for (const ErrorDirection& one : directions) {
        for (const double side : {-max_standard_errors, max_standard_errors}) {
            const ScaledDouble bend = abs(one.change(side) - ScaledDouble(side) * one.slope);
            if (!(bend <= ScaledDouble(3) * error)) return HUGE_VAL;  // also for no number
        }
    }
    return error;
}

}  // namespace sigprop

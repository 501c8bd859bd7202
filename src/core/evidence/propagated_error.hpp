#pragma once
// The propagation of errors: what is computed from sampled numbers has their standard errors, to first order,
// as far as it is close to linear over all the standard errors that a sample is judged by. Beyond that they
// would promise too much (1/x of a sampled x that may be zero).

#include <functional>
#include <span>

namespace sigprop {

/// One way in which the sampled numbers may be off, independent of the others.
struct ErrorDirection {
    double slope = 0;  ///< of the value, a standard error
    /// What the value changes when the numbers are off by that many standard errors; not finite where it has
    /// no value.
    std::function<double(double standard_errors)> change;
};

/// The standard error of the value. Infinite where along one of the directions the value leaves its tangent
/// by more than 3 of them within `max_standard_errors`, or has none there.
[[nodiscard]] double propagated_error(std::span<const ErrorDirection> directions, double max_standard_errors);

}  // namespace sigprop

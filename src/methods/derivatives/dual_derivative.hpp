#pragma once
// The derivative of a function written for any scalar type, by dual numbers: the chain rule, exact up to
// rounding. For a function known only by its values use finite_difference.hpp.
// Reference: A. Griewank and A. Walther, "Evaluating Derivatives", SIAM 2008, chapter 3.

#include <functional>
#include <sigprop/core/ball/dual.hpp>

#include "methods/derivatives/finite_difference.hpp"

namespace sigprop {

using DualFunction = std::function<Dual(const Dual&)>;

/// The slope of f at the dual number x + 1 e.
/// Accuracy estimate only: the error is the scatter of the slopes at neighbouring points; at a kink that is
///          the jump of the slope
/// Errors   InputError if x is not finite; value NaN and error infinite where a slope is not finite
[[nodiscard]] DerivativeEstimate dual_derivative(const DualFunction& f, double x);

}  // namespace sigprop

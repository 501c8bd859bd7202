#pragma once
// The jumps of an integrand of one variable, where step or where() joins two formulas with different values.
// Only one point of a Sobol' net lies in the stratum that holds a jump, so the error there is all or nothing.

#include <optional>
#include <sigprop/core/formula/formula.hpp>
#include <sigprop/core/formula/law.hpp>

namespace sigprop {

/// The square root of the sum of the squared heights of all jumps of f(x0) within the law's range and within
/// 13.2 of zero (1e-39 of a normal law lies beyond); nullopt when they could not all be found.
/// Accuracy estimate only: from values next to the switches in double precision
[[nodiscard]] std::optional<double> jump_height(const Formula& f, const Law& law);

}  // namespace sigprop

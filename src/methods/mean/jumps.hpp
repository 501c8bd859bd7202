#pragma once
// The jumps of an integrand of one variable, where step or where() join two formulas that do not meet: a net
// resolves each with the one point of its stratum, so that the error there is all or nothing.

#include <optional>
#include <sigprop/core/formula/formula.hpp>
#include <sigprop/core/formula/law.hpp>

namespace sigprop {

/// The root of the sum of the squared heights of all jumps of f(x0) within the law's range, at most 13.2 from
/// zero (beyond it lies 1e-39 of a normal law); nullopt when they could not all be found.
/// Accuracy estimate only: values beside the switches in double precision
[[nodiscard]] std::optional<double> jump_height(const Formula& f, const Law& law);

}  // namespace sigprop

#pragma once
// Finds integrands that are the same fraction everywhere, such as the square of the formula "0 * x" or the
// slope of "3". Their mean is that fraction exactly, whereas integration would give a ball around it: around
// zero, such a ball could not prove that 1/sqrt(E f^2) has no value.

#include <optional>
#include <sigprop/core/ball/rational.hpp>
#include <sigprop/core/formula/formula.hpp>

namespace sigprop {

/// The fraction that f equals wherever it has a value, when its structure shows that. Only for formulas that
/// were shown to be finite: 0 * log(x) counts as 0.
[[nodiscard]] std::optional<Rational> constant_integrand(const Formula& f);

}  // namespace sigprop

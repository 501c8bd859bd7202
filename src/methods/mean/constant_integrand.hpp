#pragma once
// An integrand that is the same fraction everywhere, such as the square of a formula "0 * x" or the slope of
// "3": its mean is that fraction exactly, which no enclosure by integration is. Only then is 1/sqrt(E f^2)
// proved to have no value, where a ball around zero would leave it open.

#include <optional>
#include <sigprop/core/ball/rational.hpp>
#include <sigprop/core/formula/formula.hpp>

namespace sigprop {

/// The fraction that f is wherever it has a value, when its structure says so. Ask only about formulas that
/// were shown to be finite: 0 * log(x) counts as 0.
[[nodiscard]] std::optional<Rational> constant_integrand(const Formula& f);

}  // namespace sigprop

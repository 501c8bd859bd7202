#pragma once
// One proved mean under the standard normal law, for searches that need many of them.

#include "quantities/quantity.hpp"

namespace sigprop {

/// The best proof among the routes, to `digits`; a search computes many values, so a single one with few
/// digits must not spend the whole budget.
[[nodiscard]] Answer proved_value(const std::vector<Route>& routes, long digits, const Context& context);

/// E integrand(z), z ~ N(0, 1).
[[nodiscard]] Answer normal_integral(const Formula& integrand, long digits, const Context& context);

}  // namespace sigprop

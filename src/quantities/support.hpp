#pragma once
// What the themes share: checking arguments and writing routes.

#include <sigprop/core/errors.hpp>
#include <sigprop/quantities/quantity.hpp>

namespace sigprop {

/// InputError naming the parameter when the value is infinite.
void require_finite(const Real& value, const std::string& name);
/// InputError naming the parameter unless the value is proved positive (and finite).
void require_positive(const Real& value, const std::string& name);

[[nodiscard]] RoutePlan closed_form(std::function<Computed(long bits)> value);

/// The mean of each integrand under the law, put into `combine` as x0, x1, …
[[nodiscard]] RoutePlan expectation(std::vector<Formula> integrands, Law law, const Formula& combine);

}  // namespace sigprop

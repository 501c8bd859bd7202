#pragma once
// Everything that can be asked for by name.

#include <string>
#include <string_view>
#include <vector>

#include "quantities/quantity.hpp"

namespace sigprop {

/// All quantities, grouped by theme, in a fixed order.
[[nodiscard]] const std::vector<Quantity>& catalogue();

/// By name or alias; nullptr when there is none.
[[nodiscard]] const Quantity* find_quantity(std::string_view name);

/// The formula of the quantity that an expression calls, as a <math> element; "" for other expressions, and
/// for those that a later version wrote.
[[nodiscard]] std::string called_formula_mathml(const std::string& expression);

}  // namespace sigprop

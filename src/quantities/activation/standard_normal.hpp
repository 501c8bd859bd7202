#pragma once
// Moments of activations for use inside other quantities, such as the gain of an initialisation scheme.

#include <string_view>
#include <vector>

#include "quantities/quantity.hpp"

namespace sigprop {

/// The routes of activation.<moment>(f) at std 1 and mean 0.
[[nodiscard]] std::vector<Route> of_standard_normal(std::string_view moment, const Activation& f);

}  // namespace sigprop

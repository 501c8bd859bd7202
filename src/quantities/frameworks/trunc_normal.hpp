#pragma once
// trunc_normal_ of PyTorch and timm: the same law, with limits in the units of the weights. PyTorch to 1.13.1
// and timm invert the cdf in the weights' own type; PyTorch 2.15 draws again what lies outside.

#include <string_view>

#include "quantities/quantity.hpp"

namespace sigprop::frameworks {

[[nodiscard]] Quantity trunc_normal_quantity(std::string_view name);

}  // namespace sigprop::frameworks

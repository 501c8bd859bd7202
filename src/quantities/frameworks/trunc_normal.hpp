#pragma once
// trunc_normal_ of PyTorch and timm: one law, with limits in the units of the weights. PyTorch 2.15 draws
// again what lies outside (where at most 0.3 of the normal lies between, it draws from the uniform law and
// accepts by the density); timm and PyTorch 1.13.1 invert the cdf, which in float32 now and then gives a
// limit.

#include <string_view>

#include "quantities/quantity.hpp"

namespace sigprop::frameworks {

enum class Sampling : std::uint8_t { rejection, inversion };

[[nodiscard]] Quantity trunc_normal_quantity(std::string_view name, Sampling sampling);

}  // namespace sigprop::frameworks

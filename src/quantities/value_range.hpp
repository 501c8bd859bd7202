#pragma once
// What a quantity can be for the arguments of a call.

#include "quantities/quantity.hpp"

namespace sigprop {

/// The quantity's range, which is that of each sampled network and of means over them; but a `statistic` over
/// networks may be a variance or be taken of logarithms.
[[nodiscard]] NumberRange values_of(const Quantity& quantity, const Arguments& arguments);

}  // namespace sigprop

#pragma once
// trunc_normal_ of PyTorch and timm, which are one piece of code with limits in the units of
// the weights, and trunc_normal_tf_ of timm, with limits in units of the std.

#include <string>

#include "quantities/quantity.hpp"

namespace sigprop::frameworks {

struct TruncNormal {
    std::string group, alias, source;
};
[[nodiscard]] Quantity trunc_normal_quantity(const TruncNormal& of);

/// timm's trunc_normal_tf_: the same arguments, with limits in units of std.
[[nodiscard]] Quantity trunc_normal_tf_quantity(const std::string& source);

}  // namespace sigprop::frameworks

#pragma once
// What PyTorch's layers hold right after they are made.

#include "quantities/quantity.hpp"

namespace sigprop::frameworks {

[[nodiscard]] Quantity torch_linear_quantity();
[[nodiscard]] Quantity torch_conv_quantity();
[[nodiscard]] Quantity torch_embedding_quantity();

}  // namespace sigprop::frameworks

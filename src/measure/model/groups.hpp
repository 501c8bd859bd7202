#pragma once
// Tensors of the same place in every layer, together: their law, and how their std goes with the layer.

#include "measure/model/model.hpp"

namespace sigprop {

[[nodiscard]] std::vector<ModelGroup> groups_of(const ModelScan& scan);

}  // namespace sigprop

#pragma once
// Tensors of the same place in every layer, together: their law, and how their std goes with the layer.

#include "measure/model/model.hpp"

namespace sigprop {

[[nodiscard]] std::vector<ModelGroup> groups_of(const ModelScan& scan);

/// Among matrices of one shape that no layer's number joins, those whose std is not that of the others.
[[nodiscard]] std::vector<ModelApart> apart_in(const ModelScan& scan, const std::vector<ModelGroup>& groups);

/// "fc2.weight: std 0.02; the 3 others of shape [128, 128]: 0.0042"
[[nodiscard]] std::string text_of(const ModelApart& apart, const ModelScan& scan);

}  // namespace sigprop

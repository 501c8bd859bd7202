#pragma once
// What is odd about a model: entries that are no numbers, matrices of zeros, layers unlike their neighbours,
// copies, weights that are fresh among trained ones or trained among fresh ones, and what the nearest recipe
// has otherwise.

#include "measure/model/model.hpp"

namespace sigprop {

/// `audit` has everything but its findings, records and summary.
[[nodiscard]] std::vector<ModelFinding> findings_of(const ModelAudit& audit, const TensorFiles& files);

/// "layers 3, 7 to 9"; empty where no part has a layer.
[[nodiscard]] std::string layers_text(const ModelScan& scan, const std::vector<std::size_t>& parts);

}  // namespace sigprop

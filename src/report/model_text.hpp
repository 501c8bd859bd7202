#pragma once
// An audited model for a terminal: what it is, a table by group of tensors, what is odd.

#include <string>

#include "measure/model/model.hpp"
#include "report/table.hpp"

namespace sigprop {

[[nodiscard]] std::string model_text(const ModelAudit& audit, const TextOptions& options = {});
[[nodiscard]] std::string model_markdown(const ModelAudit& audit);
/// One row for each tensor, or matrix of a fused one.
[[nodiscard]] std::string model_csv(const ModelAudit& audit);

}  // namespace sigprop

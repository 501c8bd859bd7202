#pragma once
// What changed between two checkpoints, for a terminal.

#include <string>
#include <vector>

#include "measure/model/against.hpp"
#include "report/table.hpp"

namespace sigprop {

[[nodiscard]] std::string against_text(const std::vector<TensorComparison>& compared,
                                       const TextOptions& options = {});
[[nodiscard]] std::string against_markdown(const std::vector<TensorComparison>& compared);
[[nodiscard]] std::string against_csv(const std::vector<TensorComparison>& compared);

}  // namespace sigprop

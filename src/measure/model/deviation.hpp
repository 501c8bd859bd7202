#pragma once
// What a tensor is instead of what was expected: the factor between the two and where such a factor comes
// from, the usual mistakes with the expected numbers, the initialiser it looks like.

#include <string>

#include "measure/model/recipes.hpp"

namespace sigprop {

/// "its std is 1.414 times the expected: sqrt(2); it looks like …"; empty when nothing is known.
[[nodiscard]] std::string deviation_text(const ModelPart& part, const ExpectedLaw& expected,
                                         const ModelScan& scan, const std::vector<ModelSize>& sizes);

/// Whether it is as PyTorch makes a layer that nobody initialises: uniform on ±1/sqrt(fan_in); a table of
/// embeddings of std 1.
[[nodiscard]] bool is_torch_default(const ModelPart& part);

}  // namespace sigprop

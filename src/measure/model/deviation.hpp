#pragma once
// What a tensor is instead of what was expected: the factor between the two and where such a factor comes
// from, the usual mistakes with the expected numbers, the initialiser it looks like.

#include <string>
#include <vector>

#include "measure/model/recipes.hpp"

namespace sigprop {

/// "its std is 1.414 times the expected: sqrt(2); it looks like …"; empty when nothing is known.
[[nodiscard]] std::string deviation_text(const ModelPart& part, const Difference& expected,
                                         const ModelScan& scan, const std::vector<ModelSize>& sizes);

/// Where that factor comes from, the likeliest; empty where that is not known.
[[nodiscard]] std::string deviation_cause(const ModelPart& part, const Difference& expected,
                                          const ModelScan& scan, const std::vector<ModelSize>& sizes);

/// Whether it is as PyTorch makes a layer that nobody initialises: uniform on ±1/sqrt(fan_in); a table of
/// embeddings of std 1.
[[nodiscard]] bool is_torch_default(const ModelPart& part);

/// PyTorch's defaults where others are expected.
struct FoundDefaults {
    std::vector<std::size_t> parts;
    std::size_t random = 0;  ///< parts whose law is random, and that tell

    /// Whether they stand in half of the model: its initialisation was not called.
    [[nodiscard]] bool never_ran() const { return parts.size() > 1 && parts.size() * 2 >= random; }
};
[[nodiscard]] FoundDefaults defaults_in(const ModelScan& scan, const ModelExpectation& expected);

}  // namespace sigprop

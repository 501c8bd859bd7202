#pragma once
// The table of normalisation layers as text: sigprop show normalization,
// sigprop show layer_norm, sigprop show LlamaRMSNorm.

#include <string>
#include <vector>

#include "quantities/normalization/table.hpp"

namespace sigprop::tool {

/// The name of the whole table for `show`.
inline constexpr std::string_view norm_layers_name = "normalization";

/// "(x - mean) / sqrt(var + eps)".
[[nodiscard]] std::string formula_of(const NormLayer& layer);

/// Every layer with its implementations, one line each.
[[nodiscard]] std::string norm_layer_text();

/// One layer in full, with the notes and sources of its implementations.
[[nodiscard]] std::string norm_layer_text(const NormLayer& layer);

/// One implementation in full, with the classes that compute the same.
[[nodiscard]] std::string norm_implementation_text(const NormImplementation& one);

/// Every name that norm_layer_named finds, and `normalization`: for "did you mean".
[[nodiscard]] std::vector<std::string> norm_layer_names();

}  // namespace sigprop::tool

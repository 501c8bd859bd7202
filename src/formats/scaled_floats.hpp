#pragma once
// Numbers of 8 bits with scales beside them: a tensor "x.weight" of fp8, and "x.weight_scale_inv" (DeepSeek,
// one scale for each block of 128 x 128) or "x.weight_scale" (FBGEMM, compressed-tensors: for each row, group
// or tensor). Both multiply, whatever their name says. Without its scales such a tensor is no weight.

#include <optional>
#include <string>
#include <vector>

#include "formats/tensor_formats.hpp"

namespace sigprop {

/// Where the scales of a tensor are.
struct ScaleOf {
    std::size_t tensor = 0;  ///< among all of them
    ElementType type = ElementType::float32;
    ElementType numbers = ElementType::float8_e4m3;  ///< what they scale
    std::vector<std::size_t> shape, block;  ///< of the scales; elements along each axis that share one
};

/// For each tensor, those of its scales. Marks what has them as coded, and scales and tensors that lack
/// theirs as unread. `is_quantised`: somebody says that scales belong to all numbers of 8 bits; else those of
/// files without any scales are numbers as they are. `notes` is told how many lack them.
[[nodiscard]] std::vector<std::optional<ScaleOf>> find_scales(std::vector<StoredTensor>& tensors,
                                                              bool is_quantised, FileNotes& notes);

/// The products.
/// Errors   IoError when the temporary file cannot be written
[[nodiscard]] TensorElements scaled_elements(const TensorView& numbers, const TensorView& scales,
                                             const ScaleOf& where, const std::string& shown);

}  // namespace sigprop

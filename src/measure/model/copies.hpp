#pragma once
// Tensors with the same numbers: layers that were copied, embeddings that are tied.

#include <vector>

#include "formats/tensor_files.hpp"
#include "measure/model/scan.hpp"

namespace sigprop {

/// Sets of parts with the same numbers, the first of each set first; constants aside. Only parts of equal
/// statistics are read again.
[[nodiscard]] std::vector<std::vector<std::size_t>> copies_in(const ModelScan& scan,
                                                              const TensorFiles& files);

/// The experts with the same numbers in a tensor that has one matrix for each, along its first axis.
[[nodiscard]] std::vector<std::vector<std::size_t>> equal_experts(const ModelPart& part,
                                                                  const TensorFiles& files);

}  // namespace sigprop

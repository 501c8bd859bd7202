#pragma once
// Tensors whose numbers are made from what lies in a file: quantised blocks, numbers with scales beside them.
// They go to a temporary file as float32, some at a time, so that memory stays flat.

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "formats/tensor_formats.hpp"

namespace sigprop {

/// Fills both, for the numbers from `first` on; a reach is how far the weight may lie from its number.
using DecodeNumbers =
    std::function<void(std::size_t first, std::span<float> values, std::span<float> reaches)>;

/// `at_once` numbers are asked for at a time, fewer at the end. `shown` names the tensor in messages.
/// Errors   IoError when the temporary file cannot be written
[[nodiscard]] TensorElements decoded_elements(const std::vector<std::size_t>& shape, std::size_t at_once,
                                              const std::string& shown, const DecodeNumbers& decode);

}  // namespace sigprop

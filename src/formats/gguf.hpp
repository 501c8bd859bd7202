#pragma once
// The tensors of a GGUF file, as llama.cpp writes them: key-value pairs, then a description of each tensor,
// then their bytes, aligned. Quantised tensors are named with their type and not read. As strict as
// safetensors.hpp. Reference: ggml, docs/gguf.md, versions 2 and 3, little-endian.

#include <cstddef>
#include <span>
#include <string>

#include "formats/tensor_formats.hpp"

namespace sigprop {

/// In the order of their bytes; shapes with the slowest axis first, as in PyTorch (the file has them
/// reversed).
/// Errors   InputError "name: what is wrong, and the fix"
[[nodiscard]] TensorListing read_gguf(std::span<const std::byte> bytes, const std::string& name);

}  // namespace sigprop

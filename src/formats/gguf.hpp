#pragma once
// The tensors of a GGUF file, as llama.cpp writes them: key-value pairs, then a description of each tensor,
// then their bytes, aligned. Quantised tensors are read as float32 (ggml_blocks.hpp); those of a type with
// tables of hundreds of numbers (IQ1 to IQ3) are named and left out. As strict as safetensors.hpp. Reference:
// ggml, docs/gguf.md, versions 2 and 3, little-endian.

#include <cstddef>
#include <span>
#include <string>

#include "formats/tensor_formats.hpp"

namespace sigprop {

/// In the order of their bytes; shapes with the slowest axis first, as in PyTorch (the file has them
/// reversed). The bytes must outlive what opens the tensors.
/// Errors   InputError "name: what is wrong, and the fix"
[[nodiscard]] TensorListing read_gguf(std::span<const std::byte> bytes, const std::string& name);

}  // namespace sigprop

#pragma once
// The tensors of a .safetensors file: a header of JSON names them, with type, shape and the range of their
// bytes behind it. The header is not trusted: it is checked as a whole before any tensor is looked at, in
// time and memory that are bounded by its size. Nothing is copied; a range is a view into the mapped file.
// Reference: Hugging Face, "safetensors", README.md, "Format": the ranges fill the rest of the file without
// holes and without overlaps, and a header has at most 100 MB.

#include <cstddef>
#include <span>
#include <string>

#include "formats/tensor_formats.hpp"

namespace sigprop {

/// `bytes` are those of the whole file.
/// Errors   InputError "name: what is wrong, and the fix": no such file at all; a length beyond the file or
///          100 MB; JSON that is malformed, deep, or repeats a name; an unknown key or type; a range that is
///          reversed, beyond the file, unlike type and shape, or overlaps another or leaves a hole
[[nodiscard]] TensorListing read_safetensors(std::span<const std::byte> bytes, const std::string& name);

}  // namespace sigprop

#pragma once
// The tensors of a .safetensors file: a header of JSON names them, with type, shape and the range of their
// bytes behind it. The header is not trusted: it is checked as a whole before any tensor is looked at, in
// time and memory that are bounded by its size. Nothing is copied; a range is a view into the mapped file.
// Reference: Hugging Face, "safetensors", README.md, "Format": the ranges fill the rest of the file without
// holes and without overlaps, and a header has at most 100 MB.

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "formats/tensor_files.hpp"

namespace sigprop {

struct SafetensorsHeader {
    std::vector<StoredTensor> tensors;  ///< in the order of their bytes
    std::vector<std::pair<std::string, std::string>> metadata;
};

/// `bytes` are those of the whole file.
/// Errors   InputError "name: what is wrong, and the fix": no such file at all; a length beyond the file or
///          100 MB; JSON that is malformed, deep, or repeats a name; an unknown key or type; a range that is
///          reversed, beyond the file, unlike type and shape, or overlaps another or leaves a hole
[[nodiscard]] SafetensorsHeader read_safetensors(std::span<const std::byte> bytes, const std::string& name);

}  // namespace sigprop

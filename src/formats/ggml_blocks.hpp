#pragma once
// The types of ggml's tensors, and the numbers that blocks of quantised types stand for. Of each number it is
// said, too, how far the weight may lie that it stands for.
//
// A block holds whole numbers q ("levels") and one scale d, in some types a shift m, in others scales of
// parts of it, which are numbers of a scale themselves. The number is q d, q d - m, or a value of a table for
// q, times d. Reference: ggml, src/ggml-quants.c (dequantize_row_*) and src/ggml-common.h (blocks), commit
// d99724f2; the same operations in float, so that the numbers are ggml's to the last bit.
//
// How far. A weight that was rounded to the nearest level lies within half the distance of two levels from
// it. At the first and the last level it may have lain beyond them: Q4_0 has 8 levels on one side of 0 and 7
// on the other, so that a weight may be a whole distance away; that much is allowed at the ends of all types.
// Scales and shifts are rounded, too: float16 by half a unit in its last place, u(d), a scale that is s d for
// a whole number s by |d|/2; a level q moves by |q| times that. Own derivation, for quantisers that round to
// the nearest level and lose no more than one distance at the ends, as those of ggml for Q4_0 to Q8_K, TQ and
// MXFP4 do by construction. For the others ggml searches scales of least square error, which leaves a weight
// in a thousand up to 1.6 times as far. What a tensor's moments rest on is the mean square, and there the
// bound is the larger by a factor of 1.7 or more for all types, of normal, uniform and heavy-tailed weights
// (tests/vectors/ggml_blocks.py measures it with ggml's own code).

#include <cstdint>
#include <optional>
#include <sigprop/formats/npy.hpp>
#include <span>
#include <string_view>

namespace sigprop {

/// One block; `values` and `reaches` have room for its elements.
using DecodeBlock = void (*)(const std::uint8_t* block, float* values, float* reaches);

/// A type of ggml: `bytes` for each `elements` of a row.
struct GgmlType {
    std::uint32_t code;
    std::string_view name;
    std::uint64_t elements, bytes;
    std::optional<ElementType> type = {};  ///< of elements that lie in the file as they are
    DecodeBlock decode = nullptr;          ///< of blocks that are read
    bool is_searched = false;              ///< scales are those of least square error, as ggml finds them
    /// Whether it is a type of weights that is not read, as those with tables of hundreds of numbers.
    [[nodiscard]] bool is_unread() const { return elements > 1 && decode == nullptr; }
};

[[nodiscard]] std::span<const GgmlType> ggml_types();

/// A null pointer for one that is not known.
[[nodiscard]] const GgmlType* ggml_type(std::uint32_t code);
[[nodiscard]] const GgmlType* ggml_type(std::string_view name);

}  // namespace sigprop

#pragma once
// Six binary digits at a time flipped at random, on vectors: one level of Owen's nested scrambling. Whether a
// digit is flipped depends on those before it, by a word of 64 random bits for the first of the six.

#include <cstdint>
#include <span>

namespace sigprop {

inline constexpr int nested_digits = 6;

/// Flips in flipped[k] the digits before + 1 to before + 6 of x[k]; of words[k], bit 2^j + p says whether the
/// prefix of j digits p among the six flips the next one. Leaves in words[k] the index of the word that
/// belongs to all these digits: 2^(before + 6) + the first before + 6 digits of x[k].
/// Shapes   as many of each; before < 58
void flip_nested(std::span<const std::uint64_t> x, int before, std::span<std::uint64_t> words,
                 std::span<std::uint64_t> flipped);

}  // namespace sigprop

#pragma once
// One level of Owen's nested scrambling: flips six binary digits at random, for whole vectors. The digits
// before the six select a word of 64 random bits; for each of the six, those before it select a bit.

#include <cstdint>
#include <span>

namespace sigprop {

inline constexpr int nested_digits = 6;

/// Flips in flipped[k] the digits before + 1 to before + 6 of x[k]: bit 2^j + p of words[k] says whether the
/// next digit is flipped when the first j of the six are p. Leaves in words[k] the index of the next word,
/// which belongs to all these digits: 2^(before + 6) + the first before + 6 digits of x[k].
/// Shapes   spans of one length; before < 58
void flip_nested(std::span<const std::uint64_t> x, int before, std::span<std::uint64_t> words,
                 std::span<std::uint64_t> flipped);

}  // namespace sigprop

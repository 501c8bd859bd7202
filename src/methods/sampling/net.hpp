#pragma once
// The 64 bits of a coordinate of a net as a number, on vectors: a word w stands for v = (w + 1/2) / 2^64 in
// (0, 1), and 1 - v for its mirror image. Both ends, and the middle from both sides, are equally fine: odd
// and even functions of the bits stay exactly so, with the same bits on every vector set. `stretched` takes
// phi(v) = v^2 (3 - 2 v) for v, whose weight is phi'(v) = 6 v (1 - v); net_source.hpp says what for.

#include <cstdint>
#include <span>

namespace sigprop {

/// The distance from the nearer end of (0, 1), and from the middle: below zero in the lower half, never zero.
/// Shapes   spans of one length
/// Accuracy relative error <= 1e-15 of each
void net_coordinates(std::span<const std::uint64_t> words, bool stretched, std::span<double> from_end,
                     std::span<double> from_half);

/// The standard normal quantiles there: those that normal_quantiles has for these coordinates.
/// Shapes   spans of one length
void net_normals(std::span<const std::uint64_t> words, bool stretched, std::span<double> out);

/// Multiplies each number by the weight of its word.
/// Shapes   spans of one length
void multiply_by_weights(std::span<const std::uint64_t> words, std::span<double> numbers);

}  // namespace sigprop

#pragma once
// Finds the samples that rejection must draw again.

#include <cstddef>
#include <cstdint>
#include <span>

namespace sigprop {

/// The widest vector of indices that may be written although only some of them count.
inline constexpr std::size_t max_lanes = 16;

/// Writes first + k, ascending, for every values[k] outside [lower, upper] and returns how many there are.
/// Shapes   indices.size() >= values.size() + max_lanes: what lies beyond the count is overwritten too
[[nodiscard]] std::size_t indices_outside(std::span<const double> values, double lower, double upper,
                                          std::uint64_t first, std::span<std::uint64_t> indices);
[[nodiscard]] std::size_t indices_outside(std::span<const float> values, float lower, float upper,
                                          std::uint64_t first, std::span<std::uint64_t> indices);

}  // namespace sigprop

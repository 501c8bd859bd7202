#pragma once
// Sums of powers over a block of weights as they are stored, with the processor's widest vectors. Lanes are
// sixteen on every target and no product is fused, so that results have the same bits on all of them.

#include <array>
#include <cstddef>
#include <cstdint>

namespace sigprop {

inline constexpr std::size_t weight_lanes = 16;

/// d = scale (w - shift); magnitudes are |w - centre| scale. Of the types below every d^4 is a double for the
/// scale 1, which they need.
struct WeightUnits {
    double shift = 0, scale = 1, centre = 0;
};

/// Entry i belongs to lane i mod 16.
struct WeightSums {
    using Lanes = std::array<double, weight_lanes>;
    Lanes first{}, second{}, third{}, fourth{}, magnitude{};
    double least = 0, most = 0;
    std::uint64_t zeros = 0;
    std::uint64_t bits = 0;  ///< all fractions, or'ed, as those of doubles
    /// Whether every entry is finite and normal or zero; the sums are worth nothing otherwise.
    bool plain = true;
};

/// `count` is a multiple of 16, and not 0.
void sum_float32(const void* weights, std::size_t count, const WeightUnits& units, WeightSums& sums);
void sum_bfloat16(const void* weights, std::size_t count, const WeightUnits& units, WeightSums& sums);
void sum_float16(const void* weights, std::size_t count, const WeightUnits& units, WeightSums& sums);

}  // namespace sigprop

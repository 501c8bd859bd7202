#pragma once
// RoPE's least base for a length: above it, the mean score that a token gives itself, less that it gives to
// another at distance m, sum over i of cos(m b^(-2 i/dim)), is at no distance up to the length negative.
// The sum is followed from the largest base down, in log b, by steps that no zero fits into: from its value,
// its slope and a bound of its second derivative below. Where it ends, two signs and a slope enclose the
// zero.

#include <cstdint>

#include "methods/route.hpp"

namespace sigprop {

/// Positions beyond which the search would take minutes.
inline constexpr std::uint64_t longest_proved_context = 16384;

/// Bases are looked at from here down.
inline constexpr double largest_base = 1e9;

/// The infimum of the bases b0 such that the sum is at least 0 for all distances up to `length` and all bases
/// from b0 to 10^9.
/// Errors   domain when it is negative at 10^9; unable for lengths above longest_proved_context
[[nodiscard]] Answer least_base(std::uint64_t length, std::int64_t dim, long bits, const Context& context);

/// The same by balls alone, for lengths up to this.
inline constexpr std::uint64_t longest_context_by_balls = 512;
[[nodiscard]] Answer least_base_by_balls(std::uint64_t length, std::int64_t dim, long bits,
                                         const Context& context);

}  // namespace sigprop

#pragma once
// The mean of an order statistic of n independent standard normal numbers, for n up to 2^63. The mass above
// the j-th largest has the law Beta(j, n + 1 - j). Two proofs: an integral over the density, which is wide
// enough for Gauss's rule near the ends of the order (or where n is small), and Taylor's polynomial of the
// quantile in the central moments of that law, whose rest is small in the middle of the order.

#include <cstdint>

#include "methods/route.hpp"

namespace sigprop {

/// The j-th largest of n numbers, 2 j <= n: its mean is positive.
struct UpperOrder {
    std::uint64_t n = 2, j = 1;
};

/// What is integrated: x times the density, or, after an integration by parts, the density of the mass
/// differentiated, times the square of the normal density.
enum class OrderIntegrand : std::uint8_t { mean, by_parts };

/// Errors   unable where j and n are so large that the density is too narrow
[[nodiscard]] Answer order_by_integral(const UpperOrder& order, OrderIntegrand integrand, long bits,
                                       const Context& context);

/// Errors   unable where j is so small that Taylor's rest never becomes small
[[nodiscard]] Answer order_by_moments(const UpperOrder& order, long bits, const Context& context);

/// Of one number, above and below x; each as precise as it is small.
struct NormalMasses {
    Ball above, below;
};

/// Bound of the probability that so many of n numbers exceed x: at least `count` of them (side 1) where count
/// >= n above, at most so many (side -1) where count <= n above. Log of it; 0 where neither is shown.
/// Source   Chernoff 1952: exp(-n KL(count/n || above))
[[nodiscard]] Ball log_chernoff(std::uint64_t n, std::uint64_t count, const NormalMasses& masses, int side);

}  // namespace sigprop

#pragma once
// Sums over batches of samples, in the order in which vectors of any width can make them: sample k adds to
// lane k mod 32, a product and its addition are rounded once, and the lanes are added as a tree. This fixes
// every rounding, so that every machine and compiler gives the same double. Floats are first converted to
// doubles: their sums are as good as those of doubles.

#include <cstddef>
#include <span>

namespace sigprop {

inline constexpr std::size_t lane_count = 32;

struct alignas(64) Lanes {
    double values[lane_count] = {};

    /// lane l += lane l + 16, then l + 8, …
    [[nodiscard]] double total() const;
    [[nodiscard]] double largest() const;
};

/// Sums over the differences d[k] = values[k] - shift.
struct LaneSums {
    Lanes differences;
    Lanes squares;
};

/// Adds the differences of values, the first of which has a sample number divisible by 32; also writes them
/// to `differences` unless that is null.
void add_differences(std::span<const double> values, double shift, LaneSums& sums, double* differences);
void add_differences(std::span<const float> values, double shift, LaneSums& sums, double* differences);

/// products[k mod 32] += a[k] b[k], for equally long spans.
void add_products(std::span<const double> a, std::span<const double> b, Lanes& products);

}  // namespace sigprop

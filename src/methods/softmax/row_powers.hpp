#pragma once
// g^n for n = 2^a on the grid of a softmax table, each from the one before by one squaring per point, so that
// a sweep n = 2, 4, 8, … needs no exponential. Where q = 1 - g^n is small, 1 - g^(2n) = q (2 - q) keeps its
// relative accuracy; elsewhere (g^n)^2 loses one bit per squaring, until g^n is negligible. Every 16th power
// is computed from log g, so that a high power does not need all lower ones.

#include <cstddef>

#include "methods/quadrature/arb_vector.hpp"
#include "methods/softmax/plan.hpp"

namespace sigprop {

/// The values at the points first … end - 1: 1 - g^n below `split`, g^n from there on. To the left, n (1 - g)
/// is below the plan's accuracy; to the right, g^n falls, and is below `rest`.
struct RowPowers {
    std::size_t first = 0, split = 0, end = 0;
    ArbVector values;
    Ball rest;

    [[nodiscard]] arb_srcptr at(std::size_t place) const { return values.at(place - first); }
    [[nodiscard]] bool has(std::size_t place) const { return place >= first && place < end; }
};

inline constexpr int row_powers = 64;     ///< n = 2^0 … 2^63
inline constexpr int powers_afresh = 16;  ///< every such power is computed from log g

/// n = 1, on a grid that extends as far left as the 15 next powers need.
[[nodiscard]] RowPowers first_powers(const SoftmaxPlan& plan, const ArbVector& deficits);

/// n = 2^a for a multiple a of powers_afresh, likewise; log g is read only where 1 - g < 1/2.
[[nodiscard]] RowPowers powers_from_logarithm(int a, const SoftmaxPlan& plan, const ArbVector& deficits,
                                              const ArbVector& log_survivals);

/// The powers 2 n from the powers n.
[[nodiscard]] RowPowers next_powers(const RowPowers& half, const SoftmaxPlan& plan);

/// Whether everything to the left of u is negligible in the integral of log S for n = e^log_n.
[[nodiscard]] bool is_before_row(double u, double log_n, const SoftmaxPlan& plan);

}  // namespace sigprop

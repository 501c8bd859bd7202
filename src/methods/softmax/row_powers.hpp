#pragma once
// g^n for n = 2^a on the grid of a softmax table, each from the one before by a squaring a point, so that a
// sweep n = 2, 4, 8, … asks for no exponential. With q = 1 - g^n small, 1 - g^(2n) = q (2 - q) keeps its
// relative accuracy; where g^n is away from 1, (g^n)^2 loses a bit each time until nothing is left of it.
// Every 16th power starts afresh from log g, so that a high one does not need all of those before.

#include <cstddef>

#include "methods/quadrature/arb_vector.hpp"
#include "methods/softmax/plan.hpp"

namespace sigprop {

/// Of the points first … end - 1: 1 - g^n below `split`, g^n from there on. To the left n (1 - g) is below
/// what the plan resolves; to the right g^n falls, and is below `rest`.
struct RowPowers {
    std::size_t first = 0, split = 0, end = 0;
    ArbVector values;
    Ball rest;

    [[nodiscard]] arb_srcptr at(std::size_t place) const { return values.at(place - first); }
    [[nodiscard]] bool has(std::size_t place) const { return place >= first && place < end; }
};

inline constexpr int row_powers = 64;     ///< n = 2^0 … 2^63
inline constexpr int powers_afresh = 16;  ///< between those made from log g

/// n = 1, reaching as far left as the 15 powers that follow need.
[[nodiscard]] RowPowers first_powers(const SoftmaxPlan& plan, const ArbVector& deficits);

/// n = 2^a, a a multiple of powers_afresh, reaching as far; log g is read where 1 - g < 1/2 alone.
[[nodiscard]] RowPowers powers_from_logarithm(int a, const SoftmaxPlan& plan, const ArbVector& deficits,
                                              const ArbVector& log_survivals);

/// From n to 2 n.
[[nodiscard]] RowPowers next_powers(const RowPowers& half, const SoftmaxPlan& plan);

/// True where all that is left of u is negligible in the integral of log S for n = e^log_n.
[[nodiscard]] bool is_before_row(double u, double log_n, const SoftmaxPlan& plan);

}  // namespace sigprop

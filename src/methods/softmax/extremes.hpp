#pragma once
// The largest of n attention weights, proved: a = softmax(x) for independent x_1 … x_n ~ N(0, std^2). Means
// of powers need one table of a Laplace transform (softmax/means.hpp); the largest weight needs a second
// variable, because the other logits are conditioned to lie below the largest.

#include <cstdint>
#include <sigprop/core/ball/real.hpp>
#include <sigprop/core/base/context.hpp>

#include "methods/route.hpp"

namespace sigprop {

/// Independent normal logits: 2 <= n <= 2^63, std in 1e-3 to 64.
struct NormalRow {
    Real std = Real(1);
    std::uint64_t n = 2;
};

/// E max a, with about `bits` correct bits: an integral over the largest logit and over the variable of a
/// Laplace transform, by the trapezoidal rule in both. The time grows like bits^4.
/// Errors   none: Status::unable with the reason when it would exceed context.budget; Interrupted, TimeSpent
[[nodiscard]] Answer mean_max_weight(const NormalRow& row, long bits, const Context& context);

/// P(max a > threshold), 0 < threshold < 1: n P(a_1 > threshold) for a threshold >= 1/2, because no two
/// weights exceed it; 1 for a threshold <= 1/n. A probability below 2^-bits may be enclosed by [0, bound].
/// Errors   none: Status::unable for other thresholds, and beyond context.budget; Interrupted, TimeSpent
[[nodiscard]] Answer fraction_of_rows_above(const NormalRow& row, const Real& threshold, long bits,
                                            const Context& context);

/// The median of max a, where it is above 1/2: the root of P(max a > t) = 1/2 between two proved signs.
/// Errors   none: Status::unable for a median <= 1/2, and beyond context.budget; Interrupted, TimeSpent
[[nodiscard]] Answer median_of_max_weight(const NormalRow& row, long bits, const Context& context);

}  // namespace sigprop

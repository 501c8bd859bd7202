#pragma once
// Sums over the softmax of one row of logits, taken one tile of logits at a time and without storing the
// weights, for rows of any length. The largest logit is kept apart and everything else is relative to it, so
// that neither log S - sum a x nor the norm of the Jacobian loses digits where one weight is close to 1.
// Weights are floats with the error of their exponential (1 ulp). Logit k of a tile adds to lane k mod 16:
// eight at a time are added as floats, these sums as doubles, and the lanes as a tree. That fixes every
// rounding, so each vector instruction set gives the same bits.

#include <cstddef>
#include <span>

#include "core/base/doubles.hpp"

namespace sigprop {

/// The largest number of logits per call: the logits drawn for one call stay in the first-level cache.
inline constexpr std::size_t softmax_tile = 4096;

/// Sums over the logits x of a row so far, except the largest of them, m.
struct LogitSums {
    double largest = -infinity;  ///< m
    double powers = 0;           ///< sum of e^(x - m)
    double products = 0;         ///< sum of (x - m) e^(x - m)
    double squares = 0;          ///< sum of e^(2 (x - m))
    double cubes = 0;            ///< sum of e^(3 (x - m))
};

/// Adds the logits x = scale z[k]. The largest z is overwritten.
/// Shapes   1 <= z.size() <= softmax_tile; scale > 2^-90; z and scale z finite, |z| < 2^80. If the largest is
///          not finite, no sum of the row is
/// Accuracy relative error of each sum <= 2^-22, which includes leaving out weights below e^-29 of the tile's
///          second largest
void add_logits(std::span<float> z, float scale, LogitSums& row);

/// With S = sum e^x and the weights a = e^x / S.
struct SoftmaxRow {
    double entropy = 0;  ///< nats
    double log_partition = 0;
    double participation = 0;  ///< sum a^2
    double sum_cubes = 0;
    double jacobian_norm = 0;  ///< |diag(a) - a a^T|_F^2, accurate relative to itself
    double max_weight = 0;
};

[[nodiscard]] SoftmaxRow softmax_row(const LogitSums& row);

}  // namespace sigprop

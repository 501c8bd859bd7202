#pragma once
// The softmax of one row of logits, summed up without ever holding its weights: a tile of logits at a time,
// for rows of any length. The largest logit is kept apart and everything else is taken relative to it, so
// that neither log S - sum a x nor the norm of the Jacobian loses digits where one weight is close to 1.
// Weights are floats with the error of their exponential (1 ulp). Logit k of a tile adds to lane k mod 16,
// where eight at a time are added as floats, those sums as doubles; the lanes are added as a tree. That fixes
// every rounding: each vector set gives the same bits.

#include <cstddef>
#include <limits>
#include <span>

namespace sigprop {

/// Logits that a call takes at most: what is drawn at once stays in the first cache.
inline constexpr std::size_t softmax_tile = 4096;

/// Of the logits x of a row so far, m the largest of them: sums over all others.
struct LogitSums {
    double largest = -std::numeric_limits<double>::infinity();  ///< m
    double powers = 0;                                          ///< of e^(x - m)
    double products = 0;                                        ///< of (x - m) e^(x - m)
    double squares = 0;                                         ///< of e^(2 (x - m))
    double cubes = 0;                                           ///< of e^(3 (x - m))
};

/// Adds the logits x = scale z[k]. The largest z is overwritten.
/// Shapes   1 <= z.size() <= softmax_tile; scale > 2^-90; z and scale z finite, |z| < 2^80. Where the largest
///          is not finite, nothing of the row is
/// Accuracy each sum to a relative 2^-22; the logits below e^-29 of the second largest of the tile are left
///          out, which is less
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

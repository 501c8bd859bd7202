#pragma once
// Sampled rows of attention weights: evidence that shares no algebra with softmax/means.hpp, and the only
// evidence for medians. Random numbers depend on seed, law and n alone: all statistics of one (law, n) use
// the same rows.

#include <cstdint>
#include <sigprop/core/base/context.hpp>

#include "methods/route.hpp"

#include "methods/softmax/logit_law.hpp"

namespace sigprop {

enum class RowStatistic : std::uint8_t {
    entropy,
    log_partition,
    mean_logit,
    participation,
    sum_cubes,
    participation_squared,
    jacobian_norm,  ///< |diag(a) - a a^T|_F^2 = sum a^2 - 2 sum a^3 + (sum a^2)^2
    max_weight,
};

/// What is sampled: rows of n keys, or the causal rows of a sequence of n.
struct RowsAsked {
    LogitLaw law;
    std::uint64_t n = 2;
    RowMask mask = RowMask::full;
};

// Each answer is a sample: its radius is one standard error, with its degrees of freedom, plus a sixth of the
// bound of single-precision errors; its work is the number of logits. context.samples counts logits; more are
// drawn where they are cheap or where there would be too few rows (sampled_rows.hpp). The status is `unable`
// with the reason where n is too long to sample, where the rows that carry the mean are too rare to be drawn
// or too few for a standard error, and where none or all of the rows exceed a threshold. The bits are the
// same for any number of threads and every vector instruction set.
// Errors   InputError unless context.samples is in 1 to 2^63; Interrupted, TimeSpent
[[nodiscard]] Answer sampled_row_mean(RowStatistic what, const RowsAsked& rows, const Context& context);
[[nodiscard]] Answer sampled_row_median(RowStatistic what, const RowsAsked& rows, const Context& context);
/// The share of rows whose largest weight exceeds the threshold.
[[nodiscard]] Answer sampled_fraction_above(double threshold, const RowsAsked& rows, const Context& context);

}  // namespace sigprop

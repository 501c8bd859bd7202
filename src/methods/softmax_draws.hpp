#pragma once
// Rows of independent logits, drawn and summed up (core/block_logits.hpp). Causal rows have lengths from 1 to
// n. They are stratified: rows 2k and 2k + 1 of R have independent lengths 1 + floor((k + U) 2n/R), each of
// them with its own logits. The mean over rows is unbiased for the average over the n positions, hardly any of
// its variance is left to the choice of lengths, and half the squared differences within pairs are an
// unbiased estimate of what is left.

#include <string>
#include <vector>

#include "core/block_logits.hpp"
#include "methods/softmax_samples.hpp"

namespace sigprop {

struct DrawnRows {
    std::vector<detail::SoftmaxRow> rows;
    std::uint64_t logits = 0;  ///< in all of them
    bool in_pairs = false;     ///< rows 2k and 2k + 1 are of stratum k; else all rows are alike

    [[nodiscard]] double mean_length() const {
        return static_cast<double>(logits) / static_cast<double>(rows.size());
    }
};

/// Names what is drawn: the random numbers are keyed by it and the seed alone.
[[nodiscard]] std::string identity_of(const RowsAsked& asked);

/// So many rows, an even number, on context.threads threads: the same bits for any number of them, on every
/// vector set. Ranks share no work, each draws them all; no checkpoint keeps them.
/// Errors   Interrupted, TimeSpent
[[nodiscard]] DrawnRows draw_rows(const RowsAsked& asked, std::uint64_t rows, const Context& context);

}  // namespace sigprop

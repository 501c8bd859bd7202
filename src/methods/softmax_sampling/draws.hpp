#pragma once
// Rows of independent logits, drawn and summed up (methods/softmax_sampling/block_logits.hpp). A causal row is looked at while
// it grows: after each of its first keys, and after that at one position at random in every sixteenth of a
// doubling or so, each position with the number of those it stands for as its weight. The weighted mean over
// positions is unbiased for the average over all of them, next to nothing of its variance is left to the
// choice of positions, and rows stay independent and alike.

#include <string>
#include <vector>

#include "methods/softmax_sampling/block_logits.hpp"
#include "methods/softmax_sampling/samples.hpp"

namespace sigprop {

struct DrawnRows {
    std::vector<SoftmaxRow> rows;       ///< of each row in turn what it is at its positions
    std::vector<double> weights = {1};  ///< of these; their sum is 1
    std::uint64_t length = 0;           ///< keys of a row, at its last position

    [[nodiscard]] std::size_t count() const { return rows.size() / weights.size(); }
    [[nodiscard]] std::uint64_t logits() const { return count() * length; }
};

/// Names what is drawn: the random numbers are keyed by it and the seed alone.
[[nodiscard]] std::string identity_of(const RowsAsked& asked);

/// So many rows, on context.threads threads: the same bits for any number of them, on every
/// vector set. Ranks share no work, each draws them all; no checkpoint keeps them.
/// Errors   Interrupted, TimeSpent
[[nodiscard]] DrawnRows draw_rows(const RowsAsked& asked, std::uint64_t rows, const Context& context);

}  // namespace sigprop

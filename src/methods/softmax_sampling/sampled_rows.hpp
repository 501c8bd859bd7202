#pragma once
// Which rows of attention weights are sampled, and the memory of those that were: every statistic of one law
// and length is of the same rows, which are drawn once.

#include <memory>
#include <string>

#include "methods/softmax_sampling/draws.hpp"

namespace sigprop {

/// How many rows: as many as context.samples logits make, and at least 4,096 as long as those have no more
/// than 2^22 logits, 128 otherwise, 32 where 128 are more than 2^28 logits; 2^20 at most.
struct RowCount {
    std::uint64_t rows = 0;
    std::string refusal;  ///< why there are none
};

/// Errors   InputError unless context.samples is in 1 to 2^63
[[nodiscard]] RowCount row_count(const RowsAsked& asked, const Context& context);

/// draw_rows, of which the last results are remembered; whoever asks while they are drawn waits.
[[nodiscard]] std::shared_ptr<const DrawnRows> remembered_rows(const RowsAsked& asked, std::uint64_t rows,
                                                               const Context& context);

}  // namespace sigprop

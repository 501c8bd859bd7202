#pragma once
// The number of rows of attention weights to sample, and a memory of drawn rows: all statistics of one law
// and length use the same rows, which are drawn once.

#include <memory>
#include <string>

#include "methods/softmax_sampling/draws.hpp"

namespace sigprop {

/// How many rows are drawn: as many as context.samples logits make, but at least min(4096, 2^22 / n) and 128,
/// at most 2^20 and as many as max(context.samples, 2^28) logits make; none where these make fewer than 32.
struct RowCount {
    std::uint64_t rows = 0;
    std::string refusal;  ///< why there are none
};

/// Errors   InputError unless context.samples is in 1 to 2^63
[[nodiscard]] RowCount row_count(const RowsAsked& asked, const Context& context);

/// draw_rows with a memory of the latest results; a call waits while another thread draws the same rows.
[[nodiscard]] std::shared_ptr<const DrawnRows> remembered_rows(const RowsAsked& asked, std::uint64_t rows,
                                                               const Context& context);

}  // namespace sigprop

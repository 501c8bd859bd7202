#pragma once
// One column of a normalisation's Jacobian by central differences, beside the column that a backward pass
// claims: entry by entry, never stored. Entry i adds to lane i mod 32, in order, as block_lanes.hpp has it:
// the same bits on every machine and vector set.

#include <cstddef>

#include "core/block_lanes.hpp"

namespace sigprop::detail {

/// Column j, for entries t_i less a common shift and outputs y_i:
///     error_i = ((t_i - shift_above) scale_above - (t_i - shift_below) scale_below) per_width
///               - (along y_i + constant)
struct NormColumn {
    double shift_above = 0, scale_above = 1;  ///< of the forward pass at x + h e_j
    double shift_below = 0, scale_below = 1;  ///< at x - h e_j
    double per_width = 1;
    double along = 0, constant = 0;
};

struct NormErrors {
    Lanes squares;
    Lanes largest;  ///< |error|
};

/// Adds the entries of column j other than j itself.
/// Shapes   t[count], y[count]; count a multiple of 32
void add_errors(const NormColumn& column, const double* t, const double* y, std::size_t count,
                NormErrors& errors);

/// The 32 entries about j, which moves, or the last ones.
struct alignas(64) NormCorner {
    double above[lane_count];  ///< t at x + h e_j
    double below[lane_count];  ///< at x - h e_j
    double y[lane_count];
    double beside[lane_count];  ///< what the claim has beside along y_i + constant
};
void add_errors(const NormColumn& column, const NormCorner& corner, NormErrors& errors);

}  // namespace sigprop::detail

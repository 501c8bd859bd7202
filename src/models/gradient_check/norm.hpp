#pragma once
// One column of a normalisation's Jacobian by central differences, beside the column that a backward pass
// claims: entry by entry, never stored. Entry i adds to lane i mod 32, in order, as simd/lanes.hpp has it:
// the same bits on every machine and vector set.

#include <cstddef>

#include "core/simd/lanes.hpp"

namespace sigprop {

/// Column j, for entries t_i less a common shift and outputs y_i:
///     error_i = (t_i - shift_above) scale_above - (t_i - shift_below) scale_below - (along y_i + constant)
/// Each product is the output of a forward pass, but for the width of the difference in its scale.
struct NormColumn {
    double shift_above = 0, scale_above = 1;  ///< of the forward pass at x + h e_j
    double shift_below = 0, scale_below = 1;  ///< at x - h e_j
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

/// 32 entries: those about j, which moves, or the last ones.
/// Shapes   t[32], y[32], of which `count` are entries
struct NormCorner {
    const double *t, *y;
    std::size_t count;
    double lane;          ///< where j is; no lane's number when it is elsewhere
    double above, below;  ///< t_j at x + h e_j and at x - h e_j
    double diagonal;      ///< what the claim has there beside along y_j + constant
};
void add_errors(const NormColumn& column, const NormCorner& corner, NormErrors& errors);

}  // namespace sigprop

#pragma once
// Bounds the rounding error of a call of NormalRule: a forward error analysis at every node, in balls, for
// all std of a range. The range is cut into a few parts and the largest bound is taken, because enclosures
// over wide ranges overestimate.

#include "methods/normal_rule/normal_table.hpp"

namespace sigprop {

/// A piece with the exact numbers that its table holds rounded.
struct ExactPiece {
    PieceTable table;
    std::vector<Ball> nodes, weights;  ///< of the table, unrounded and without padding
    Ball lower_kink, upper_kink;       ///< in y = std z; set only where the table has a kink
};

/// A bound of |computed - exact sum| over all pieces; not finite when nothing could be shown.
[[nodiscard]] Ball rounding_of(const std::vector<ExactPiece>& pieces, double lower_std, double upper_std);

}  // namespace sigprop

#pragma once
// What rounding costs a call of NormalRule: a forward error analysis at every node, in balls, for all std of
// a range. The range is cut into a few parts and the worst counts, because enclosures over wide ranges
// overshoot.

#include "methods/normal_rule/normal_table.hpp"

namespace sigprop {

/// A piece with the numbers that its table rounds.
struct ExactPiece {
    PieceTable table;
    std::vector<Ball> nodes, weights;  ///< of the table, unrounded and without filling
    Ball lower_kink, upper_kink;       ///< in y = std z; only where the table says so
};

/// A bound of |computed - exact sum| over all pieces; not finite when nothing could be shown.
[[nodiscard]] Ball rounding_of(const std::vector<ExactPiece>& pieces, double lower_std, double upper_std);

}  // namespace sigprop

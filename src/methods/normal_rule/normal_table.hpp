#pragma once
// The rule behind NormalRule for one narrow range of std: its nodes, its weights, and a proved bound of the
// whole error of a call.

#include <sigprop/core/base/context.hpp>
#include <sigprop/core/evidence/evidence.hpp>
#include <sigprop/core/formula/formula.hpp>
#include <string>
#include <vector>

namespace sigprop {

/// Where a piece ends: at z = place, or at a kink (std z = place), whose z depends on std.
struct PieceEnd {
    double place = 0;
    bool is_kink = false;

    [[nodiscard]] double z(double std) const { return is_kink ? place / std : place; }
};

/// The sum over one smooth piece. With fixed nodes it is sum weights[j] f(std nodes[j]), with the density in
/// the weights; otherwise nodes and weights are Gauss-Legendre's on [-1, 1] and a call maps them to the ends.
struct PieceTable {
    Formula smooth;  ///< in y = std z
    bool fixed = true;
    PieceEnd lower, upper;
    std::vector<double> nodes, weights;  ///< padded with weights 0 to a multiple of 8
};

struct NormalTable {
    Status status = Status::unable;
    std::string reason;
    std::vector<PieceTable> pieces;
    double bound = 0;  ///< |computed - E f| <= bound for every std of the range
};

/// `f` is in y = std z; upper_std <= 1.19 lower_std. What cannot be proved is a status, not an exception.
[[nodiscard]] NormalTable normal_table(const Formula& f, double lower_std, double upper_std,
                                       const Context& context);

/// The length of the longest chain of additions for a piece with this many nodes: eight sums, then a tree.
[[nodiscard]] inline double additions(std::size_t nodes) { return static_cast<double>(nodes) / 8 + 3; }

}  // namespace sigprop

#pragma once
// The rule behind NormalRule for one narrow range of std: where its nodes are, what they weigh, and a proved
// bound of everything that a call gets wrong.

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

/// The sum over one smooth piece. With fixed nodes it is sum weights[j] f(std nodes[j]), the density in the
/// weights; otherwise nodes and weights are Gauss-Legendre's on [-1, 1] and a call maps them to the ends.
struct PieceTable {
    Formula smooth;  ///< in y = std z
    bool fixed = true;
    PieceEnd lower, upper;
    std::vector<double> nodes, weights;  ///< a multiple of 8, filled up with weights 0
};

struct NormalTable {
    Status status = Status::unable;
    std::string reason;
    std::vector<PieceTable> pieces;
    double bound = 0;  ///< of |computed - E f|, for every std of the range
};

/// `f` in y = std z. upper_std <= 1.19 lower_std. Never throws for what cannot be proved.
[[nodiscard]] NormalTable normal_table(const Formula& f, double lower_std, double upper_std,
                                       const Context& context);

/// The additions in a row that a call makes for a piece of so many nodes: eight sums, then a tree.
[[nodiscard]] inline double additions(std::size_t nodes) { return static_cast<double>(nodes) / 8 + 3; }

}  // namespace sigprop

#pragma once
// A sum by repeated halving, whose error grows with the logarithm of the number of terms, and the total it
// would have with one term replaced: only the log2(n) partial sums above that term are added again, and the
// result has the same bits as a sum from scratch. It stores twice the number of terms.
// Reference: N. J. Higham, "The accuracy of floating point summation", SIAM J. Sci. Comput. 14(4), 1993.

#include <cstddef>
#include <span>
#include <vector>

namespace sigprop {

class PairwiseSum {
public:
    /// Shapes   at least one term
    explicit PairwiseSum(std::span<const double> terms);

    [[nodiscard]] double total() const { return partial_.back(); }
    /// The total with term i replaced.
    [[nodiscard]] double total_with(std::size_t i, double term) const;

private:
    std::vector<double> partial_;       ///< the terms, then the sums of two, of four, …, of all
    std::vector<std::size_t> lengths_;  ///< of these levels; a last term without a partner moves up unchanged
};

}  // namespace sigprop

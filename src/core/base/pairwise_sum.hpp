#pragma once
// A sum by halves, whose error grows with the logarithm of the number of terms, and what it would be were one
// of them another: only the log2(n) partial sums above that one are added again, and the result has the bits
// of a sum from scratch. Memory: twice the terms.
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
    std::vector<double> partial_;       ///< the terms, the sums of two, of four, …, all
    std::vector<std::size_t> lengths_;  ///< of these levels; a last term without a pair moves up as it is
};

}  // namespace sigprop

#include "core/base/pairwise_sum.hpp"

namespace sigprop {

PairwiseSum::PairwiseSum(std::span<const double> terms) : partial_(terms.begin(), terms.end()) {
    partial_.reserve(2 * terms.size() + 64);
    std::size_t first = 0;
    std::size_t length = terms.size();
    lengths_.push_back(length);
    while (length > 1) {
        for (std::size_t k = 0; k + 1 < length; k += 2) {
            partial_.push_back(partial_[first + k] + partial_[first + k + 1]);
        }
        if (length % 2 == 1) partial_.push_back(partial_[first + length - 1]);
        first += length;
        length = (length + 1) / 2;
        lengths_.push_back(length);
    }
}

double PairwiseSum::total_with(std::size_t i, double term) const {
    std::size_t first = 0;
    for (const std::size_t length : lengths_) {
        const std::size_t pair = i ^ 1;
        if (pair < length) term = i < pair ? term + partial_[first + pair] : partial_[first + pair] + term;
        first += length;
        i /= 2;
    }
    return term;
}

}  // namespace sigprop

#pragma once
// The softmax of one head's scores [keys × queries] over the keys that each query sees, and its gradient.
// Loops run along queries; sums over keys are doubles in the keys' order.

#include <cstddef>
#include <vector>

#include "core/simd/tile_evaluator.hpp"

namespace sigprop {

/// Which keys a query sees, as the queries that see a key: always one range.
struct AttentionMask {
    std::size_t length = 0;
    bool causal = false;
    std::size_t window = 0;  ///< distance below which keys are seen; 0: all

    /// The first query that sees this key, and the one after the last.
    [[nodiscard]] std::size_t first(std::size_t key) const {
        if (causal) return key;
        return window != 0 && key + 1 > window ? key + 1 - window : 0;
    }
    [[nodiscard]] std::size_t end(std::size_t key) const {
        return window != 0 && window < length - key ? key + window : length;
    }
    /// The number of keys that this query sees.
    [[nodiscard]] std::size_t seen_by(std::size_t query) const {
        const std::size_t reach = window == 0 ? length : window;
        const std::size_t before = query + 1 < reach ? query + 1 : reach;
        const std::size_t after = length - 1 - query < reach - 1 ? length - 1 - query : reach - 1;
        return causal ? before : before + after;
    }
};

template <class Scalar>
class ScoreSoftmax {
public:
    ScoreSoftmax();

    /// weights(j, i) = exp(scores(j, i)) / sum over the keys that i sees, 0 for others. A score that is not
    /// finite makes its query's weights NaN.
    void forward(const AttentionMask& mask, const Scalar* scores, Scalar* weights);
    /// Replaces the gradient of the weights by that of the scores.
    void backward(const AttentionMask& mask, const Scalar* weights, Scalar* gradient);
    /// The sum over queries of -sum a log a.
    [[nodiscard]] double entropy(const AttentionMask& mask, const Scalar* weights);

private:
    BasicTileEvaluator<Scalar> exp_;
    TileEvaluator log_;
    std::vector<Scalar> largest_;
    std::vector<double> sums_;
};

extern template class ScoreSoftmax<float>;
extern template class ScoreSoftmax<double>;

}  // namespace sigprop

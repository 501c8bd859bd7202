#pragma once
// The softmax of attention, one head and sequence at a time. Scores and weights are [keys × queries] with
// the queries contiguous, so that every loop runs along queries, on vectors, while the sums over keys keep
// their order; they are taken in double. With `causal`, query i sees the keys 0, …, i; the scores of later
// keys are never read, and their weights and gradients are 0.

#include <cstddef>
#include <vector>

#include "core/simd/block_evaluator.hpp"

namespace sigprop {

/// Of one query's scores: the largest, and the sum of exp(score - largest).
struct SoftmaxTotal {
    double largest = 0;
    double sum = 0;
};

template <class Scalar>
class AttentionSoftmax {
public:
    AttentionSoftmax(std::size_t length, bool causal);

    /// weights(j, i) = exp(scores(j, i)) / sum over j; totals[i] is what query i was divided by. A score that
    /// is not finite makes NaN of all weights of its query.
    void forward(const Scalar* scores, Scalar* weights, SoftmaxTotal* totals);
    /// The gradient of the weights becomes that of the scores.
    void backward(const Scalar* weights, Scalar* gradient);

    /// The sum over queries of -sum a log a, as log(sum of exp) - sum a (score - largest).
    [[nodiscard]] double entropy(const Scalar* scores, const Scalar* weights, const SoftmaxTotal* totals);
    /// The sum of the squares of all scores that a query sees.
    [[nodiscard]] double square_sum(const Scalar* scores);
    /// How many those are.
    [[nodiscard]] double seen() const;

private:
    /// Some queries and the keys that any of them sees, so that what is computed between two passes over a
    /// stripe stays in the second cache.
    struct Stripe {
        std::size_t query, queries, keys;
    };
    template <class Body>
    void for_each_stripe(const Body& body) const;
    /// Of the stripe's queries, the first that sees this key.
    [[nodiscard]] std::size_t first(const Stripe& stripe, std::size_t key) const {
        return causal_ && key > stripe.query ? key - stripe.query : 0;
    }
    void forward_stripe(const Stripe& stripe, const Scalar* scores, Scalar* weights, SoftmaxTotal* totals);
    void backward_stripe(const Stripe& stripe, const Scalar* weights, Scalar* gradient);
    void exponentiate(const Stripe& stripe);

    std::size_t length_;
    bool causal_;
    BasicBlockEvaluator<Scalar> exp_;
    BlockEvaluator log_;
    std::vector<Scalar> powers_;   ///< of a stripe, [keys × queries]
    std::vector<Scalar> largest_;  ///< of a stripe's queries, as all that follow
    std::vector<double> sums_;
    std::vector<double> factors_;
};

extern template class AttentionSoftmax<float>;
extern template class AttentionSoftmax<double>;

}  // namespace sigprop

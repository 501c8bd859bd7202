#pragma once
// The head and its loss: outputs for the scored positions only, the mean of -log softmax(target), and its
// gradient.

#include <vector>

#include "models/transformer/linear_layer.hpp"

#include "core/simd/tile_evaluator.hpp"

namespace sigprop {

template <class Scalar>
class OutputLayer {
public:
    OutputLayer(const LinearLayer<Scalar>& head, Team& team);

    /// Errors   InputError where no position is scored
    double forward(const Tokens<Scalar>& stream, const TokenBatch& batch, Team& team);
    /// The gradient of the stream; the head's own gradient is written.
    void backward(Tokens<Scalar>& stream_gradient, Team& team);
    [[nodiscard]] double accuracy() const;
    [[nodiscard]] const Tokens<Scalar>& logits() const { return logits_; }

private:
    void sum_exponentials(Team& team);

    LinearLayer<Scalar> head_;
    std::vector<BasicTileEvaluator<Scalar>> exps_;
    std::vector<std::size_t> places_;   ///< of scored tokens
    std::vector<std::size_t> targets_;  ///< of scored tokens
    Eigen::Index tokens_ = 0;
    Tokens<Scalar> scored_;  ///< their columns of the stream
    Tokens<Scalar> scored_gradient_;
    Tokens<Scalar> logits_, exponentials_;  ///< [vocabulary × scored]; exp(logit - largest)
    std::vector<Scalar> largest_;
    std::vector<double> sums_;
};

extern template class OutputLayer<float>;
extern template class OutputLayer<double>;

}  // namespace sigprop

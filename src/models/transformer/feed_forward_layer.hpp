#pragma once
// W_2 f(W_1 n), or W_2 (f(W_1 n) * V n) if gated.

#include <optional>
#include <vector>

#include "models/transformer/branch_layer.hpp"
#include "models/transformer/linear_layer.hpp"

#include "core/simd/tile_evaluator.hpp"

namespace sigprop {

template <class Scalar>
class FeedForwardLayer final : public BranchLayer<Scalar> {
public:
    FeedForwardLayer(const Architecture& design, Parameters<Scalar>& parameters, const std::string& prefix,
                     std::vector<BasicTileEvaluator<Scalar>>& activation_with_slope);

    void forward(const Tokens<Scalar>& in, const TokenBatch& batch, Tokens<Scalar>& out, Team& team) override;
    void backward(const Tokens<Scalar>& out_gradient, Tokens<Scalar>& in_gradient,
                  BranchGradients<Scalar>& between, Team& team) override;
    void list(const std::string& prefix,
              std::vector<typename Transformer<Scalar>::Activation>& activations) const override;

private:
    bool gated_;
    LinearLayer<Scalar> first_, up_, second_;
    std::vector<BasicTileEvaluator<Scalar>>& activation_;  ///< f and f', one evaluator for each thread
    const Tokens<Scalar>* in_ = nullptr;
    Tokens<Scalar> slope_;  ///< f' of W_1 n
    Tokens<Scalar> value_;  ///< f of W_1 n
    Tokens<Scalar> up_values_;
    Tokens<Scalar> product_;  ///< value times up, if gated
};

extern template class FeedForwardLayer<float>;
extern template class FeedForwardLayer<double>;

}  // namespace sigprop

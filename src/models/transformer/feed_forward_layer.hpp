#pragma once
// W_2 f(W_1 n), or W_2 (f(W_1 n) * V n) if gated, with a norm before f or behind it where asked for.

#include <optional>
#include <vector>

#include "models/transformer/branch_layer.hpp"
#include "models/transformer/linear_layer.hpp"
#include "models/transformer/norm_layer.hpp"

#include "core/simd/tile_evaluator.hpp"

namespace sigprop {

template <class Scalar>
class FeedForwardLayer final : public BranchLayer<Scalar> {
public:
    /// `norm` is of the hidden features.
    FeedForwardLayer(const Architecture& design, Parameters<Scalar>& parameters, const std::string& prefix,
                     std::vector<BasicTileEvaluator<Scalar>>& activation_with_slope,
                     std::optional<TransformerNormLayer<Scalar>> norm);

    void forward(const Tokens<Scalar>& in, const TokenBatch& batch, Pass pass, Tokens<Scalar>& out,
                 Team& team) override;
    void backward(const Tokens<Scalar>& out_gradient, Tokens<Scalar>& in_gradient,
                  BranchGradients<Scalar>& between, Team& team) override;
    void list(const std::string& prefix,
              std::vector<typename Transformer<Scalar>::Activation>& activations) const override;

private:
    void activate(Team& team);
    void multiply_by_up(Team& team);

    bool gated_;
    HiddenNorm norm_place_;
    std::optional<TransformerNormLayer<Scalar>> norm_;
    LinearLayer<Scalar> first_, up_, second_;
    std::vector<BasicTileEvaluator<Scalar>>& activation_;  ///< f and f', one evaluator for each thread
    const Tokens<Scalar>* in_ = nullptr;
    Tokens<Scalar> slope_;  ///< f' of W_1 n, or of its norm
    Tokens<Scalar> value_;  ///< f of it, or the norm of that
    Tokens<Scalar> up_values_;
    Tokens<Scalar> product_;  ///< value times up, if gated
};

extern template class FeedForwardLayer<float>;
extern template class FeedForwardLayer<double>;

}  // namespace sigprop

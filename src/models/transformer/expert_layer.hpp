#pragma once
// A mixture of experts: sum of w_e F_e(n) over the experts that a token takes, plus every shared expert's
// F(n) (models/transformer/architecture.hpp has the weights w). Which experts a token takes counts as a
// constant in the gradient; the weights do not. What experts add to one token comes in their order.

#include <memory>
#include <vector>

#include "models/transformer/feed_forward_layer.hpp"

namespace sigprop {

template <class Scalar>
class ExpertLayer final : public BranchLayer<Scalar> {
public:
    ExpertLayer(const Architecture& design, Parameters<Scalar>& parameters, const std::string& prefix,
                std::vector<BasicTileEvaluator<Scalar>>& activation_with_slope);

    void forward(const Tokens<Scalar>& in, const TokenBatch& batch, Pass pass, Tokens<Scalar>& out,
                 Team& team) override;
    void backward(const Tokens<Scalar>& out_gradient, Tokens<Scalar>& in_gradient,
                  BranchGradients<Scalar>& between, Team& team) override;
    /// "hidden": of all experts one after another, 0 where a token does not take the expert.
    void list(const std::string& prefix,
              std::vector<typename Transformer<Scalar>::Activation>& activations) const override;
    /// The sum of the squares of a token's weights, mean over tokens.
    [[nodiscard]] double gate_square() const;

private:
    using Network = FeedForwardLayer<Scalar>;
    struct Expert {
        std::unique_ptr<Network> network;
        std::vector<Learned<Scalar>> learned;
        std::vector<std::size_t> tokens;  ///< that take it, in their order
        std::vector<double> weights;      ///< of these tokens
        std::vector<double> slopes;       ///< of the loss by these weights
        Tokens<Scalar> in, out;           ///< of these tokens
        Tokens<Scalar> gradient, in_gradient;
    };

    void choose(std::size_t tokens);
    void route_gradient();

    ExpertDesign design_;
    LinearLayer<Scalar> router_;
    TileEvaluator exp_;
    std::vector<Expert> experts_;
    std::vector<std::unique_ptr<Network>> shared_;

    const Tokens<Scalar>* in_ = nullptr;
    Tokens<Scalar> outputs_;            ///< of the router, [experts × tokens]
    std::vector<double> shares_;        ///< softmax of them, over all or over the chosen ones, by the gate
    std::vector<std::uint8_t> chosen_;  ///< [experts × tokens]
    Tokens<Scalar> beside_;             ///< of a shared expert, then its gradient
    Tokens<Scalar> output_gradient_;    ///< of the router's outputs
    mutable Tokens<Scalar> seen_;
};

extern template class ExpertLayer<float>;
extern template class ExpertLayer<double>;

}  // namespace sigprop

#pragma once
// out = m W in + bias, and its gradients, on all threads of a team.

#include "models/transformer/parameters.hpp"
#include "models/transformer/token_loops.hpp"

namespace sigprop {

template <class Scalar>
class LinearLayer {
public:
    LinearLayer() = default;
    LinearLayer(Learned<Scalar> weights, Learned<Scalar> bias, double multiplier)
        : weights_(weights), bias_(bias), multiplier_(static_cast<Scalar>(multiplier)) {}

    void forward(const Tokens<Scalar>& in, Tokens<Scalar>& out, Team& team) const;
    /// Writes the gradients of weights and bias, and adds to (or sets) that of the input.
    /// Shapes   in_transposed [tokens × columns of W]: the input of forward, turned
    void backward(const Tokens<Scalar>& in_transposed, const Tokens<Scalar>& out_gradient,
                  Tokens<Scalar>& in_gradient, Into into, Team& team) const;

private:
    Learned<Scalar> weights_, bias_;
    Scalar multiplier_ = 1;
};

extern template class LinearLayer<float>;
extern template class LinearLayer<double>;

}  // namespace sigprop

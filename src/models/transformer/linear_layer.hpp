#pragma once
// out = m W in + bias, and its gradients, on all threads of a team. Several maps of one input, as those of
// queries, keys and values, are done together, so that the input is packed once.

#include <initializer_list>

#include "models/transformer/parameters.hpp"
#include "models/transformer/token_loops.hpp"

namespace sigprop {

template <class Scalar>
class LinearLayer {
public:
    LinearLayer() = default;
    LinearLayer(Learned<Scalar> weights, Learned<Scalar> bias, double multiplier)
        : weights_(weights), bias_(bias), multiplier_(static_cast<Scalar>(multiplier)) {}

    struct Output {
        const LinearLayer& layer;
        Tokens<Scalar>& out;
    };
    struct OutputGradient {
        const LinearLayer& layer;
        const Tokens<Scalar>& gradient;
    };
    static void forward(const Tokens<Scalar>& in, std::initializer_list<Output> outputs, Team& team);
    /// Writes the gradients of weights and biases, and the sum of those of the input, in the outputs' order.
    static void backward(const Tokens<Scalar>& in, std::initializer_list<OutputGradient> outputs,
                         Tokens<Scalar>& in_gradient, Team& team);

    void forward(const Tokens<Scalar>& in, Tokens<Scalar>& out, Team& team) const {
        forward(in, {{*this, out}}, team);
    }
    void backward(const Tokens<Scalar>& in, const Tokens<Scalar>& out_gradient, Tokens<Scalar>& in_gradient,
                  Team& team) const {
        backward(in, {{*this, out_gradient}}, in_gradient, team);
    }

private:
    void finish(const MatrixView<Scalar>& out) const;
    void write_bias_gradient(const Tokens<Scalar>& out_gradient, Team& team) const;

    Learned<Scalar> weights_, bias_;
    Scalar multiplier_ = 1;
};

/// With the parameters `name` and, where there is one, the bias of that name.
template <class Scalar>
[[nodiscard]] LinearLayer<Scalar> linear_layer(Parameters<Scalar>& parameters, const std::string& name) {
    const Learned<Scalar> weights = parameters.find(name);
    return {weights, parameters.find(name + " bias"), weights.multiplier};
}

extern template class LinearLayer<float>;
extern template class LinearLayer<double>;

}  // namespace sigprop

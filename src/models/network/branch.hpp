#pragma once
// A residual branch F without its norms and scales: a linear map, a feed-forward network or attention. One
// object serves all layers of its kind; `begin` says which layer's weights come next. The network calls, in
// order of layers, begin and forward; then, from the last layer back, begin, recall (or forward where the
// output is needed again, since inner activations are not kept) and backward.

#include <cstddef>
#include <optional>

#include "models/network/linear_map.hpp"

namespace sigprop {

/// Observations of the last forward that only the branch can make.
struct BranchView {
    std::optional<double> attention_entropy;    ///< mean over sequences, heads and queries, in nats
    std::optional<double> score_second_moment;  ///< of the logits that enter the softmax
};

template <class Scalar>
class Branch {
public:
    Branch() = default;
    Branch(const Branch&) = delete;
    Branch& operator=(const Branch&) = delete;
    virtual ~Branch() = default;

    virtual void begin(std::size_t layer) = 0;
    /// Shapes   in and out [width × tokens]
    virtual void forward(const Tokens<Scalar>& in, Tokens<Scalar>& out) = 0;
    /// Prepares backward as forward does, without the output. `in` must outlive the layer's backward.
    virtual void recall(const Tokens<Scalar>& in) = 0;
    /// in_gradient = J^T out_gradient at the input that forward or recall saw last.
    virtual void backward(const Tokens<Scalar>& out_gradient, Tokens<Scalar>& in_gradient) = 0;

    /// Whether backward (with `weights`, also the weights' gradients after it) reads recall's input again.
    [[nodiscard]] virtual bool reads_input_again(bool weights) const {
        static_cast<void>(weights);
        return true;
    }

    /// The squared Frobenius norm of the gradient of all weights of this layer, from the last backward.
    [[nodiscard]] virtual double weight_gradient_square() const = 0;
    [[nodiscard]] virtual BranchView look() const { return {}; }

    /// From now on backward keeps the inputs and output gradients of every weight matrix of every layer.
    virtual void keep_gradients() = 0;
    /// From now on forward uses the weights after one step along the kept gradients.
    virtual void take_step(Optimizer optimizer, double rate) = 0;
};

}  // namespace sigprop

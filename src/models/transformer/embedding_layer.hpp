#pragma once
// x_0 = embedding_scale E[token] + P[place], and the gradients of E and P.

#include "models/transformer/parameters.hpp"
#include "models/transformer/token_loops.hpp"

namespace sigprop {

template <class Scalar>
class EmbeddingLayer {
public:
    EmbeddingLayer(const Architecture& design, Parameters<Scalar>& parameters);

    void forward(const TokenBatch& batch, Tokens<Scalar>& out, Team& team);
    /// Adds to the gradients, which a tied head has begun.
    void backward(const TokenBatch& batch, const Tokens<Scalar>& gradient, Team& team);

private:
    const Architecture& design_;
    Learned<Scalar> embedding_, position_;
};

extern template class EmbeddingLayer<float>;
extern template class EmbeddingLayer<double>;

}  // namespace sigprop

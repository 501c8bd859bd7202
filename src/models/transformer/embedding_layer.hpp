#pragma once
// x_0 = embedding_scale E[token] + P[place] + T[type], and the gradients of E, P and T.

#include "models/transformer/parameters.hpp"
#include "models/transformer/token_loops.hpp"

namespace sigprop {

template <class Scalar>
class EmbeddingLayer {
public:
    EmbeddingLayer(const Architecture& design, Parameters<Scalar>& parameters);

    void forward(const TokenBatch& batch, Tokens<Scalar>& out, Team& team);
    /// Writes the gradients; with Into::sum that of the embedding is added to what is there.
    void backward(const TokenBatch& batch, const Tokens<Scalar>& gradient, Into into, Team& team);

private:
    const Architecture& design_;
    [[nodiscard]] std::size_t type_of(const TokenBatch& batch, std::size_t token) const;

    Learned<Scalar> embedding_, position_, type_;
    Tokens<Scalar> by_token_;  ///< the gradient, turned
};

extern template class EmbeddingLayer<float>;
extern template class EmbeddingLayer<double>;

}  // namespace sigprop

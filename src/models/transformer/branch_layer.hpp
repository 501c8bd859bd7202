#pragma once
// What a residual branch computes, F: attention or a feed-forward network.

#include <string>
#include <vector>

#include "models/network/tokens.hpp"
#include "models/transformer/transformer.hpp"

namespace sigprop {

/// Gradients on their way through a branch: all layers of a network use the same memory, since fresh pages
/// cost as much as the loop that first writes them.
template <class Scalar>
struct BranchGradients {
    Tokens<Scalar> query, key, value, mixed;  ///< of attention
    Tokens<Scalar> hidden, up;                ///< of a feed-forward network
};

template <class Scalar>
class BranchLayer {
public:
    virtual ~BranchLayer() = default;
    /// `in` must outlive the backward pass.
    virtual void forward(const Tokens<Scalar>& in, const TokenBatch& batch, Pass pass, Tokens<Scalar>& out,
                         Team& team) = 0;
    /// Writes the gradients of the parameters and in_gradient.
    virtual void backward(const Tokens<Scalar>& out_gradient, Tokens<Scalar>& in_gradient,
                          BranchGradients<Scalar>& between, Team& team) = 0;
    /// Appends what it computed on the way, by name.
    virtual void list(const std::string& prefix,
                      std::vector<typename Transformer<Scalar>::Activation>& activations) const = 0;
};

template <class Scalar>
[[nodiscard]] typename Transformer<Scalar>::Activation named(const std::string& name,
                                                             const Tokens<Scalar>& tokens) {
    return {name, std::span(tokens.data(), static_cast<std::size_t>(tokens.size()))};
}

}  // namespace sigprop

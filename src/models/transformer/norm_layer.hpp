#pragma once
// A norm, or what stands in its place, over tokens, with gain and bias, and its gradients. With gh = gain
// times the gradient of the output, xhat the output before the gain and r its scale,
//
//     centred or not, over a group of n entries    dx = r (gh - mean(gh) - k xhat mean(gh xhat))
//
// mean(gh) where the group is centred; k = 1 for an epsilon inside the root, 1/(r s) for one outside
// it, where r = 1/(s + epsilon). A group of zeros stays zero, with gradient 0, where epsilon is 0.

#include <optional>
#include <vector>

#include "models/transformer/parameters.hpp"
#include "models/transformer/token_loops.hpp"

#include "core/simd/tile_evaluator.hpp"

namespace sigprop {

template <class Scalar>
class TransformerNormLayer {
public:
    /// `prefix` names its parameters: "layer 3 norm ". `running` has two numbers a feature (batch_norm),
    /// means first.
    TransformerNormLayer(const NormDesign& design, Parameters<Scalar>& parameters, const std::string& prefix,
                         Scalar* running);

    /// out = factor Norm(in)
    void forward(const Tokens<Scalar>& in, double factor, Pass pass, Tokens<Scalar>& out, Team& team);
    /// Writes the parameters' gradients and in_gradient = factor J^T out_gradient; they may be the same.
    void backward(const Tokens<Scalar>& out_gradient, Tokens<Scalar>& in_gradient, Team& team);

private:
    struct Statistics {
        std::vector<double> inverse, along;  ///< r and k of each group
    };

    [[nodiscard]] bool is_centred() const;
    /// What SubstituteRoot::outside multiplies by behind the function, and dyt by before it: 1 without it.
    [[nodiscard]] double root_of(const Tokens<Scalar>& in) const;
    [[nodiscard]] Scalar inner_of(const Tokens<Scalar>& in) const;
    [[nodiscard]] std::size_t groups() const;
    void normalise_tokens(const Tokens<Scalar>& in, Team& team);
    void normalise_features(const Tokens<Scalar>& in, Pass pass, Team& team);
    void substitute(const Tokens<Scalar>& in, Team& team);
    void backward_of_tokens(Tokens<Scalar>& gradient, Team& team) const;
    void backward_of_features(Tokens<Scalar>& gradient, Team& team) const;
    void backward_of_substitute(Tokens<Scalar>& gradient, Team& team);
    void set_scale(std::size_t group, double mean_square);

    NormDesign design_;
    Learned<Scalar> gain_, bias_, alpha_;
    Scalar* running_;
    double scale_ = 1;           ///< of the norm's output, bias included
    double factor_ = 1;          ///< of the output without the bias: with the root
    Tokens<Scalar> normalised_;  ///< xhat
    Tokens<Scalar> in_;          ///< of dyt and dyisru
    Statistics found_;
};

extern template class TransformerNormLayer<float>;
extern template class TransformerNormLayer<double>;

}  // namespace sigprop

#pragma once
// RMSNorm and LayerNorm of every token, without gain, bias and epsilon, and their transposed Jacobians. With
// m the mean of a token's features (LayerNorm; 0 for RMSNorm), c = x - m and r = sqrt(width / |c|^2),
//
//     Norm(x) = r c        J^T g = r (g - mean(g) - c r^2 (c . g) / width)    (mean(g): LayerNorm only)
//
// Norm does not change when its input is scaled, so J^T at x is r times J^T at Norm(x): where a norm's output
// is stored, its input need not be.

#include <span>
#include <vector>

#include "models/network/network.hpp"

#include "models/network/tokens.hpp"

namespace sigprop {

/// The scales of one norm for a batch of tokens.
struct NormScales {
    std::vector<double> means;    ///< m of each token
    std::vector<double> inverse;  ///< r of each token
};

/// out = factor Norm(in); out may be in. Sums are doubles in the order of features.
/// Accuracy returns false, without writing out, when a token is zero (LayerNorm: constant) or not finite
template <class Scalar>
[[nodiscard]] bool normalise(NormKind kind, const Tokens<Scalar>& in, double factor, Tokens<Scalar>& out,
                             NormScales& scales);

/// The scales alone, with the same return value, given |x|^2 of each token.
template <class Scalar>
[[nodiscard]] bool norm_scales(NormKind kind, const Tokens<Scalar>& in, std::span<const double> squares,
                               NormScales& scales);

/// Output and scales, given |x|^2 of each token; RMSNorm needs nothing else.
template <class Scalar>
[[nodiscard]] bool normalise(NormKind kind, const Tokens<Scalar>& in, std::span<const double> squares,
                             double factor, Tokens<Scalar>& out, NormScales& scales);

/// out = factor J^T gradient at the norm's input; out may be gradient.
template <class Scalar>
void norm_backward(NormKind kind, const Tokens<Scalar>& in, const NormScales& scales, double factor,
                   const Tokens<Scalar>& gradient, Tokens<Scalar>& out);

/// out = out_factor out + factor J^T gradient; also gives |out|^2 of each token.
template <class Scalar>
void add_norm_backward(NormKind kind, const Tokens<Scalar>& in, const NormScales& scales, double factor,
                       const Tokens<Scalar>& gradient, double out_factor, Tokens<Scalar>& out,
                       std::span<double> squares);

/// norm_backward from the norm's output instead of its input.
template <class Scalar>
void norm_backward_from_output(NormKind kind, const Tokens<Scalar>& output, const NormScales& scales,
                               const Tokens<Scalar>& gradient, Tokens<Scalar>& out);

}  // namespace sigprop

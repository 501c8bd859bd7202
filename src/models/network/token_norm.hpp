#pragma once
// RMSNorm and LayerNorm of every token, without gain and bias, and their transposed Jacobians. With m the
// mean of a token's features (LayerNorm; 0 for RMSNorm), c = x - m and r = 1 / sqrt(|c|^2 / width + epsilon),
//
//     Norm(x) = r c        J^T g = r (g - mean(g) - c r^2 (c . g) / width)    (mean(g): LayerNorm only)
//
// With c = Norm(x) / r, J^T g = r (g - mean(g) - Norm(x) (Norm(x) . g) / width): where a norm's output is
// stored, its input need not be.

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
/// Accuracy returns false, without writing out, when a token is not finite, or without an epsilon zero
/// (LayerNorm:
///          constant)
template <class Scalar>
[[nodiscard]] bool normalise(const TokenNorm& norm, const Tokens<Scalar>& in, double factor,
                             Tokens<Scalar>& out, NormScales& scales);

/// The scales alone, with the same return value, given |x|^2 of each token.
template <class Scalar>
[[nodiscard]] bool norm_scales(const TokenNorm& norm, const Tokens<Scalar>& in,
                               std::span<const double> squares, NormScales& scales);

/// Output and scales, given |x|^2 of each token; RMSNorm needs nothing else.
template <class Scalar>
[[nodiscard]] bool normalise(const TokenNorm& norm, const Tokens<Scalar>& in, std::span<const double> squares,
                             double factor, Tokens<Scalar>& out, NormScales& scales);

/// out = factor J^T gradient at the norm's input; out may be gradient.
template <class Scalar>
void norm_backward(const TokenNorm& norm, const Tokens<Scalar>& in, const NormScales& scales, double factor,
                   const Tokens<Scalar>& gradient, Tokens<Scalar>& out);

/// out = out_factor out + factor J^T gradient; also gives |out|^2 of each token.
template <class Scalar>
void add_norm_backward(const TokenNorm& norm, const Tokens<Scalar>& in, const NormScales& scales,
                       double factor, const Tokens<Scalar>& gradient, double out_factor, Tokens<Scalar>& out,
                       std::span<double> squares);

/// norm_backward from the norm's output instead of its input.
template <class Scalar>
void norm_backward_from_output(const TokenNorm& norm, const Tokens<Scalar>& output, const NormScales& scales,
                               const Tokens<Scalar>& gradient, Tokens<Scalar>& out);

}  // namespace sigprop

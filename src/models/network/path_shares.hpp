#pragma once
// How many branches a gradient has passed: the backward pass of a network of linear branches with t F in
// place of F, for all t at once. The gradient is then a polynomial in t; its coefficient of degree k, the
// part that passed k branches, is column k of a matrix that goes back through the layers as tokens do.

#include "models/network/residual_forward.hpp"

namespace sigprop {

/// |c_k|^2 over the sum of all |c_j|^2, c_k the part of dL/dx_0 that passed k branches, k = 0 to L. Norms
/// have the Jacobian of the forward pass at t = 1.
/// Shapes   a linear block and one token; the forward pass has run and kept its stream
/// Errors   NetworkFailure when the gradient is zero or not finite; Interrupted and TimeSpent
template <class Scalar>
[[nodiscard]] std::vector<double> path_shares(const NetworkDesign& design, NetworkNumber network,
                                              Branch<Scalar>& branch, ResidualForward<Scalar>& forward,
                                              const Context& context);

}  // namespace sigprop

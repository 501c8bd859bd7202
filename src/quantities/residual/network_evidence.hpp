#pragma once
// Sampled networks as witnesses to the theory of residual streams. A witness may contradict a proof, so it
// only speaks where the formula is exact at finite width. Where the formula is mean field, the evidence is
// `unable` and names the quantity that measures it: a sample is never widened until it agrees. A witness
// speaks if one of its parameters is given, or if --methods names `network`.
//
// Exact, for weights that are independent with mean zero, RMSNorm and one token (F the branch, b its second
// moment, t = s^2 b where nothing normalises its input):
// - q of pre_norm: E(q' | x) = q + b. The cross term x . F vanishes because F's last matrix has mean zero
//   and is independent of x and of F's other matrices, and |Norm x|^2 = d exactly, so that W1 Norm x is
//   N(0, 1) in every coordinate and E |F|^2 = b d for every activation.
// - q of layer_norm_scaling: the same with input Norm(x)/sqrt(l): linear and homogeneous branches only.
// - q of sandwich: W -> -W in the last matrix turns Norm F into -Norm F, whose square is d.
// - q of rezero and skip_init: E(q' | x) = (1 + t) q for linear and homogeneous branches of degree 1.
// - 1 after a norm, q_0 where branches are zero: in every network.
// - Var q for linear branches: F given x is N(0, b I), so q' given q has the mean q + b and the variance
//   4 b q/d + 2 b^2/d; sandwich: Norm F is uniform on the sphere, for an mlp as well (its last matrix is
//   Gaussian), and has no term of b^2.
// - gradients of rezero and skip_init: J = dF/dx has E J^T J = b I whatever x: for W2 D W1, D the slopes
//   of f, E = (b / (d E f^2)) sum over hidden units of E f'(w . x)^2 w w^T, and w -> -w shows E f'^2 w w^T =
//   (a^2 + c^2)/2 E w w^T for slopes a and c; the cross terms vanish as W2 has mean zero. The gradient that
//   arrives from later sublayers has second moments proportional to I given x by induction, as g is N(0, I).
// - forward gradients of both: E J^T J = c I for the product J of the first sublayers, too, so that a change
// in any
//   direction has E |J u|^2 = c |u|^2 = E |J|_F^2 |u|^2/d: the squared gradient at x_0 of the network that
//   ends where the change arrives, whose g is N(0, I).
//
// A mean of 32 numbers with heavy tails misses its expectation more often than Student's t predicts: if the
// variance of one network exceeds a quarter of the squared mean (an estimate, see spread), the witness is
// unable too. So it is if an activation is so steep that E f^4 exceeds hidden width times (E f^2)^2: most
// networks then never meet the rare values that carry the mean, and agree on too small a number. A variance
// is too small when its own standard error is: see Measurement::is_witness.

#include "quantities/residual/support.hpp"

namespace sigprop {

[[nodiscard]] ResidualNetworks second_moment_networks();
[[nodiscard]] ResidualNetworks second_moment_variance_networks();
[[nodiscard]] ResidualNetworks gradient_ratio_networks();
[[nodiscard]] ResidualNetworks forward_gradient_ratio_networks();
[[nodiscard]] ResidualNetworks skip_weight_networks();

/// For a mean-field quantity: always unable. `measured` is the quantity to ask instead, "sublayer_cosine(…)"
/// without residual.simulated_; has_width: the quantity has a parameter of that name.
[[nodiscard]] ResidualNetworks mean_field_networks(const std::string& measured, bool has_width = false);

}  // namespace sigprop

#pragma once
// The data that a network's passes start from: inputs with a given correlation between the tokens of a
// sequence, and the gradient of the output.

#include "models/network/network_streams.hpp"
#include "models/network/tokens.hpp"

namespace sigprop {

/// x_0: sqrt(c) u + sqrt(1 - c) v_t for token t, u and v_t ~ N(0, 1) in each feature, then scaled so that
/// |x_0|^2 / width = design.input_square for every token (to the rounding of Scalar).
/// Shapes   [width × sequences length]
template <class Scalar>
[[nodiscard]] Tokens<Scalar> network_inputs(const NetworkDesign& design, NetworkNumber network);

/// g ~ N(0, 1): the gradient of the loss <g, f> with respect to the output f.
template <class Scalar>
[[nodiscard]] Tokens<Scalar> output_gradient(const NetworkDesign& design, NetworkNumber network);

}  // namespace sigprop

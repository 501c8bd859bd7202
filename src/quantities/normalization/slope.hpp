#pragma once
// Derivatives of a normalisation layer at a given input, by every route: the common part of an entry of its
// Jacobian and an entry of a backward pass.

#include "quantities/normalization/settled.hpp"

namespace sigprop {

/// sum_i g_i dy_i/dx_column at a point: an entry of the Jacobian (g = w_row e_row) or of the gradient.
struct NormSlope {
    SettledPoint at;
    std::vector<Real> cotangent;
    std::size_t column = 0;
};

/// Two proofs and, where doubles can decide the rule's cases, two estimates.
[[nodiscard]] std::vector<Route> norm_slope_routes(const NormSlope& slope);

}  // namespace sigprop

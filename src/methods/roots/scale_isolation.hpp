#pragma once
// One root of a scale equation between two points at which R(s) = F(s) - s^p has different signs, refined by
// Newton's method, with the distance within which the slope keeps its sign, so that there is no other.

#include "methods/roots/scale_residual.hpp"

namespace sigprop {

/// A root and the distance from `centre` within which it is the only one.
struct IsolatedScaleRoot {
    Ball root;
    Ball centre;
    Ball radius;
};

/// Errors   ScaleFailure where no root is isolated
[[nodiscard]] IsolatedScaleRoot isolated_scale_root(const ScaleEquation& equation, const ScaleResidual& R,
                                                    double low, double high, long digits);

}  // namespace sigprop

#pragma once
// A stretch of a scale equation on which R(s) = F(s) - s^p comes near to 0 without a change of sign between
// its ends: two roots close together, or none. Where sign R is convex there, R lies above its tangent at any
// point, so that the tangent near the lowest point shows that there is no root; and where the value there has
// the other sign, exactly one root lies between it and each end at which the sign is the first one.

#include <optional>

#include "methods/roots/scale_residual.hpp"

namespace sigprop {

struct ConvexStretch {
    double lower = 0, upper = 0;
    /// A point with the other sign, or nullopt: R has no root on the stretch.
    std::optional<double> other = std::nullopt;
};

/// A stretch from s, where R has this sign, towards `end`, above or below, and not beyond; nullopt where none
/// was found on which convexity decides.
[[nodiscard]] std::optional<ConvexStretch> convex_stretch(const ScaleResidual& R, double s, double end,
                                                          int sign);

}  // namespace sigprop

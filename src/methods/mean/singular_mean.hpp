#pragma once
// The integral over one side of a singular point. In t = log(length/u) the singular integrand f w du, of size
// u^p du with p > -1, becomes a function of t that decays like e^(-(p + 1) t) and has no singularity but the
// distant ones of f, so that the usual rules do. What is left out, the sliver next to the point, is bounded
// by the side's power of u.

#include "core/formula/pieces.hpp"
#include "methods/mean/mean.hpp"

namespace sigprop {

/// log(1/u) of the place from which on the integral of |f w| up to the point is below 2^-bits scale.
[[nodiscard]] double sliver_depth(const SingularSide& side, double scale, long bits);

/// A bound of the integral of |f w| over 0 < u <= end; infinite for an end beyond the side's `start`.
[[nodiscard]] Ball sliver_beside(const SingularSide& side, const Ball& end);

struct SideInLogarithm {
    /// f w u as a function of t, from 0 to where the sliver begins, in pieces.
    std::vector<Piece> pieces;
    Ball sliver;
};

[[nodiscard]] Real log_length(const SingularSide& side);

[[nodiscard]] SideInLogarithm in_logarithm(const SingularSide& side, double scale, long bits);

}  // namespace sigprop

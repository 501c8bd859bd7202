#pragma once
// One side of a singular point of an integrand (singularity.hpp): the part of the integral that is computed
// in the distance from the point.

#include <span>
#include <vector>

#include <sigprop/core/formula/formula.hpp>

#include "methods/mean/power_bound.hpp"

namespace sigprop {

struct SingularSide {
    Real place = 0;
    int side = 1;            ///< 1: x = place + u with 0 < u <= length; -1: x = place - u
    double edge = 0;         ///< where the side ends, place + side length; a finite double
    Real length = 0;         ///< positive
    Formula integrand = 0;   ///< f in u = x0, without cancellation as u -> 0
    Formula log_weight = 0;  ///< the law's, in u
    PowerBound growth;       ///< of f, 0 < u <= start
    PowerBound weighted;     ///< of f w, 0 < u <= start; its power is above -1
    double start = 0;

    [[nodiscard]] Formula weight() const { return exp(log_weight); }
};

struct Stretch {
    Ball lower, upper;
};

/// The sides of the points in the range [lower, upper], and of those so near to it that they are felt inside.
[[nodiscard]] std::vector<SingularSide> sides_within(std::span<const SingularSide> sides, const Ball& lower,
                                                     const Ball& upper);

/// What the sides, from left to right, leave of the range [lower, upper]; a side that reaches beyond the
/// range extends it.
[[nodiscard]] std::vector<Stretch> stretches_between(std::span<const SingularSide> sides, const Ball& lower,
                                                     const Ball& upper);

}  // namespace sigprop

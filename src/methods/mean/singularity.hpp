#pragma once
// The points at which a formula is singular: where an argument of sqrt, log or a real power, or a
// denominator, is zero. There it is not analytic or not bounded, and its integral may exist all the same.

#include <string>
#include <vector>

#include "core/formula/pieces.hpp"
#include "methods/mean/near_singularity.hpp"

namespace sigprop {

struct FoundPoint {
    SingularPoint point;
    Ball enclosure;  ///< of the place, as narrow as the pieces' kinks
};

struct FoundPoints {
    std::string trouble;             ///< not empty: a zero could not be isolated or told what it is
    std::vector<FoundPoint> points;  ///< ascending
};

/// The singular points of the formula that was cut into these pieces, their ends included. A place is a
/// fraction, a simple zero or a zero of higher order that is shown to be one, known to any precision.
[[nodiscard]] FoundPoints find_singular_points(const Partition& parts);

}  // namespace sigprop

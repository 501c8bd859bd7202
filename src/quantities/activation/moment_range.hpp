#pragma once
// A moment curve g(s) = E f(s z)^2 and its slope over an interval of s, by the mean value theorem: the bound
// of the second derivative turns one point into the interval around it. What equations between such curves
// need to be solved with proof.

#include "quantities/activation/moment_curve.hpp"

namespace sigprop {

struct MomentRange {
    Ball value, slope;  ///< non-finite where they were not found
};

/// Over all points of s > 0, with about `bits` bits where s is a point.
[[nodiscard]] MomentRange moment_range(const MomentCurve& curve, const Ball& s, long bits,
                                       const Context& context);

/// The value alone at the middle of s: at a point, without the cost of the slope.
[[nodiscard]] Ball moment_at(const MomentCurve& curve, const Ball& s, long bits, const Context& context);

}  // namespace sigprop

#pragma once
// A mean as a function of a parameter and its slope over an interval, by the mean value theorem: the bound of
// the second derivative turns one point into the interval around it. What equations between such curves need
// to be solved with proof. A moment curve g(s) = E f(s z)^2 is one of them.

#include "quantities/activation/moment_curve.hpp"

namespace sigprop {

struct MomentRange {
    Ball value, slope;  ///< non-finite where they were not found
};

/// A curve by what is known of it at points, and of its second derivative over intervals.
struct CurveParts {
    std::function<Answer(const Ball&point, long digits)> value, slope;
    /// A bound of the second derivative's absolute value on [lower, upper]; non-finite where there is none.
    std::function<Ball(const Ball& lower, const Ball& upper)> bend;
};

/// Over all points of an interval, with about `bits` bits where it is a point.
[[nodiscard]] MomentRange range_from_middle(const CurveParts& curve, const Ball& at, long bits);

/// Over all points of s > 0, with about `bits` bits where s is a point.
[[nodiscard]] MomentRange moment_range(const MomentCurve& curve, const Ball& s, long bits,
                                       const Context& context);

/// The value alone at the middle of s: at a point, without the cost of the slope.
[[nodiscard]] Ball moment_at(const MomentCurve& curve, const Ball& s, long bits, const Context& context);

}  // namespace sigprop

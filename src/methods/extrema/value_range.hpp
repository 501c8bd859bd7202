#pragma once
// The range of a formula on a finite or infinite interval, with ends that stay exact: a tanh is at most 1,
// not 1.0000001. A supremum that is approached but never attained needs that; where only the width counts,
// Evaluator<Ball> is the better tool (every node here rounds to a double).

#include <sigprop/core/base/context.hpp>
#include <sigprop/core/formula/formula.hpp>

namespace sigprop {

struct ValueRange {
    double least, most;   ///< outward rounded; infinite where nothing is known
    bool defined = true;  ///< every x of the interval is shown to have a finite real value
};

/// The range of f(x0) over the real x0 with lower <= x0 <= upper for which f(x0) has a value.
[[nodiscard]] ValueRange value_range(const Formula& f, double lower, double upper);

/// The formula in which every switch that keeps one side on the whole interval is resolved.
[[nodiscard]] Formula settled(const Formula& f, double lower, double upper);

/// Whether |f| <= bound is proved on the whole line; false also means that it could not be decided.
[[nodiscard]] bool is_bounded_by(const Formula& f, double bound, const Context& context);

}  // namespace sigprop

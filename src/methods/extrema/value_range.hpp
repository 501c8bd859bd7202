#pragma once
// Between which numbers the values of a formula lie, on a finite or infinite interval, with ends that stay
// exact: a tanh is at most 1, not 1.0000001. That is what a supremum that is approached but never passed
// needs; where only a width counts, Evaluator<Ball> is the better tool (every node here rounds to a double).

#include <sigprop/core/base/context.hpp>
#include <sigprop/core/formula/formula.hpp>

namespace sigprop {

struct ValueRange {
    double least, most;   ///< outward rounded; infinite where nothing is known
    bool defined = true;  ///< every x of the interval is shown to have a finite real value
};

/// Of f(x0) over the real x0 with lower <= x0 <= upper.
[[nodiscard]] ValueRange value_range(const Formula& f, double lower, double upper);

/// The formula with every switch resolved whose side is settled on the whole interval.
[[nodiscard]] Formula settled(const Formula& f, double lower, double upper);

/// Whether |f| <= bound on the whole line is proved; false also when it could not be.
[[nodiscard]] bool is_bounded_by(const Formula& f, double bound, const Context& context);

}  // namespace sigprop

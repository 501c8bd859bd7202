#pragma once
// A function that is known to be monotone and continuous, and whose values are known at points: over an
// interval its values lie between those at the ends.

#include "methods/roots/zeros.hpp"

namespace sigprop {

/// An enclosure of the function at an exact point; non-finite where there is none.
using PointValue = std::function<Ball(const Ball& point, long bits)>;

/// The same, and the last values are kept: a search asks for the same points many times.
[[nodiscard]] PointValue remembered(PointValue value);

/// Bits of the values at the ends that the length of an interval leaves room for; `bits` at a point.
[[nodiscard]] long useful_bits(const Ball& x, long bits);

/// The function over balls; `direction` is that of its values, +1 or -1, where it has any. Slopes stay
/// unknown.
[[nodiscard]] SearchedFunction monotone_function(PointValue value, int direction);

}  // namespace sigprop

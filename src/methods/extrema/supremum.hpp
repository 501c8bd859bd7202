#pragma once
// The supremum of |h| over the real line, by proof: what lies within [-R, R] by branch and bound on its
// smooth pieces (branch_and_bound.hpp), what lies beyond by tail_values(). A supremum that is approached only
// at infinity is enclosed between a value far out and the bound of the tail.

#include "methods/route.hpp"

namespace sigprop {

/// Shapes   h a formula in x0; switches count with the values from both sides
/// Accuracy an enclosure to about `bits` bits
/// Errors   status domain when |h| is proved unbounded at infinity; unable with the reason otherwise
[[nodiscard]] Answer supremum_of_magnitude(const Formula& h, long bits, const Context& context);

/// The same over a finite interval, whose ends need not be exact.
/// Errors   an indeterminate ball where lower < upper is not shown at the precision of the two; unable where
///          no finite bound is found, and for a function that is zero everywhere, which no subdivision tells
///          from a small one
[[nodiscard]] Answer supremum_of_magnitude(const Formula& h, const Ball& lower, const Ball& upper, long bits,
                                           const Context& context);

}  // namespace sigprop

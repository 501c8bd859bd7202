#pragma once
// The supremum of |h| over the real line, proved: within [-R, R] by branch and bound on its smooth pieces
// (branch_and_bound.hpp), beyond by tail_values(). A supremum that is only approached at infinity is enclosed
// between a value far out and the bound of the tail.

#include "methods/route.hpp"

namespace sigprop {

/// Shapes   h is a formula in x0; at a switch, the values from both sides count
/// Accuracy an enclosure to about `bits` bits
/// Errors   status domain when |h| is proved unbounded at infinity; unable with the reason otherwise
[[nodiscard]] Answer supremum_of_magnitude(const Formula& h, long bits, const Context& context);

/// The same over a finite interval, whose ends need not be exact.
/// Errors   an indeterminate ball where lower < upper is not shown at their precision; unable where no finite
///          bound is found, and for a function that is zero everywhere, which no subdivision distinguishes
///          from a small one
[[nodiscard]] Answer supremum_of_magnitude(const Formula& h, const Ball& lower, const Ball& upper, long bits,
                                           const Context& context);

}  // namespace sigprop

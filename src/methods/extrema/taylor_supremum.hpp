#pragma once
// The supremum of |h| over finite intervals by Taylor models: on a box of midpoint m and radius r,
//     |h(m + t)| <= |c_0(m)| + … + |c_n(m)| r^n + |c_(n+1)(box)| r^(n+1),
// with coefficients from jets over balls. The bound is sharp to the order of the model, so that even a
// function that vanishes identically is proved to be as small as one likes, whereas the range of a formula
// over a box shrinks no faster than the box. Boxes whose bound exceeds the values found elsewhere are halved.
// Reference: K. Makino and M. Berz, "Taylor models and other validated functional inclusion methods",
// International Journal of Pure and Applied Mathematics 4(4), 2003.

#include <functional>
#include <span>

#include "core/ball/jet.hpp"
#include "methods/route.hpp"

namespace sigprop {

/// The jet of h from the jet of its argument; derivatives may cost orders, always the same number.
using JetFunction = std::function<Jet(const Jet& x)>;

/// h is analytic on [lower, upper], both exact. A gap around a switch only bounds the supremum: its values
/// need not be attained.
struct TaylorPiece {
    JetFunction h;
    Ball lower, upper;
    bool is_attained = true;
};

/// Shapes   pieces that together cover the interval; jets are asked for at `working` bits
/// Accuracy an enclosure to about `bits` bits, relative, or absolute where the supremum is below 2^-bits
/// Errors   status unable where h has no finite value or the boxes run out
[[nodiscard]] Answer taylor_supremum(std::span<const TaylorPiece> pieces, long bits, long working,
                                     const Context& context);

}  // namespace sigprop

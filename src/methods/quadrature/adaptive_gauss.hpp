#pragma once
// The integral of an analytic function over a real interval at many digits, proved: intervals are halved
// until a rule of Gauss and Legendre is proved precise enough on each, by the ellipses of ellipse_bound.hpp,
// or until the values on the interval are known well enough by themselves. What Arb's acb_calc_integrate
// does, but for one thing: it can be interrupted, and ends in time, while nodes are computed, which takes
// most of the time at thousands of digits. At few digits Arb's is as quick and keeps its nodes. Reference: F.
// Johansson, "Numerical integration in arbitrary-precision ball arithmetic", ICMS 2018.

#include <cstdint>
#include <sigprop/core/ball/ball.hpp>
#include <sigprop/core/base/context.hpp>
#include <sigprop/core/formula/formula.hpp>

namespace sigprop {

struct AdaptiveIntegral {
    Ball value;  ///< an enclosure, wide or infinite when `budget` is spent
    std::uint64_t evaluations = 0;
};

/// The integral of f from lower to upper, to `bits` relative bits or the tolerance, whichever is reached
/// first.
/// Errors   Interrupted, TimeSpent
[[nodiscard]] AdaptiveIntegral integrate_adaptively(const Formula& f, const Ball& lower, const Ball& upper,
                                                    long bits, const Ball& tolerance, std::uint64_t budget,
                                                    const Context& context);

}  // namespace sigprop

#pragma once
// Initial value problems by a verified Taylor method: each step first finds a ball that is proved to hold the
// solution (Picard and Lindelof: a ball that the integral operator maps into itself), then takes the Taylor
// polynomial from the midpoint and its remainder over that ball. The uncertainty from earlier steps grows or
// shrinks by exp of the integral of the right side's derivative by y, so that a solution that attracts others
// keeps its digits. For a single equation whose right side is a cubic in y times an affine function of x:
// elsewhere use Boost.odeint, which proves nothing.
// Reference: R. E. Moore, "Interval Analysis", Prentice-Hall 1966, chapter 11; N. S. Nedialkov, K. R. Jackson
// and G. F. Corliss, Applied Mathematics and Computation 105, 1999.

#include <array>

#include "methods/route.hpp"

namespace sigprop {

/// y' = (a + b x) (p_0 + p_1 y + p_2 y^2 + p_3 y^3)
struct CubicOde {
    Ball a, b;
    std::array<Ball, 4> p;
};

/// The solution with y(from) = value, at x.
/// Accuracy an enclosure that narrows as bits grow
/// Errors   status unable where no ball is found that contains the solution (it may become infinite on the
///          way), and where the context's budget of coefficients is used up before x
[[nodiscard]] Answer taylor_solution(const CubicOde& ode, const Ball& from, const Ball& value, const Ball& x,
                                     long bits, const Context& context);

}  // namespace sigprop

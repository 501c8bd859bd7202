#pragma once
// Proved beta integrals by the trapezoidal rule, a numerical witness to formulas in gamma functions. For
// t = log(x/(1 - x)) the integrand x^a (1 - x)^b is analytic in the strip |Im t| < pi and falls like e^(a t)
// and e^(-b t). There |1 + e^(t + iw)| >= (1 + e^t) cos(w/2), so along Im t = w it grows by at most
// cos(w/2)^-(a+b), and the rule with step h errs by less than 2 cos(w/2)^-(a+b) / (e^(2 pi w/h) - 1) of the
// integral itself. Reference: Trefethen and Weideman, SIAM Review 56(3), 2014, theorem 5.1.

#include "methods/route.hpp"

namespace sigprop {

/// The integral over (0, 1) of x^(a-1) (1 - x)^(b-1); with times_log, of that times -log x.
/// Shapes   a, b > 0
/// Accuracy enclosure, about `bits` correct bits
/// Errors   unable if a or b is so small that the sum exceeds the budget; Interrupted, TimeSpent
[[nodiscard]] Answer beta_integral(const Ball& a, const Ball& b, bool times_log, long bits,
                                   const Context& context);

}  // namespace sigprop

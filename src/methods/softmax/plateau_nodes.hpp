#pragma once
// A softcap far below the spread of the logits sends nearly all x = cap tanh(s z/cap) to ±cap: the nodes of a
// trapezoidal rule in z beyond a few caps are one point on either side, with the rest of the weight. That
// leaves a few hundred nodes, however small the cap.
//
// The sum of all weights w_j differs from 1 by at most d = trapezoid_error(b) e^(b^2/2), so that taking the
// rest of 1 for that of the sum costs d |f(±cap)|. Beyond the first omitted z, cap - x <= 2 cap e^(-2 s
// z/cap), and f' = p f_p - f_(p+1) with c_(q+1) <= (q+1) c_q (softmax/logit_nodes.hpp), so that
//     |f(x) - f(cap)| <= (cap - x) (p + 1) c_(p-t) e^(t (u + cap)),  p <= 4,
// for the moment (cap - x) (1 + 2 cap) times the same; the sum of w_j e^(-2 s z_j/cap) is a geometric series
// at most.

#include "methods/softmax/logit_nodes.hpp"

namespace sigprop {

/// How many nodes on either side of zero have an x that is not yet ±cap to this many bits; infinite without a
/// cap.
[[nodiscard]] double nodes_before_plateau(double s, double cap, double step, long bits);

/// Turns the first and the last node of a rule with the displacement b into the ends ±cap.
void close_by_plateau(LogitNodes& rule, const LogitLaw& law, const Ball& b, const Ball& step);

}  // namespace sigprop

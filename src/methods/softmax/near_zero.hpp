#pragma once
// The entropy F(s) = E H of softmax over n normal logits of a tiny std s, without a table. With V(s) = E
// Var_a(z), F' = -s V, V is even, V(0) = 1 - 1/n and V'' is the mean of the fourth cumulant of z under the
// weights, at most max|z - z'|^4 / 8 <= 2 max z^4: F is within s^4 E max z^4 / 4 of log n - (1 - 1/n) s^2/2,
// and E max z^4 <= (n (4k - 1)!!)^(1/k) by Jensen. The wrong tool where that error is seen.

#include <sigprop/core/ball/ball.hpp>

namespace sigprop {

/// An enclosure of F(s), from log n.
[[nodiscard]] Ball entropy_near_zero(const Ball& s, const Ball& log_n);

}  // namespace sigprop

#pragma once
// V(q) against q for large q, from bounds of f beyond some R by linear functions: with |f(x)| >= k |x| on one
// side, that side has at least k^2 s^2 E[z^2; z > R/s] of E f(s z)^2, and with |f(x)| <= k |x| at most k^2
// s^2/2; the part |x| < R has at most its largest square. Reference: own derivation.

#include "quantities/activation/variance_layer.hpp"

namespace sigprop {

/// The proved sign of V(s^2) - s^2 for all s >= b at which E f(s z)^2 exists; 0 when neither is shown.
[[nodiscard]] int sign_beyond(const Layer& layer, const Ball& b);

}  // namespace sigprop

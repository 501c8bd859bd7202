#pragma once
// What chi_1 says about nearly equal inputs. By Mehler's series the slope of the correlation map at c = 1 is
// weight_variance E f'(sqrt(q) z)^2 over V(q)/q for a continuous f, piecewise smooth, as formulas are. Where
// f jumps, f' does not see it: two inputs of correlation c fall on different sides with a probability like
// sqrt(1 - c), so that the slope is infinite and correlation 1 attracts at no weight variance.

#include "quantities/quantity.hpp"

namespace sigprop {

/// Status domain where f is proved to jump, and unable where it is not shown to be continuous; nullopt for a
/// continuous f.
[[nodiscard]] std::optional<Answer> without_continuity(const Formula& f, const Context& context);

}  // namespace sigprop

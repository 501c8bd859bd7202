#pragma once
// Whether a formula jumps: the values on the two sides of each of its switches, by proof. A switch where both
// sides meet (a kink, or a step between equal values) is no jump.

#include <optional>
#include <sigprop/core/base/context.hpp>
#include <sigprop/core/formula/formula.hpp>
#include <string>

namespace sigprop {

/// Where a jump is proved, in words ("it jumps at x = 0.5"); "" when f is proved continuous at every switch;
/// nullopt when neither is shown.
/// Shapes   f in x0, over the whole line: every switch has to be settled beyond |x| = 64
/// Errors   none: what is not shown is nullopt (Interrupted and TimeSpent, as in every long loop)
[[nodiscard]] std::optional<std::string> proved_jump(const Formula& f, const Context& context);

}  // namespace sigprop

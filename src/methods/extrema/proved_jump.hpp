#pragma once
// Whether a formula jumps, proved from the values on the two sides of each of its switches. A switch where
// both sides have the same value (a kink, or a step between equal values) is no jump.

#include <optional>
#include <sigprop/core/base/context.hpp>
#include <sigprop/core/formula/formula.hpp>
#include <string>

namespace sigprop {

/// The place of a proved jump, in words ("it jumps at x = 0.5"); "" when f is proved continuous at every
/// switch; nullopt when neither is shown.
/// Shapes   f in x0, over the whole line: no switch may change its side beyond |x| = 64
/// Errors   none: nullopt when nothing is shown (Interrupted and TimeSpent, as in every long loop)
[[nodiscard]] std::optional<std::string> proved_jump(const Formula& f, const Context& context);

}  // namespace sigprop

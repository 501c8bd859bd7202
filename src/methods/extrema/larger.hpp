#pragma once
// The larger or smaller of two exact numbers, such as ends of balls. Of overlapping balls these return one of
// the two, which is no bound: use min() and max() of ball.hpp for those.

#include <sigprop/core/ball/ball.hpp>

namespace sigprop {

/// Both return `a` when the order is not shown, as when one of them is not finite.
[[nodiscard]] inline Ball larger(const Ball& a, const Ball& b) { return (a - b).is_negative() ? b : a; }
[[nodiscard]] inline Ball smaller(const Ball& a, const Ball& b) { return (a - b).is_positive() ? b : a; }

}  // namespace sigprop

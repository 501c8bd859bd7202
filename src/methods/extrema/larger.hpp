#pragma once
// The larger or smaller of two exact numbers: ends of balls, records of a search. Of balls that overlap these
// return one of the two, which is no bound: there min() and max() of ball.hpp.

#include <sigprop/core/ball/ball.hpp>

namespace sigprop {

/// a where nothing is shown, as when one of them is not finite.
[[nodiscard]] inline Ball larger(const Ball& a, const Ball& b) { return (a - b).is_negative() ? b : a; }
[[nodiscard]] inline Ball smaller(const Ball& a, const Ball& b) { return (a - b).is_positive() ? b : a; }

}  // namespace sigprop

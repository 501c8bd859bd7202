#pragma once
// A formula with switches near one point: the smooth formula that has its slope there, or why there is none.
// A kink is proved by two different one-sided slopes.

#include <variant>

#include "methods/route.hpp"

namespace sigprop {

/// Shapes   f in x0; x finite
/// Errors   status domain where f is proved to jump at x or to have different slopes on its two sides; unable
///          where neither is shown (x is within 2^-bits of a switch and not a fraction; more than 64
///          combinations of branches meet at x)
[[nodiscard]] std::variant<Formula, Answer> smooth_at(const Formula& f, const Real& x, long bits);

}  // namespace sigprop

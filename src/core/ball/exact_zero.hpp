#pragma once
// Whether a ball is the number zero itself.

#include <sigprop/core/ball/ball.hpp>

namespace sigprop {

inline bool is_exact_zero(const Ball& x) { return x.is_exact() && x.contains_zero(); }

}  // namespace sigprop

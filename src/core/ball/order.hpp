#pragma once
// Signs and order of balls as far as they are decided.

#include <sigprop/core/ball/ball.hpp>

namespace sigprop {

/// 0 while it is undecided.
inline int sign_of(const Ball& x) { return x.is_positive() ? 1 : x.is_negative() ? -1 : 0; }

inline bool is_before(const Ball& a, const Ball& b) { return (b - a).is_positive(); }

// The larger and the smaller of two exact numbers, unchanged: max and min of balls would round them.
inline const Ball& later(const Ball& a, const Ball& b) { return is_before(a, b) ? b : a; }
inline const Ball& earlier(const Ball& a, const Ball& b) { return is_before(b, a) ? b : a; }

}  // namespace sigprop

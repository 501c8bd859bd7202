#pragma once
// Numbers of double precision by name.

#include <limits>

namespace sigprop {

inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
/// The largest relative error of an operation that is rounded to nearest.
inline constexpr double unit_roundoff = 0x1p-53;

}  // namespace sigprop

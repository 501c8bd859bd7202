#pragma once
// A count as an exact number. Counts go up to 2^64 - 1, but the integer constructors of Ball and Rational
// stop at 2^63 - 1; adding two halves, or a detour through a double, would each risk being off by one.

#include <cstdint>
#include <sigprop/core/ball/ball.hpp>
#include <sigprop/core/ball/rational.hpp>

namespace sigprop {

/// n, exact however low the working precision.
[[nodiscard]] Ball count_ball(std::uint64_t n, long bits = 0);

[[nodiscard]] Rational count_rational(std::uint64_t n);

}  // namespace sigprop

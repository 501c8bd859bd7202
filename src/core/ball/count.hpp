#pragma once
// A count as an exact number. Counts run to 2^64 - 1, and the integer constructors of Ball and Rational end
// at 2^63 - 1: halves added up, or a detour through a double, would each be one more way to be off by one.

#include <cstdint>
#include <sigprop/core/ball/ball.hpp>
#include <sigprop/core/ball/rational.hpp>

namespace sigprop {

/// n, exact however few the bits it works at.
[[nodiscard]] Ball count_ball(std::uint64_t n, long bits = 0);

[[nodiscard]] Rational count_rational(std::uint64_t n);

}  // namespace sigprop

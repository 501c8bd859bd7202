#pragma once
// Functions of one number, with the same bits on every machine: the C library's may differ between machines.
// For many numbers: tile_evaluator.hpp, whose bits these are.

namespace sigprop {

/// The natural logarithm.
[[nodiscard]] double portable_log(double x);
/// Radians, |x| <= 2^20.
[[nodiscard]] double portable_cos(double x);

}  // namespace sigprop

#pragma once
// Normal numbers that are rounded to the nearest value of a table: the mean squared error, the std at which
// it is least relative to the square of the std, and the error of a block whose largest magnitude is a value.

#include "methods/route.hpp"
#include "quantities/quantizer/table.hpp"

namespace sigprop {

/// Relative mean squared error of N(0, std^2), for a formula std: by what lies beyond each boundary on
/// average. With a boundary t between values d apart, rounding to the upper one changes (x - v)^2 by
/// -2 d (x - t).
[[nodiscard]] Formula relative_error(const QuantizerTable& table, const Formula& std);

/// The same, cell by cell.
[[nodiscard]] Ball relative_error_by_cells(const QuantizerTable& table, const Ball& std, long bits);

/// How a scale is known to be the best: the derivative of the error, or the mean of x Q(x) against that of
/// Q(x)^2, which are equal there.
enum class ScaleCondition : std::uint8_t { slope, means };

/// The std with the least relative error of all.
[[nodiscard]] Answer best_std(NarrowFormat format, ScaleCondition condition, long bits,
                              const Context& context);

/// The mean of (x - a Q(x/a))^2 over |x| < a, not divided by the mass, for a formula a > 0.
[[nodiscard]] Formula error_within(const QuantizerTable& table, const Formula& a);
[[nodiscard]] Formula error_within_by_cells(const QuantizerTable& table, const Formula& a);

}  // namespace sigprop

#pragma once
// A backward pass compared with the exact gradient, for terminals and pages: one row for each output, then
// what is wrong with it and which mistake it looks like, then what the input may hide.

#include <sigprop/measure/gradient/jacobian.hpp>
#include <string>

#include "report/table.hpp"

namespace sigprop {

/// Columns: output, dtype, elements, those beyond rounding, the worst error as a share of the allowed one and
/// in units of rounding, the mean, where the worst is, its value and the exact one, verdict; below, reasons,
/// warnings, and mistakes that would not show.
[[nodiscard]] std::string jacobian_text(const JacobianMeasurement& measured, const TextOptions& options = {});

/// The same as Markdown.
[[nodiscard]] std::string jacobian_markdown(const JacobianMeasurement& measured);

/// One row for each output: id, output, verdict, status, reason, mistake, then every statistic of the report
/// by name.
[[nodiscard]] std::string jacobian_csv(const JacobianMeasurement& measured);

}  // namespace sigprop

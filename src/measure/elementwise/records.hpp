#pragma once
// Records that show the optimum for independent normal inputs beside the measurement.

#include <array>
#include <sigprop/measure/elementwise/elementwise.hpp>

namespace sigprop {

/// alpha and C at the optimum, the error of each form, and the irreducible error. Only the expectations are
/// filled in; `execute` runs them.
[[nodiscard]] std::vector<Record> elementwise_expectations(std::size_t dim,
                                                           const std::optional<std::string>& rms,
                                                           const Context& context, const Executor& execute);

/// Adds names, statistics, reasons and the measurement as evidence to those records.
void add_measurements(ElementwiseMeasurement& measured, const Context& context);

}  // namespace sigprop

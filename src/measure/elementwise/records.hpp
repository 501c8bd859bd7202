#pragma once
// The optimum for independent normal inputs beside what was measured, as records.

#include <array>
#include <sigprop/measure/elementwise/elementwise.hpp>

namespace sigprop {

/// alpha and C of the optimum; those of the errors; the irreducible error. Only the expectations: `execute`
/// runs them.
[[nodiscard]] std::vector<Record> elementwise_expectations(std::size_t dim,
                                                           const std::optional<std::string>& rms,
                                                           const Context& context, const Executor& execute);

/// Puts names, statistics, the measurement as evidence and reasons into those records.
void add_measurements(ElementwiseMeasurement& measured, const Context& context);

}  // namespace sigprop

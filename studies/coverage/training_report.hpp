#pragma once
// The study of training_study.hpp as a table and a file.

#include "network_report.hpp"

namespace sigprop::coverage {

/// Returns 1 if a count is out of bounds, if the whole study's intervals of a quantity hold in less than 90 %
/// or more than 98 %, if a control is not noticed, or if the rows are not those of the file to compare with.
/// Errors   InputError when no cell has such a depth
[[nodiscard]] int report_training(const NetworkOptions& options);

}  // namespace sigprop::coverage

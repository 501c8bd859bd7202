#pragma once
// What `sigprop train` shows on a terminal of 80 columns.

#include <optional>
#include <string>

#include "engine/training/training_report.hpp"

namespace sigprop {

/// "2.3412 ± 0.0021": two digits of the error, and the value's digits down to the same place.
[[nodiscard]] std::string mean_text(double value, std::optional<double> error);

[[nodiscard]] std::string training_text(const TrainingResult& result);

}  // namespace sigprop

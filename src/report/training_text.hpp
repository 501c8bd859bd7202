#pragma once
// What `sigprop train` shows on a terminal of 80 columns.

#include <string>

#include "engine/training/training_report.hpp"

namespace sigprop {

[[nodiscard]] std::string training_text(const TrainingResult& result);

}  // namespace sigprop

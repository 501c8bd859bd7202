#pragma once
// What `sigprop train` shows on a terminal.

#include <string>

#include "engine/training/training_report.hpp"

namespace sigprop::tool {

[[nodiscard]] std::string train_text(const BoundTraining& training, const Report& report,
                                     const Context& context);

}  // namespace sigprop::tool

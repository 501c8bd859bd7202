#pragma once
// The gain that an answer was computed with, when it was not given: dx and y are linear in it, and least
// squares over the rows find one number for each column or channel.

#include <optional>
#include <vector>

#include "measure/gradient/pass.hpp"

namespace sigprop {

/// The gain whose dx or y is closest to the user's; nothing where the rows do not determine it.
[[nodiscard]] std::optional<std::vector<double>> fitted_gain(const JudgedOutput& output,
                                                             const JacobianTask& task);

}  // namespace sigprop

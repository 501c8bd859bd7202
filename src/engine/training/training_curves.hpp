#pragma once
// The curves of a training report.

#include <vector>

#include "engine/training/training_report.hpp"

namespace sigprop {

/// At most so many of 0, …, count - 1, evenly spaced, the first and the last among them.
[[nodiscard]] std::vector<std::size_t> shown_places(std::size_t count, std::size_t most);

[[nodiscard]] std::vector<Series> training_curves(const BoundTraining& training, const Context& context);

}  // namespace sigprop

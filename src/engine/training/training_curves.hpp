#pragma once
// The curves of a training report.

#include <vector>

#include "engine/training/training_report.hpp"

namespace sigprop {

/// At most so many of 0, …, count - 1, evenly spaced, the first and the last among them.
[[nodiscard]] std::vector<std::size_t> shown_places(std::size_t count, std::size_t most);

/// Where the mean of a curve is not known, `spans` gets where the networks lie.
[[nodiscard]] std::vector<Series> training_curves(const BoundTraining& training, const Context& context,
                                                  TrainingSpans& spans);

}  // namespace sigprop

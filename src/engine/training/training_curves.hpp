#pragma once
// The curves of a training report.

#include <vector>

#include "engine/training/training_report.hpp"

namespace sigprop {

/// Steps or layers that a curve shows: all of a few, else about two hundred, the first and the last among them.
[[nodiscard]] std::vector<std::size_t> shown_places(std::size_t count);

[[nodiscard]] std::vector<Series> training_curves(const BoundTraining& training, const Context& context);

}  // namespace sigprop

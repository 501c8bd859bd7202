#pragma once
// The curves of a training report.

#include <optional>
#include <string_view>
#include <vector>

#include "engine/training/training_report.hpp"

namespace sigprop {

/// At most so many of 0, …, count - 1, evenly spaced, the first and the last among them.
[[nodiscard]] std::vector<std::size_t> shown_places(std::size_t count, std::size_t most);

/// Where the mean of a curve is not known, `spans` gets where the networks lie.
[[nodiscard]] std::vector<Series> training_curves(const BoundTraining& training, const Context& context,
                                                  TrainingSpans& spans);

/// What a curve of a training report says, for a title and for the two axes of a picture.
struct CurveWords {
    std::string_view title, axis, value;
};

/// By the id of its series; none for an id that no training report has.
[[nodiscard]] std::optional<CurveWords> words_of_training_curve(std::string_view id);

}  // namespace sigprop

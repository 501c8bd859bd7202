#pragma once
// The parts of a record that descriptions of weights and verdicts on them share.

#include <sigprop/core/base/context.hpp>
#include <sigprop/engine/record.hpp>
#include <string>
#include <utility>
#include <vector>

#include "measure/weights/measured_weights.hpp"

namespace sigprop {

/// Type, shape, moments and truncation in a sentence.
[[nodiscard]] std::string note_of(const WeightsMeasurement& measured);

/// The statistics by name, for readers of the report; NaN where there are too few weights.
[[nodiscard]] std::vector<std::pair<std::string, double>> named_statistics(const WeightStatistics& found);

/// A finite double as a decimal in the form of the schema.
[[nodiscard]] std::string decimal_text(double value);

/// The std of the file, as evidence and as the number that the expected one is compared with.
void add_measurement(Record& record, const WeightStatistics& found, const Context& context);

[[nodiscard]] std::string bad_entries(const MeasuredWeights& seen);

}  // namespace sigprop

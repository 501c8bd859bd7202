#pragma once
// Measured weights for a terminal: one row of statistics for each file, then what they say about the claim.

#include <sigprop/measure/weights/weights.hpp>
#include <string>
#include <vector>

#include "report/table.hpp"

namespace sigprop {

/// Columns: file, shape, dtype, n, mean, std, its 6 standard errors, min, max, kurtosis, verdict; below for
/// each file the expected std, the truncation that was seen, and the reason; then the summary line.
[[nodiscard]] std::string weights_text(const std::vector<WeightsMeasurement>& measured,
                                       const TextOptions& options = {});

/// The same table and the laws, for weights of which nothing is claimed.
[[nodiscard]] std::string described_weights_markdown(const std::vector<WeightsMeasurement>& measured);

}  // namespace sigprop

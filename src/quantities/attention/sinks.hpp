#pragma once
// Rows of attention with a sink: softmax's denominator has one more term e^b, whose weight takes no value.

#include "quantities/attention/support.hpp"

namespace sigprop {

/// Routes of the entropy of the n + 1 weights.
/// Errors   InputError for causal rows
[[nodiscard]] std::vector<Route> sink_entropy_routes(const RowsAsked& row, const Real& sink);

}  // namespace sigprop

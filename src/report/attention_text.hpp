#pragma once
// Measured attention for terminals and pages: one row of figures for each head, then its entropy over the
// query positions, then the rows that are not finite.

#include <sigprop/measure/attention/attention.hpp>
#include <string>

#include "report/table.hpp"

namespace sigprop {

/// Columns: head, mean entropy, its share of log n, the entropy of iid normal logits, effective keys, largest
/// weight, shares of rows with a weight above 0.5 and 0.99, mean |J|_F^2, logit std; below, entropy quantiles
/// and entropies at five positions; bad rows last. It fits in 80 columns.
[[nodiscard]] std::string attention_text(const AttentionMeasurement& measured,
                                         const TextOptions& options = {});

/// The same tables as Markdown.
[[nodiscard]] std::string attention_markdown(const AttentionMeasurement& measured);

/// One row for each head: id, expression, expected (its proved decimal), status, reason, then every statistic
/// of the report by name.
[[nodiscard]] std::string attention_csv(const AttentionMeasurement& measured);

}  // namespace sigprop

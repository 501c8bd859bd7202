#pragma once
// Measured attention for people at a terminal and for pages: a row of figures a head, then its entropy over
// the query positions, then the rows that are not finite.

#include <sigprop/measure/attention/attention.hpp>
#include <string>

#include "report/table.hpp"

namespace sigprop {

/// Columns: head, mean entropy, its share of log n, what iid normal logits would have, effective keys,
/// largest weight, shares of rows with a weight above 0.5 and 0.99, mean |J|_F^2, logit std; below, entropy
/// quantiles and entropies at five positions; bad rows last. 80 columns suffice.
[[nodiscard]] std::string attention_text(const AttentionMeasurement& measured,
                                         const TextOptions& options = {});

/// The same tables as Markdown.
[[nodiscard]] std::string attention_markdown(const AttentionMeasurement& measured);

/// One row a head: id, expression, expected (its proved decimal), status, reason, then every statistic of the
/// report by its name.
[[nodiscard]] std::string attention_csv(const AttentionMeasurement& measured);

}  // namespace sigprop

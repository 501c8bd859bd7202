#pragma once
// Fitted replacements of a normalisation for terminals and pages: the fits beside the optimum for normal
// inputs, then the features, then the rows left out.

#include <sigprop/measure/elementwise/elementwise.hpp>
#include <string>

#include "report/table.hpp"

namespace sigprop {

/// Three tables: alpha, C and their errors, fitted and expected; quantiles over features; the features with
/// the largest share of the error. The text states what the expectation assumes. It fits in 80 columns.
[[nodiscard]] std::string elementwise_text(const ElementwiseMeasurement& measured,
                                           const TextOptions& options = {});

/// The same as Markdown.
[[nodiscard]] std::string elementwise_markdown(const ElementwiseMeasurement& measured);

/// One row for all features together ("all"), then one for each: feature, rms, and for both forms the
/// parameter, error, error at the shared parameter, and share of the shared fit's error. No number: empty.
[[nodiscard]] std::string elementwise_csv(const ElementwiseMeasurement& measured);

}  // namespace sigprop

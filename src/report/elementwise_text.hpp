#pragma once
// Fitted replacements of a normalisation for people at a terminal and for pages: the fits beside the optimum
// for normal inputs, then the features, then the rows left out.

#include <sigprop/measure/elementwise/elementwise.hpp>
#include <string>

#include "report/table.hpp"

namespace sigprop {

/// Three tables: alpha, C and their errors, fitted and expected; quantiles over features; the features with
/// most of the error. What the expectation assumes is said in words. 80 columns suffice.
[[nodiscard]] std::string elementwise_text(const ElementwiseMeasurement& measured,
                                           const TextOptions& options = {});

/// The same as Markdown.
[[nodiscard]] std::string elementwise_markdown(const ElementwiseMeasurement& measured);

/// A row for all features ("all"), then one for each: feature, rms, and for both forms the parameter, its
/// error, the error at the parameter of all, and the share of the error that leaves in all. No number: empty.
[[nodiscard]] std::string elementwise_csv(const ElementwiseMeasurement& measured);

}  // namespace sigprop

#pragma once
// What is said of each measurement of a user's own tensors. Another subject is another function here, with a
// source of its own.

#include <vector>

#include "report/document.hpp"

namespace sigprop {

struct AttentionMeasurement;
struct ElementwiseMeasurement;
struct JacobianMeasurement;
struct KernelMeasurement;
struct ModelAudit;
struct TensorComparison;
struct WeightsMeasurement;

/// A row of figures for each head; below, quantiles of its entropy over the query positions, and its entropy
/// at five of them; rows that are not finite last. The tables fit in 80 columns.
[[nodiscard]] Document document_of(const AttentionMeasurement& measured);

/// What replaces a normalisation: alpha, C and their errors, fitted and expected; quantiles over features;
/// the features with the largest share of the error; what the expectation assumes; rows left out. The tables
/// fit in 80 columns. The CSV has a row for all features together, then one for each.
[[nodiscard]] Document document_of(const ElementwiseMeasurement& measured);

/// A backward pass against the exact gradient, a row for each output: the worst error as a share of the
/// allowed one, in units of rounding, where it is; below, reasons, warnings, and mistakes that would not
/// show.
[[nodiscard]] Document document_of(const JacobianMeasurement& measured);

/// A kernel's results against what rounding may do, a row for each: how many elements are outside, how many
/// numbers an enclosure has, the worst element with its enclosure; below, reasons.
[[nodiscard]] Document document_of(const KernelMeasurement& measured);

/// What a model is, a table by group of tensors, what is odd, the verdicts. The CSV has a row for each
/// tensor, or matrix of a fused one.
[[nodiscard]] Document document_of(const ModelAudit& audit);

/// What changed between two checkpoints.
[[nodiscard]] Document document_of(const std::vector<TensorComparison>& compared);

/// A row of statistics for each file; below, what is claimed of it, or its law and whose initialiser that is.
/// Records have the CSV.
[[nodiscard]] Document document_of(const std::vector<WeightsMeasurement>& measured);

}  // namespace sigprop

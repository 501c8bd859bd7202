#pragma once
// Puts evidence and verdicts into a Record.

#include <sigprop/core/evidence/evidence.hpp>
#include <sigprop/engine/record.hpp>

#include "engine/binding/binder.hpp"

namespace sigprop {

/// Fills in the evidence, the computed value, the status and its reason. `digits` bounds the printed digits;
/// samples get an interval of level `confidence` within `values`, and suffice for a number that exists
/// `by_simulation` alone.
void describe(Record& record, const std::vector<Evidence>& evidence, long digits, double confidence,
              bool by_simulation = false, const NumberRange& values = {});

/// What an expression's evidence says, and what stands beside it in a report.
struct ExpressionEvidence {
    std::string text;  ///< canonical
    std::string limit = {};
    std::vector<std::string> assumed = {}, warnings = {};
    std::vector<Evidence> evidence = {};  ///< reconciled
    std::string contradiction = {};       ///< empty if the evidence agrees
    bool by_simulation = false;           ///< whether samples are all there can be
    NumberRange values = {};              ///< what the number can be
};

/// The evidence about an expression, and what its calls assume and warn of.
[[nodiscard]] ExpressionEvidence expression_evidence(const BoundExpression& bound, const Context& context);

[[nodiscard]] Record record_of(const ExpressionEvidence& found, const Context& context);

/// The record that `eval` reports for an expression. A fault of the library is in its evidence.
[[nodiscard]] Record record_of(const BoundExpression& bound, const Context& context);

/// The record of an expression that cannot be computed for a fault of the library.
[[nodiscard]] Record record_of_internal_error(std::string expression, std::string message,
                                              const Context& context);

[[nodiscard]] EvidenceRecord record_of(const Evidence& evidence, long digits, double confidence,
                                       const NumberRange& values = {});

}  // namespace sigprop

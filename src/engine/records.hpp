#pragma once
// Evidence and verdicts put into the words of a Record.

#include <sigprop/core/evidence/evidence.hpp>
#include <sigprop/engine/record.hpp>

#include "engine/binding/binder.hpp"

namespace sigprop {

/// Fills in the evidence, the computed value, the status and its reason. `digits` bounds what is printed;
/// samples get an interval of the level `confidence`, and are enough for what exists `by_simulation` alone.
void describe(Record& record, const std::vector<Evidence>& evidence, long digits, double confidence,
              bool by_simulation = false);

/// What `eval` says of an expression.
[[nodiscard]] Record record_of(const BoundExpression& bound, const Context& context);

[[nodiscard]] EvidenceRecord record_of(const Evidence& evidence, long digits, double confidence);

}  // namespace sigprop

#include "engine/composite.hpp"
#include "engine/records.hpp"

#include <sigprop/engine/evaluate.hpp>

namespace sigprop {

Result evaluate(std::string_view expression, const Context& context) {
    const BoundExpression bound = bind_expression(expression);
    return {reconcile(evidence_of(bound, context)).evidence, context.digits,
            exists_by_simulation_alone(bound)};
}

Record evaluate_record(std::string_view expression, const Context& context) {
    const BoundExpression bound = bind_expression(expression);
    Record record;
    record.id = bound.text;
    record.expression = bound.text;
    Reconciliation reconciled = reconcile(evidence_of(bound, context));
    describe(record, reconciled.evidence, context.digits, context.confidence,
             exists_by_simulation_alone(bound));
    if (!reconciled.contradiction.empty()) {
        record.verdict = Verdict::inconsistent;
        record.reason = reconciled.contradiction;
    }
    return record;
}

}  // namespace sigprop

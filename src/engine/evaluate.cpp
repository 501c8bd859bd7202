#include "core/base/known_methods.hpp"
#include "core/evidence/internal_error.hpp"
#include "engine/composite.hpp"
#include "engine/records.hpp"

#include <sigprop/engine/evaluate.hpp>

namespace sigprop {

Result evaluate(std::string_view expression, const Context& context) {
    require_known(context.methods);
    const BoundExpression bound = bind_expression(expression);
    return {reconcile(evidence_of(bound, context)).evidence, context.digits,
            exists_by_simulation_alone(bound)};
}

Record evaluate_record(std::string_view expression, const Context& context) {
    require_known(context.methods);
    return or_internal_error(
        context, [&] { return record_of(bind_expression(expression), context); },
        [&](std::string message) {
            return record_of_internal_error(std::string(expression), std::move(message), context);
        });
}

}  // namespace sigprop

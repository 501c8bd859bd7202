#include "engine/value_range.hpp"

namespace sigprop {

NumberRange range_of(const BoundExpression& bound) {
    const bool is_leaf = bound.leaves.size() == 1 && bound.formula.operation() == Operation::variable;
    return is_leaf ? bound.leaves.front().values : NumberRange();
}

Reconciliation reconcile_within(const NumberRange& values, std::vector<Evidence> evidence) {
    Reconciliation result = reconcile(std::move(evidence));
    if (!result.contradiction.empty()) return result;
    for (const Evidence& one : result.evidence) {
        const bool proves = one.kind == Kind::enclosure && one.status == Status::ok;
        if (!proves || values.admits(one.value) >= 0) continue;
        result.contradiction = "the enclosure of " + one.method + " (" + std::string(to_string(one.route)) +
                               ") is outside the range of the quantity: " + values.remark();
        break;
    }
    return result;
}

}  // namespace sigprop

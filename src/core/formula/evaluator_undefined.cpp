// Finds where a formula has no value, node by node, operands first.

#include "core/ball/contains_integer.hpp"
#include "core/ball/exact_zero.hpp"
#include "core/formula/operands_first.hpp"

#include <map>

#include "core/formula/evaluator.hpp"
#include "core/formula/lowering.hpp"

namespace sigprop {
namespace {

/// A node on the box of arguments; `reason` says why it has no value there, nullptr if that is not proved.
struct Known {
    Ball value;
    const char* reason = nullptr;
};

/// Why the operation itself has no value although its operands have one.
const char* undefined_at(const Formula& f, const Ball& a, const Ball& b) {
    switch (f.operation()) {
        case Operation::log:
            return a.is_nonpositive() ? "the logarithm of a number that is not positive" : nullptr;
        case Operation::log1p:
            return (a + 1).is_nonpositive() ? "log1p of a number that is not above -1" : nullptr;
        case Operation::sqrt: return a.is_negative() ? "the square root of a negative number" : nullptr;
        case Operation::power:
            return a.is_negative() && !contains_integer(b) ? "a real power of a negative number" : nullptr;
        case Operation::divide: return is_exact_zero(b) ? "division by zero" : nullptr;
        case Operation::power_integer:
            return f.integer() < 0 && is_exact_zero(a) ? "division by zero" : nullptr;
        default: return nullptr;
    }
}

/// The branch that is not taken may be undefined; if the condition is not decided, both must be undefined.
const char* undefined_where(bool strict, const Known& condition, const Known& a, const Known& b) {
    if (condition.reason != nullptr) return condition.reason;
    const Ball& g = condition.value;
    if (strict ? g.is_negative() : g.is_nonpositive()) return a.reason;
    if (strict ? g.is_nonnegative() : g.is_positive()) return b.reason;
    return a.reason != nullptr && b.reason != nullptr ? a.reason : nullptr;
}

const char* undefined_node(const Formula& f, const std::vector<const Known*>& u) {
    if (u.empty()) return nullptr;
    const bool strict = f.operation() == Operation::where_negative;
    if (strict || f.operation() == Operation::where_nonpositive)
        return undefined_where(strict, *u[0], *u[1], *u[2]);
    for (const Known* operand : u) {
        if (operand->reason != nullptr) return operand->reason;
    }
    return undefined_at(f, u.front()->value, u.back()->value);
}

}  // namespace

std::optional<std::string> proved_undefined(const Formula& formula, std::span<const Ball> variables,
                                            long bits) {
    const std::vector<Formula> nodes = operands_first(formula);
    Evaluator<Ball> evaluate(nodes, bits);
    const std::span<const Ball> values = evaluate(variables);
    std::map<const Formula::Node*, Known> known;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        std::vector<const Known*> operands;
        for (const Formula& operand : nodes[i].operands()) operands.push_back(&known.at(operand.identity()));
        known.emplace(nodes[i].identity(), Known{values[i], undefined_node(nodes[i], operands)});
    }
    const char* const reason = known.at(formula.identity()).reason;
    return reason != nullptr ? std::optional<std::string>(reason) : std::nullopt;
}

}  // namespace sigprop

#include "engine/binding/equation_curves.hpp"

#include "engine/binding/arguments.hpp"
#include "engine/binding/call_arguments.hpp"
#include "engine/binding/catalogue.hpp"
#include "engine/binding/equation.hpp"
#include "engine/binding/equation_definitions.hpp"
#include "methods/roots/formula_zeros.hpp"

#include <algorithm>
#include <memory>

#include "core/formula/evaluator.hpp"
#include "core/formula/operands_first.hpp"

namespace sigprop {
namespace {

/// The chain rule over balls.
class Composition {
public:
    Composition(const Formula& f, const std::vector<BoundCurve>& curves, const Context& context) {
        formulas_.push_back(f);
        for (int i = 0; i <= static_cast<int>(curves.size()); ++i) formulas_.push_back(f.derivative(i));
        for (const BoundCurve& one : curves) {
            arguments_.push_back(searched(one.argument));
            curves_.push_back(one.curve(context));
        }
        may_jump_ = std::ranges::any_of(operands_first(f), [](const Formula& node) {
            const Operation operation = node.operation();
            return operation == Operation::step || operation == Operation::where_negative ||
                   operation == Operation::where_nonpositive;
        });
    }

    Ball value(const Ball& x, long bits) const {
        const std::vector<Ball> at = variables(x, bits);
        return Evaluator<Ball>(formulas_[0], bits)(at)[0];
    }

    Ball slope(const Ball& x, long bits) const {
        if (may_jump_) return Ball::indeterminate();
        const std::vector<Ball> at = variables(x, bits);
        Evaluator<Ball> evaluate(formulas_, bits);
        const std::span<const Ball> values = evaluate(at);
        if (!values[0].is_finite()) return Ball::indeterminate();
        Ball total = values[1];
        for (std::size_t i = 0; i < curves_.size(); ++i) {
            const Ball argument = arguments_[i].value(x, bits);
            total = total + values[i + 2] * curves_[i].slope(argument, bits) * arguments_[i].slope(x, bits);
        }
        return total;
    }

    /// Where a curve has no value at all, neither has f.
    bool excluded(const Ball& x, long bits) const {
        for (std::size_t i = 0; i < curves_.size(); ++i) {
            if (curves_[i].excluded && curves_[i].excluded(arguments_[i].value(x, bits), bits)) return true;
        }
        return false;
    }

private:
    std::vector<Ball> variables(const Ball& x, long bits) const {
        std::vector<Ball> at = {x};
        for (std::size_t i = 0; i < curves_.size(); ++i)
            at.push_back(curves_[i].value(arguments_[i].value(x, bits), bits));
        return at;
    }

    std::vector<Formula> formulas_;  ///< f and its derivatives
    std::vector<SearchedFunction> arguments_, curves_;
    bool may_jump_ = false;
};

}  // namespace

BoundCurve bind_curve(const Expression& call, const std::string& unknown, std::string_view text,
                      const std::function<Formula(const Expression&)>& lowered) {
    const auto refuse = [&](const std::string& why) {
        refuse_argument("the unknown '" + unknown + "' stands in an argument of " + call.name + ": " + why,
                        call, text);
    };
    const Quantity* quantity = find_quantity(call.name);
    if (quantity == nullptr) {
        (void)bind_expression(call, text);  // says what is near
        refuse("which is no quantity");
    }
    Expression fixed = call;
    const Expression* argument = nullptr;
    const Parameter* parameter = nullptr;
    for (std::size_t i = 0; i < fixed.arguments.size(); ++i) {
        Argument& one = fixed.arguments[i];
        if (!mentions_unquoted(one.value, unknown)) continue;
        if (argument != nullptr) refuse("it may stand in one argument only");
        argument = &call.arguments[i].value;
        for (std::size_t k = 0; k < quantity->parameters.size(); ++k) {
            const bool meant = one.key.empty() ? k == i : quantity->parameters[k].name == one.key;
            if (meant) parameter = &quantity->parameters[k];
        }
        const Expression unit = parse_expression("1");
        one.value.kind = unit.kind;
        one.value.number = unit.number;
        one.value.literal = unit.literal;
        one.value.arguments.clear();
    }
    const Arguments arguments = bind_arguments(*quantity, fixed, text);
    const auto curve =
        parameter == nullptr ? std::nullopt : parameter_curve(quantity->name, arguments, parameter->name);
    if (!curve) {
        refuse("nothing is proved about it over an interval. There are " + known_parameter_curves() +
               " (bias_variance > 0, mean 0), and any argument of " + defined_quantities() +
               "; sweep computes the others at points");
    }
    return {canonical_text(call), lowered(*argument), *curve};
}

SearchedFunction composed(const Formula& f, const std::vector<BoundCurve>& curves, const Context& context) {
    if (curves.empty()) return searched(f);
    const auto whole = std::make_shared<const Composition>(f, curves, context);
    return {[whole](const Ball& x, long bits) { return whole->value(x, bits); },
            [whole](const Ball& x, long bits) { return whole->slope(x, bits); },
            [whole](const Ball& x, long bits) { return whole->excluded(x, bits); }};
}

SearchedFunction composed(const Formula& f, const std::vector<BoundCurve>& curves,
                          const std::vector<BoundCondition>& conditions, const Context& context) {
    SearchedFunction whole = composed(f, curves, context);
    if (conditions.empty()) return whole;
    std::vector<std::pair<SearchedFunction, NumberRange>> all;
    for (const BoundCondition& one : conditions)
        all.emplace_back(composed(one.number, curves, context), one.range);
    whole.domain = [all = std::move(all)](const Ball& x, long bits) {
        int least = 1;
        for (const auto& [number, range] : all) {
            const int holds = range.admits(number.value(x, bits));
            if (holds < 0) return -1;
            least = std::min(least, holds);
        }
        return least;
    };
    return whole;
}

}  // namespace sigprop

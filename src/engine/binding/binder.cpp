#include "engine/binding/binder.hpp"

#include "engine/binding/arguments.hpp"
#include "engine/binding/assumed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sigprop/core/base/errors.hpp>
#include <stdexcept>

#include "core/base/bits.hpp"
#include "core/base/suggest.hpp"
#include "core/base/words.hpp"
#include "core/formula/evaluator.hpp"
#include "core/formula/lowering.hpp"
#include "engine/binding/catalogue.hpp"
#include "engine/binding/conditions.hpp"
#include "engine/binding/equation.hpp"
#include "engine/binding/equation_system.hpp"
#include "engine/binding/library_call.hpp"
#include "quantities/activation/table.hpp"
#include "quantities/value_range.hpp"

namespace sigprop {
namespace {

const std::vector<std::string>& known_names() {
    static const std::vector<std::string> all = [] {
        std::vector<std::string> names;
        for (const Quantity& quantity : catalogue()) {
            names.push_back(quantity.name);
            names.insert(names.end(), quantity.aliases.begin(), quantity.aliases.end());
        }
        return names;
    }();
    return all;
}

/// The argument of that name; nullptr when it was not given.
const Expression* given(std::string_view name, const Expression& call, const Quantity& quantity) {
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
        const auto parameter = parameter_of_argument(quantity, call, i);
        if (parameter && quantity.parameters[*parameter].name == name) return &call.arguments[i].value;
    }
    return nullptr;
}

/// The argument that an error is about: the first one written among the parameters it names, else the whole
/// call.
const Expression& culprit(const InputError& error, const Expression& call, const Quantity& quantity) {
    for (const std::string& name : error.parameters()) {
        if (const Expression* written = given(name, call, quantity)) return *written;
    }
    return call;
}

/// "n must be an integer, not 5/2" with the value as written in the expression, 2.5 or 1e400.
std::string as_written(std::string message, const Expression& at, const Expression& call,
                       const Quantity& quantity, const Arguments& arguments) {
    for (const Parameter& parameter : quantity.parameters) {
        if (parameter.kind != ParameterKind::real || given(parameter.name, call, quantity) != &at) continue;
        const std::string value = " not " + arguments.real(parameter.name).text();
        if (message.ends_with(value))
            message.replace(message.size() - value.size(), value.size(), " not " + canonical_text(at));
    }
    return message;
}

class Binder {
public:
    explicit Binder(std::string_view text) : text_(text) {}

    BoundExpression operator()(Expression expression) {
        call_bare_quantities(expression);
        bound_.text = canonical_text(expression);
        try {
            bound_.formula = lowered(expression);
        } catch (const InputError&) {  // the message suggests names, for which all tables must be made
            bound_.leaves.clear();
            known_ = known_names();
            bound_.formula = lowered(expression);
        }
        return std::move(bound_);
    }

private:
    Formula lowered(const Expression& e) {
        return lower(
            e, text_, [this](const Expression& name) { return quantity(name); }, known_);
    }

    std::optional<Formula> quantity(const Expression& e) {
        if (is_root_call(e) || is_root2_call(e)) return root(e);
        if (e.name.find('.') == std::string::npos && !is_imported_call(e)) {
            const auto value =
                activation_value(e, text_, [this](const Expression& at) { return lowered(at); });
            return value ? value : misplaced(e);
        }
        const Quantity* quantity = find_quantity(e.name);
        if (quantity == nullptr) return unknown(e);
        const std::string text = canonical_text(e);
        if (const auto known = known_leaf(text)) return *known;
        Leaf leaf{text, {}, quantity->limit, assumed_arguments(*quantity, e, text_)};
        const Arguments arguments = bind_arguments(*quantity, e, text_);
        leaf.values = values_of(*quantity, arguments);
        try {
            check_conditions(*quantity, arguments);
            leaf.routes = quantity->routes(arguments);
            if (quantity->warnings) leaf.warnings = quantity->warnings(arguments);
            for (std::string& one : remarks_on_call(*quantity, e)) leaf.warnings.push_back(std::move(one));
        } catch (const InputError& error) {
            if (!error.place().text.empty()) throw;
            const Expression& at = culprit(error, e, *quantity);
            throw InputError(quantity->name + ": " + as_written(error.what(), at, e, *quantity, arguments),
                             place_of(at));
        }
        for (Route& route : leaf.routes) {
            if (auto* expectation = std::get_if<Expectation>(&route)) expectation->stream = text;
        }
        bound_.leaves.push_back(std::move(leaf));
        return Formula::variable(static_cast<int>(bound_.leaves.size()) - 1);
    }

    /// trunc_normal_(w, std=0.02), as it stands in code behind an import.
    static bool is_imported_call(const Expression& e) {
        return e.kind == Expression::Kind::call && e.name.ends_with('_') && find_quantity(e.name) != nullptr;
    }

    Formula root(const Expression& e) {
        const std::string text = canonical_text(e);
        if (const auto known = known_leaf(text)) return *known;
        bound_.leaves.push_back(is_root_call(e) ? bind_root(e, text_) : bind_root2(e, text_));
        return Formula::variable(static_cast<int>(bound_.leaves.size()) - 1);
    }

    std::optional<Formula> known_leaf(const std::string& text) const {
        for (std::size_t i = 0; i < bound_.leaves.size(); ++i) {
            if (bound_.leaves[i].text == text) return Formula::variable(static_cast<int>(i));
        }
        return std::nullopt;
    }

    Place place_of(const Expression& e) const {
        return {"expression", std::string(text_), e.offset, e.length};
    }

    /// A quantity that resembles none of its group gets the group, not another group's member.
    std::optional<Formula> unknown(const Expression& e) const {
        const std::vector<std::string>& names = known_names();
        const std::string group = e.name.substr(0, e.name.find('.') + 1);
        const auto near = nearest_name(e.name, names);
        const bool has_group =
            std::ranges::any_of(names, [&](const std::string& one) { return one.starts_with(group); });
        if (!has_group || (near && near->starts_with(group))) return std::nullopt;
        throw InputError("unknown quantity '" + e.name + "': sigprop list quantities '" + group +
                             "*' lists the quantities of the group",
                         Place{"expression", std::string(text_), e.offset, e.name.size()});
    }

    /// math.sqrt and np.pi are the language's own sqrt and pi.
    static void drop_module(Expression& e) {
        for (const std::string_view module : {"math.", "np.", "numpy.", "jnp.", "jax.numpy."}) {
            if (!e.name.starts_with(module)) continue;
            const std::string rest = e.name.substr(module.size());
            const bool is_constant = rest == "pi" || rest == "e" || rest == "inf";
            const bool is_function =
                std::ranges::find(language_functions(), rest) != language_functions().end();
            if (e.kind == Expression::Kind::call ? is_function : is_constant) e.name = rest;
            return;
        }
    }

    /// selu.alpha is selu.alpha(), wherever nothing needs to be given.
    static void call_bare_quantities(Expression& e) {
        for (Argument& argument : e.arguments) call_bare_quantities(argument.value);
        drop_module(e);
        if (e.kind != Expression::Kind::name || e.name.find('.') == std::string::npos) return;
        const Quantity* quantity = find_quantity(e.name);
        const auto may_be_left_out = [](const Parameter& one) { return one.fallback || one.optional; };
        if (quantity != nullptr && std::ranges::all_of(quantity->parameters, may_be_left_out))
            e.kind = Expression::Kind::call;
    }

    /// Refuses a choice where a value is wanted.
    void refuse_choice(const Expression& e) const {
        if (e.name.size() == 1) return;  // a letter is a variable that has no value
        for (const Quantity& one : catalogue()) {
            for (const Parameter& parameter : one.parameters) {
                if (std::ranges::find(parameter.choices, e.name) == parameter.choices.end()) continue;
                throw InputError(
                    fmt::format(
                        "'{0}' is a value of the parameter '{1}', as in {2}({1}={0}, …): sigprop show {2}",
                        e.name, parameter.name, one.name),
                    place_of(e));
            }
        }
    }

    /// A name that has a meaning elsewhere gets a message that says where.
    std::optional<Formula> misplaced(const Expression& e) const {
        const bool free_variable = e.kind == Expression::Kind::name && e.name == "x";
        if (free_variable) {
            throw InputError(
                "x can appear only in a quoted formula, such as activation.gain(\"x * sigmoid(x)\")",
                place_of(e));
        }
        const bool is_function =
            std::ranges::find(language_functions(), e.name) != language_functions().end();
        const bool called = e.kind == Expression::Kind::call;
        if (find_activation(e.name) != nullptr && !(called && is_function)) {
            throw InputError("the activation '" + e.name +
                                 "' can only be an argument of a quantity that takes a function, such as "
                                 "activation.gain(" +
                                 e.name + ")",
                             place_of(e));
        }
        if (std::ranges::find(language_functions(), e.name) == language_functions().end()) refuse_choice(e);
        return std::nullopt;
    }

    std::string_view text_;
    std::vector<std::string> known_ = {};  ///< names that messages suggest
    BoundExpression bound_;
};

}  // namespace

BoundExpression bind_expression(const Expression& expression, std::string_view text) {
    return Binder(text)(expression);
}
BoundExpression bind_expression(std::string_view text) {
    return bind_expression(parse_expression(text), text);
}

bool samples_networks(const BoundExpression& bound, const Context& context) {
    const auto samples = [&](const Route& route) {
        const auto* direct = std::get_if<DirectRoute>(&route);
        return direct != nullptr && direct->kind == Kind::sample && direct->is_selected(context);
    };
    return std::ranges::any_of(bound.leaves,
                               [&](const Leaf& leaf) { return std::ranges::any_of(leaf.routes, samples); });
}

std::string limits_of(const BoundExpression& bound) {
    std::vector<std::string> limits;
    for (const Leaf& leaf : bound.leaves) {
        if (!leaf.limit.empty() && std::ranges::find(limits, leaf.limit) == limits.end())
            limits.push_back(leaf.limit);
    }
    return joined(limits, "; ");
}

std::vector<std::string> warnings_of(const BoundExpression& bound) {
    std::vector<std::string> all;
    for (const Leaf& leaf : bound.leaves) {
        for (const std::string& one : leaf.warnings) {
            if (std::ranges::find(all, one) == all.end()) all.push_back(one);
        }
    }
    return all;
}

bool exists_by_simulation_alone(const BoundExpression& bound) {
    return std::ranges::any_of(bound.leaves,
                               [](const Leaf& leaf) { return can_only_be_simulated(leaf.routes); });
}

std::optional<Rational> fraction_of(const BoundExpression& bound) {
    if (bound.formula.operation() != Operation::constant) return std::nullopt;
    const Rational* number = bound.formula.constant().rational();
    return number == nullptr ? std::nullopt : std::optional(*number);
}

Real real_of(const BoundExpression& bound) {
    if (bound.leaves.empty() && bound.formula.operation() == Operation::constant)
        return bound.formula.constant();
    return Real(bound.text, [bound](long bits) {
        Context context;
        context.digits = digits_of_bits(bits) + 2;
        std::vector<Ball> values;
        for (const Leaf& leaf : bound.leaves) {
            const Evidence proof = best_enclosure(leaf.routes, context);
            if (proof.status == Status::internal) throw std::logic_error(leaf.text + ": " + proof.reason);
            if (proof.status != Status::ok) {
                throw InputError("the argument " + leaf.text + " has no value: " + proof.reason);
            }
            values.push_back(proof.value.at_precision(bits + 16));
        }
        return Evaluator<Ball>(bound.formula, bits + 16)(values)[0];
    });
}

}  // namespace sigprop

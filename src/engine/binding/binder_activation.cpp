// Functions as arguments: activations by name, gated units, quoted formulas.

#include "engine/binding/arguments.hpp"
#include "engine/binding/binder.hpp"
#include "engine/binding/call_arguments.hpp"

#include <algorithm>
#include <sigprop/core/base/errors.hpp>

#include "core/base/suggest.hpp"
#include "core/formula/lowering.hpp"
#include "quantities/activation/table.hpp"

namespace sigprop {
namespace {

/// The formula of an activation or of a quoted formula; its names are x and the parameters.
Formula lower_formula(const Expression& e, std::string_view text,
                      const std::vector<std::pair<std::string, Formula>>& parameters) {
    std::vector<std::string> known = {"x"};
    for (const auto& parameter : parameters) known.push_back(parameter.first);
    NameResolver resolve;
    resolve = [&](const Expression& name) -> std::optional<Formula> {
        if (name.kind == Expression::Kind::name) {
            if (name.name == "x") return Formula::variable();
            for (const auto& parameter : parameters) {
                if (parameter.first == name.name) return parameter.second;
            }
        }
        if (name.name.find('.') == std::string::npos)
            return activation_value(name, text,
                                    [&](const Expression& at) { return lower(at, text, resolve, known); });
        return Formula(real_of(bind_expression(name, text)));  // a quantity inside a formula is a constant
    };
    return lower(e, text, resolve, known);
}

const ActivationEntry& activation_named(const Expression& e, std::string_view text) {
    if (const ActivationEntry* entry = find_activation(e.name)) return *entry;
    std::vector<std::string> names;
    for (const ActivationEntry& known : activation_table()) {
        names.push_back(known.name);
        names.insert(names.end(), known.aliases.begin(), known.aliases.end());
    }
    std::string message = "unknown activation '" + e.name + "'";
    const auto near = nearest_name(e.name, names);
    message +=
        near ? "; did you mean '" + *near + "'?" : "; put your own formula in quotes: \"x * sigmoid(x)\"";
    throw InputError(message, Place{"expression", std::string(text), e.offset, e.name.size()});
}

void check_range(const Parameter& parameter, const Real& value, const Expression& e, std::string_view text) {
    if (parameter.range.admits(value) > 0) return;
    refuse_argument(
        "'" + parameter.name + "' must be " + parameter.range.demand(value) + ", not " + canonical_text(e), e,
        text);
}

/// `given` are the arguments for its parameters; `shape` says how the call is written.
Activation with_parameters(const ActivationEntry& entry, std::span<const Expression* const> given,
                           const std::string& shape, const Expression& e, std::string_view text) {
    Activation activation;
    std::vector<std::pair<std::string, Formula>> parameters;
    for (std::size_t i = 0; i < given.size(); ++i) {
        const Parameter& parameter = entry.parameters[i];
        const bool missing = given[i] == nullptr;
        if (missing && !parameter.fallback)
            refuse_argument(entry.name + " needs '" + parameter.name + "': write " + shape, e, text);
        const Real value = missing ? bind_real(parse_expression(*parameter.fallback), *parameter.fallback)
                                   : bind_real(*given[i], text);
        if (!missing) check_range(parameter, value, *given[i], text);
        parameters.emplace_back(parameter.name, value);
        activation.parameters.push_back(value);
    }
    activation.name = entry.name;
    activation.formula = lower_formula(parse_expression(entry.formula), entry.formula, parameters);
    return activation;
}

Activation bind_named(const ActivationEntry& entry, const Expression& e, std::string_view text) {
    const auto given = matched_arguments(entry.name, entry.parameters, e, text);
    return with_parameters(entry, given, usage(entry.name, entry.parameters), e, text);
}

/// The function f of a gated unit: glu's argument, or the f in the formula glu(f) of a named unit.
Activation bind_gated(const ActivationEntry& entry, const Expression& e, std::string_view text) {
    const auto given = matched_arguments(entry.name, entry.parameters, e, text);
    if (given.empty()) return bind_activation(parse_expression(entry.formula), entry.formula);
    const std::string& fallback = *entry.parameters[0].fallback;
    Activation gate = given[0] != nullptr ? bind_activation(*given[0], text)
                                          : bind_activation(parse_expression(fallback), fallback);
    if (gate.gated)
        refuse_argument("a gated unit cannot contain a gated unit: give a plain activation", *given[0], text);
    gate.gated = true;
    return gate;
}

}  // namespace

std::optional<Formula> activation_value(const Expression& call, std::string_view text,
                                        const std::function<Formula(const Expression&)>& lowered) {
    const bool is_call = call.kind == Expression::Kind::call && !call.arguments.empty();
    const ActivationEntry* entry = is_call ? find_activation(call.name) : nullptr;
    const std::vector<std::string>& own = language_functions();
    if (entry == nullptr || entry->gated || std::ranges::find(own, call.name) != own.end())
        return std::nullopt;
    std::vector<Parameter> all = entry->parameters;
    all.insert(all.begin(), {.name = "x", .meaning = "the point at which it is evaluated"});
    const auto given = matched_arguments(entry->name, all, call, text);
    const std::string shape = usage(entry->name, all);
    if (given.front() == nullptr) refuse_argument(entry->name + " needs 'x': write " + shape, call, text);
    const Formula at = lowered(*given.front());
    return with_parameters(*entry, std::span(given).subspan(1), shape, call, text)
        .formula.substitute(std::span(&at, 1));
}

Activation bind_family(const Expression& e, std::string_view text) {
    if (e.kind != Expression::Kind::text) {
        refuse_argument(
            "a family must be given: a quoted formula in x and the parameter t, such as \"sigmoid(t * x)\"",
            e, text);
    }
    Activation family;
    family.text = canonical_text(e);
    family.formula = lower_formula(e.arguments[0].value, text, {{"t", Formula::variable(1)}});
    if (family.formula.variable_count() < 2)
        refuse_argument("the formula does not depend on the parameter t", e, text);
    return family;
}

Activation bind_activation(const Expression& e, std::string_view text) {
    if (e.kind == Expression::Kind::text) {
        return {canonical_text(e), lower_formula(e.arguments[0].value, text, {})};
    }
    if (e.kind != Expression::Kind::name && e.kind != Expression::Kind::call) {
        refuse_argument(
            "a function must be given: an activation such as relu, or a quoted formula in x such as \"x / (1 "
            "+ exp(-x))\"",
            e, text);
    }
    const ActivationEntry& entry = activation_named(e, text);
    Activation activation = entry.gated ? bind_gated(entry, e, text) : bind_named(entry, e, text);
    activation.text = canonical_text(e);
    return activation;
}

}  // namespace sigprop

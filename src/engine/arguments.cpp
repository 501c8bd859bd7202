#include "engine/arguments.hpp"

#include "engine/binder.hpp"

#include <algorithm>
#include <array>
#include <sigprop/core/errors.hpp>
#include <sigprop/core/lowering.hpp>
#include <sigprop/core/suggest.hpp>
#include <sigprop/engine/catalogue.hpp>

namespace sigprop {
namespace {

[[noreturn]] void fail(const std::string& message, const Expression& at, std::string_view text) {
    throw InputError(message, Place{"expression", std::string(text), at.offset, at.length});
}

/// "group.name(lower, upper, mean=0)": how a call is written; where there is much to write, its beginning.
std::string usage(const std::string& name, const std::vector<Parameter>& parameters) {
    constexpr std::size_t many = 10;
    constexpr std::size_t shown_of_many = 5;
    std::string shape = name + "(";
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        if (parameters.size() > many && i == shown_of_many)
            return shape + ", …): sigprop show " + name + " has all parameters";
        shape += (i > 0 ? ", " : "") + parameters[i].name;
        if (parameters[i].fallback || parameters[i].optional)
            shape += "=" + parameters[i].fallback.value_or("");
    }
    return shape + ")";
}

/// The expression given for each parameter; null where it was left out.
std::vector<const Expression*> matched(const std::string& name, const std::vector<Parameter>& parameters,
                                       const Expression& call, std::string_view text) {
    std::vector<const Expression*> given(parameters.size(), nullptr);
    std::vector<std::string> names;
    names.reserve(parameters.size());
    for (const Parameter& parameter : parameters) names.push_back(parameter.name);
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
        const Argument& argument = call.arguments[i];
        std::size_t index = i;
        if (argument.key.empty()) {
            if (i >= parameters.size()) {
                fail("too many arguments: write " + usage(name, parameters), argument.value, text);
            }
        } else {
            for (index = 0; index < names.size() && names[index] != argument.key;) ++index;
            if (index == names.size()) {
                std::string message = name + " has no parameter '" + argument.key + "'";
                if (const auto near = nearest_name(argument.key, names)) {
                    message += "; did you mean '" + *near + "'?";
                } else {
                    message += ": write " + usage(name, parameters);
                }
                throw InputError(message, Place{"expression", std::string(text), argument.key_offset,
                                                argument.key.size()});
            }
            if (given[index] != nullptr) fail("'" + argument.key + "' is given twice", argument.value, text);
        }
        given[index] = &argument.value;
    }
    return given;
}

/// inf, -inf, or any expression that is a number.
Real bind_real(const Expression& e, std::string_view text) {
    const bool negative = e.kind == Expression::Kind::unary_minus;
    const Expression& inner = negative ? e.arguments[0].value : e;
    if (inner.kind == Expression::Kind::name && inner.name == "inf") return Real::infinity(negative ? -1 : 1);
    const BoundExpression bound = bind_expression(e, text);
    if (bound.leaves.empty()) {
        // A constant without a value (1/0, log(-1)) is found now, where its place is still known.
        if (auto reason = proved_undefined(bound.formula, {}))
            fail("this argument has no value: " + *reason, e, text);
    }
    return real_of(bound);
}

std::vector<Real> bind_reals(const Parameter& parameter, const Expression& e, std::string_view text) {
    if (e.kind != Expression::Kind::list) return {bind_real(e, text)};
    if (e.arguments.empty()) fail("'" + parameter.name + "' is an empty list", e, text);
    std::vector<Real> values;
    values.reserve(e.arguments.size());
    for (const Argument& element : e.arguments) values.push_back(bind_real(element.value, text));
    return values;
}

std::int64_t bind_integer(const Parameter& parameter, const Expression& e, std::string_view text) {
    const Real value = bind_real(e, text);
    const Rational* exact = value.rational();
    if (exact != nullptr) {
        if (const auto integer = exact->to_int64()) return *integer;
        if (exact->is_integer()) fail("'" + parameter.name + "' is out of range", e, text);
    }
    fail("'" + parameter.name + "' must be an integer", e, text);
}

/// The first quantity whose parameter of that name has that choice.
const Quantity* quantity_with(const std::string& parameter, const std::string& choice) {
    const auto knows = [&](const Parameter& one) {
        return one.name == parameter && std::ranges::find(one.choices, choice) != one.choices.end();
    };
    for (const Quantity& quantity : catalogue()) {
        if (std::ranges::any_of(quantity.parameters, knows)) return &quantity;
    }
    return nullptr;
}

std::string bind_choice(const Parameter& parameter, const Expression& e, std::string_view text) {
    std::string all;
    for (const std::string& choice : parameter.choices) {
        if (e.kind == Expression::Kind::name && e.name == choice) return choice;
        all += (all.empty() ? "" : ", ") + choice;
    }
    std::string message = "'" + parameter.name + "' is one of " + all;
    if (e.kind == Expression::Kind::text) fail(message + ", without quotes", e, text);
    if (const auto near = nearest_name(e.name, parameter.choices)) {
        message += "; did you mean '" + *near + "'?";
    } else if (const Quantity* other = quantity_with(parameter.name, e.name)) {
        message += "; '" + e.name + "' is one for " + other->name;
    }
    fail(message, e, text);
}

/// A choice that stands where a number belongs: `causal` for mask=causal.
void check_misplaced(const Quantity& quantity, const Expression& e, std::string_view text) {
    if (e.kind != Expression::Kind::name) return;
    for (const Parameter& other : quantity.parameters) {
        if (std::ranges::find(other.choices, e.name) == other.choices.end()) continue;
        fail("a number is needed here: '" + e.name + "' is a choice of '" + other.name + "', so write " +
                 other.name + "=" + e.name,
             e, text);
    }
}

Activation bind_family(const Expression& e, std::string_view text);

Activation bind_function(const Parameter& parameter, const Expression& e, std::string_view text) {
    Activation activation = bind_activation(e, text);
    if (activation.gated && !parameter.gated_allowed) {
        fail("'" + parameter.name + "' is a function of one variable: a gated unit has two inputs", e, text);
    }
    return activation;
}

void bind_one(Arguments& arguments, const Parameter& parameter, const Expression& e, std::string_view text) {
    switch (parameter.kind) {
        case ParameterKind::real: return arguments.set(parameter.name, bind_real(e, text));
        case ParameterKind::integer: return arguments.set(parameter.name, bind_integer(parameter, e, text));
        case ParameterKind::choice: return arguments.set(parameter.name, bind_choice(parameter, e, text));
        case ParameterKind::activation:
            return arguments.set(parameter.name, bind_function(parameter, e, text));
        case ParameterKind::family: return arguments.set(parameter.name, bind_family(e, text));
        case ParameterKind::reals: return arguments.set(parameter.name, bind_reals(parameter, e, text));
    }
}

/// The formula text of an activation or a quoted formula; names are x and the parameters.
Formula lower_formula(const Expression& e, std::string_view text,
                      const std::vector<std::pair<std::string, Formula>>& parameters) {
    std::vector<std::string> known = {"x"};
    for (const auto& parameter : parameters) known.push_back(parameter.first);
    const NameResolver resolve = [&](const Expression& name) -> std::optional<Formula> {
        if (name.kind == Expression::Kind::name) {
            if (name.name == "x") return Formula::variable();
            for (const auto& parameter : parameters) {
                if (parameter.first == name.name) return parameter.second;
            }
        }
        if (name.name.find('.') == std::string::npos) return std::nullopt;
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
    message += near ? "; did you mean '" + *near + "'?"
                    : "; a formula of your own goes in quotes: \"x * sigmoid(x)\"";
    throw InputError(message, Place{"expression", std::string(text), e.offset, e.name.size()});
}

void check_range(const Parameter& parameter, const Real& value, const Expression& e, std::string_view text) {
    const auto refuse = [&](const std::string& wanted) {
        fail("'" + parameter.name + "' must be " + wanted + ", not " + canonical_text(e), e, text);
    };
    if (value.infinite_sign() != 0) refuse("finite");
    if (parameter.range == Range::finite) return;
    const std::optional<int> sign = compare(value, 0);
    switch (parameter.range) {
        case Range::finite: return;
        case Range::nonzero: return sign && *sign != 0 ? void() : refuse("different from 0");
        case Range::nonnegative: return sign.value_or(0) >= 0 ? void() : refuse("at least 0");
        case Range::positive: return sign.value_or(0) > 0 ? void() : refuse("positive");
    }
}

Activation bind_named(const ActivationEntry& entry, const Expression& e, std::string_view text) {
    const auto given = matched(entry.name, entry.parameters, e, text);
    Activation activation;
    std::vector<std::pair<std::string, Formula>> parameters;
    for (std::size_t i = 0; i < given.size(); ++i) {
        const Parameter& parameter = entry.parameters[i];
        const bool missing = given[i] == nullptr;
        if (missing && !parameter.fallback) {
            fail(entry.name + " needs '" + parameter.name + "': write " + usage(entry.name, entry.parameters),
                 e, text);
        }
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

/// The function f of a gated unit: glu's argument, or the one in the formula glu(f) of a named unit.
Activation bind_gated(const ActivationEntry& entry, const Expression& e, std::string_view text) {
    const auto given = matched(entry.name, entry.parameters, e, text);
    if (given.empty()) return bind_activation(parse_expression(entry.formula), entry.formula);
    const std::string& fallback = *entry.parameters[0].fallback;
    Activation gate = given[0] != nullptr ? bind_activation(*given[0], text)
                                          : bind_activation(parse_expression(fallback), fallback);
    if (gate.gated) fail("a gated unit inside a gated unit is not known here", *given[0], text);
    gate.gated = true;
    return gate;
}

Activation bind_family(const Expression& e, std::string_view text) {
    if (e.kind != Expression::Kind::text) {
        fail("a family is needed: a quoted formula in x and the parameter t, such as \"sigmoid(t * x)\"", e,
             text);
    }
    Activation family;
    family.text = canonical_text(e);
    family.formula = lower_formula(e.arguments[0].value, text, {{"t", Formula::variable(1)}});
    if (family.formula.variable_count() < 2) fail("the formula does not depend on the parameter t", e, text);
    return family;
}

}  // namespace

Arguments bind_arguments(const Quantity& quantity, const Expression& call, std::string_view text) {
    if (call.kind != Expression::Kind::call) {
        fail("'" + quantity.name + "' is a quantity: write " + usage(quantity.name, quantity.parameters),
             call, text);
    }
    const auto given = matched(quantity.name, quantity.parameters, call, text);
    Arguments arguments;
    for (std::size_t i = 0; i < given.size(); ++i) {
        const Parameter& parameter = quantity.parameters[i];
        if (given[i] != nullptr) {
            const bool is_number =
                parameter.kind == ParameterKind::real || parameter.kind == ParameterKind::integer;
            if (is_number) check_misplaced(quantity, *given[i], text);
            bind_one(arguments, parameter, *given[i], text);
            arguments.mark_given(parameter.name);
        } else if (parameter.fallback) {
            bind_one(arguments, parameter, parse_expression(*parameter.fallback), *parameter.fallback);
        } else if (!parameter.optional) {
            fail("'" + parameter.name + "' is missing: write " + usage(quantity.name, quantity.parameters),
                 call, text);
        }
    }
    return arguments;
}

Activation bind_activation(const Expression& e, std::string_view text) {
    if (e.kind == Expression::Kind::text) {
        return {canonical_text(e), lower_formula(e.arguments[0].value, text, {})};
    }
    if (e.kind != Expression::Kind::name && e.kind != Expression::Kind::call) {
        fail(
            "a function is needed: an activation such as relu, or a quoted formula in x such as \"x / (1 + "
            "exp(-x))\"",
            e, text);
    }
    const ActivationEntry& entry = activation_named(e, text);
    Activation activation = entry.gated ? bind_gated(entry, e, text) : bind_named(entry, e, text);
    activation.text = canonical_text(e);
    return activation;
}

}  // namespace sigprop

// What the language knows: quantities with their parameters, activations, functions.

#include <array>

#include "core/formula/lowering.hpp"
#include "core/notation/notation.hpp"
#include "engine/binding/catalogue.hpp"
#include "quantities/activation/table.hpp"

#include "functions.hpp"

namespace sigprop::python {
namespace {

const char* name_of(ParameterKind kind) {
    switch (kind) {
        case ParameterKind::real: return "real";
        case ParameterKind::integer: return "integer";
        case ParameterKind::choice: return "choice";
        case ParameterKind::activation: return "activation";
        case ParameterKind::family: return "family";
        case ParameterKind::reals: return "reals";
    }
    throw std::logic_error("a kind of parameter without a name");
}

Value described(const Parameter& parameter) {
    Value one;
    one["name"] = parameter.name;
    one["kind"] = name_of(parameter.kind);
    one["default"] = or_null(parameter.fallback);
    one["optional"] = parameter.optional || parameter.fallback.has_value();
    one["meaning"] = parameter.description();
    one["choices"] = parameter.choices;
    return one;
}

Value described(const std::vector<Parameter>& parameters) {
    Value all = Value::array();
    for (const Parameter& one : parameters) all.push_back(described(one));
    return all;
}

Value described(const Quantity& quantity) {
    Value one;
    one["name"] = quantity.name;
    one["aliases"] = quantity.aliases;
    one["summary"] = quantity.summary;
    one["formula"] = text_of_formula(quantity.formula);
    one["formula_mathml"] = mathml_of_formula(quantity.formula);
    one["units"] = quantity.units;
    one["limit"] = quantity.limit;
    one["source"] = quantity.source;
    one["parameters"] = described(quantity.parameters);
    Value order = Value::array();
    for (const LibraryArgument& argument : quantity.signature) order.push_back(argument.name);
    one["signature"] = order;
    return one;
}

Value described(const ActivationEntry& activation) {
    Value one;
    one["name"] = activation.name;
    one["aliases"] = activation.aliases;
    one["formula"] = activation.formula;
    one["source"] = activation.source;
    one["gated"] = activation.gated;
    one["parameters"] = described(activation.parameters);
    return one;
}

/// {}: names and aliases
Value quantity_names(const Request&) {
    Value names = Value::array();
    for (const Quantity& one : catalogue()) {
        names.push_back(one.name);
        for (const std::string& alias : one.aliases) names.push_back(alias);
    }
    return names;
}

/// {name}: null if there is no such quantity
Value quantity(const Request& request) {
    const Quantity* found = find_quantity(request.text("name"));
    return found == nullptr ? Value() : described(*found);
}

Value activations(const Request&) {
    Value all = Value::array();
    for (const ActivationEntry& one : activation_table()) all.push_back(described(one));
    return all;
}

Value functions_of_language(const Request&) { return language_functions(); }

}  // namespace

std::span<const Function> catalogue_functions() {
    static constexpr std::array all = {Function{"quantity_names", &quantity_names},
                                       Function{"quantity", &quantity}, Function{"activations", &activations},
                                       Function{"language_functions", &functions_of_language}};
    return all;
}

}  // namespace sigprop::python

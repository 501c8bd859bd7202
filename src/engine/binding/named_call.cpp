#include "engine/binding/named_call.hpp"

#include <algorithm>

namespace sigprop {
namespace {

/// Whether the variable of formulas, or the parameter of families, stands in the expression.
bool is_formula(const Expression& e) {
    if (e.kind == Expression::Kind::name) return e.name == "x" || e.name == "t";
    return std::ranges::any_of(e.arguments, [](const Argument& one) { return is_formula(one.value); });
}

Expression argument_of(const Quantity& quantity, const std::string& name, const std::string& text) {
    const auto parameter = std::ranges::find(quantity.parameters, name, &Parameter::name);
    const bool is_function =
        parameter != quantity.parameters.end() &&
        (parameter->kind == ParameterKind::activation || parameter->kind == ParameterKind::family);
    return is_function ? function_argument(text, name) : parse_expression(text, name);
}

}  // namespace

Expression function_argument(const std::string& text, const std::string& name) {
    Expression parsed = parse_expression(text, name);
    const bool quoted = parsed.kind == Expression::Kind::text;
    return quoted || !is_formula(parsed) ? parsed : parse_expression('"' + text + '"', name);
}

std::string text_of_call(const Quantity& quantity,
                         const std::vector<std::pair<std::string, std::string>>& arguments) {
    Expression call;
    call.kind = Expression::Kind::call;
    call.name = quantity.name;
    bool in_place = true;
    for (const auto& [name, text] : arguments) {
        const std::size_t i = call.arguments.size();
        const bool other_order = !quantity.signature.empty() &&
                                 (i >= quantity.signature.size() || quantity.signature[i].name != name);
        in_place = in_place && !other_order && i < quantity.parameters.size() &&
                   quantity.parameters[i].name == name && !quantity.parameters[i].fallback &&
                   !quantity.parameters[i].optional;
        call.arguments.push_back({in_place ? std::string() : name, argument_of(quantity, name, text)});
    }
    return canonical_text(call);
}

}  // namespace sigprop

#include "engine/binding/call_arguments.hpp"

#include "engine/binding/binder.hpp"
#include "engine/binding/library_call.hpp"

#include <sigprop/core/base/errors.hpp>

#include "core/base/suggest.hpp"
#include "core/formula/lowering.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace sigprop {
namespace {

/// What people call a parameter that has another name here, where edits would find a wrong one: block,
/// layers.
constexpr std::array<std::pair<std::string_view, std::string_view>, 2> other_words = {
    {{"blocks", "layers"}, {"layer", "sublayer"}}};

std::optional<std::string> parameter_meant(std::string_view wrong, const std::vector<std::string>& names) {
    for (const auto& [word, name] : other_words) {
        if (word == wrong && std::ranges::find(names, name) != names.end()) return std::string(name);
    }
    return nearest_name(wrong, names);
}

}  // namespace

void refuse_argument(const std::string& message, const Expression& at, std::string_view text) {
    throw InputError(message, Place{"expression", std::string(text), at.offset, at.length});
}

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

std::vector<const Expression*> matched_arguments(const std::string& name,
                                                 const std::vector<Parameter>& parameters,
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
                refuse_argument("too many arguments: write " + usage(name, parameters), argument.value, text);
            }
        } else {
            for (index = 0; index < names.size() && names[index] != argument.key;) ++index;
            if (index == names.size()) {
                std::string message = name + " has no parameter '" + argument.key + "'";
                if (const auto near = parameter_meant(argument.key, names)) {
                    message += "; did you mean '" + *near + "'?";
                } else {
                    message += ": write " + usage(name, parameters);
                }
                throw InputError(message, Place{"expression", std::string(text), argument.key_offset,
                                                argument.key.size()});
            }
            if (given[index] != nullptr) {
                const bool by_place = call.arguments[index].key.empty();
                refuse_argument("'" + argument.key + "' is given twice" +
                                    (by_place ? ": by its place in the call, and by its name" : ""),
                                argument.value, text);
            }
        }
        given[index] = &argument.value;
    }
    return given;
}

std::vector<const Expression*> matched_arguments(const Quantity& quantity, const Expression& call,
                                                 std::string_view text) {
    return quantity.signature.empty() ? matched_arguments(quantity.name, quantity.parameters, call, text)
                                      : matched_library_arguments(quantity, call, text);
}

Real bind_real(const Expression& e, std::string_view text) {
    const bool negative = e.kind == Expression::Kind::unary_minus;
    const Expression& inner = negative ? e.arguments[0].value : e;
    if (inner.kind == Expression::Kind::name && inner.name == "inf") return Real::infinity(negative ? -1 : 1);
    const BoundExpression bound = bind_expression(e, text);
    if (bound.leaves.empty()) {
        // Find a constant without a value (1/0, log(-1)) now, while its place is still known.
        if (auto reason = proved_undefined(bound.formula, {}))
            refuse_argument("this argument has no value: " + *reason, e, text);
    }
    return real_of(bound);
}

}  // namespace sigprop

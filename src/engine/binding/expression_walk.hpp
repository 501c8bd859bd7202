#pragma once
// Walking an expression: the quantities in it, the activations among their arguments, and the transforms that
// may stand around them.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "core/expression/expression.hpp"
#include "engine/binding/catalogue.hpp"
#include "engine/binding/library_call.hpp"

namespace sigprop {

/// A function that stands around a quantity when its author meant another quantity.
struct Transform {
    std::string_view before, after;  ///< text before and after the expression
    std::string_view words;          ///< before "…": "the square root of "
    double (*apply)(double);
};

inline constexpr std::array<Transform, 6> transforms = {{
    {"", "", "", [](double x) { return x; }},
    {"sqrt(", ")", "the square root of ", [](double x) { return std::sqrt(x); }},
    {"1/(", ")", "the reciprocal of ", [](double x) { return 1 / x; }},
    {"1/sqrt(", ")", "the reciprocal square root of ", [](double x) { return 1 / std::sqrt(x); }},
    {"(", ")^2", "the square of ", [](double x) { return x * x; }},
    {"-(", ")", "minus ", [](double x) { return -x; }},
}};

using Transforms = std::span<const Transform>;
inline constexpr Transforms every_transform(transforms);
inline constexpr Transforms changes = every_transform.subspan(1);
inline constexpr Transforms amplitudes = every_transform.first(4);

inline std::string around(const Transform& t, const std::string& expression) {
    return std::string(t.before) + expression + std::string(t.after);
}

/// nullptr for anything but a quantity.
inline const Quantity* quantity_of(const Expression& e) {
    if (e.kind != Expression::Kind::call || e.name.find('.') == std::string::npos) return nullptr;
    return find_quantity(e.name);
}

/// Calls visit(call) for the quantities of an expression, but not for those inside their arguments.
template <class Tree, class Visit>
void visit_quantities(Tree& e, const Visit& visit) {
    if (quantity_of(e) != nullptr) return visit(e);
    for (auto& argument : e.arguments) visit_quantities(argument.value, visit);
}

/// Visits the arguments of a call that are activations. None where a family is fitted to one: a fit for every
/// other activation would cost too much, and nobody mistakes activations there.
template <class Tree, class Visit>
void visit_activations(Tree& call, const Visit& visit) {
    const Quantity& quantity = *quantity_of(call);
    if (std::ranges::any_of(quantity.parameters,
                            [](const Parameter& p) { return p.kind == ParameterKind::family; })) {
        return;
    }
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
        auto& argument = call.arguments[i];
        const auto parameter = parameter_of_argument(quantity, call, i);
        if (!parameter) continue;
        if (quantity.parameters[*parameter].kind == ParameterKind::activation) visit(argument.value);
    }
}

}  // namespace sigprop

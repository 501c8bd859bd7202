#include "core/expression/substitute.hpp"

#include <algorithm>

namespace sigprop {
namespace {

bool is_own(const Expression& name, bool in_formula) { return in_formula && name.name == "x"; }

void substitute(Expression& e, const Substitutes& substitutes, bool in_formula) {
    if (e.kind == Expression::Kind::name) {
        const auto found = substitutes.find(e.name);
        if (found == substitutes.end() || is_own(e, in_formula)) return;
        Expression value = found->second;
        value.offset = e.offset;  // an error in the value is shown where the name stands
        value.length = e.length;
        e = std::move(value);
        return;
    }
    in_formula = in_formula || e.kind == Expression::Kind::text;
    for (Argument& argument : e.arguments) substitute(argument.value, substitutes, in_formula);
}

bool mentions(const Expression& e, std::string_view name, bool in_formula) {
    if (e.kind == Expression::Kind::name && e.name == name) return !is_own(e, in_formula);
    in_formula = in_formula || e.kind == Expression::Kind::text;
    return std::ranges::any_of(e.arguments,
                               [&](const Argument& a) { return mentions(a.value, name, in_formula); });
}

}  // namespace

void substitute(Expression& e, const Substitutes& substitutes) { substitute(e, substitutes, false); }

bool mentions(const Expression& e, std::string_view name) { return mentions(e, name, false); }

}  // namespace sigprop

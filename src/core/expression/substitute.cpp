#include "core/expression/substitute.hpp"

#include <algorithm>

namespace sigprop {

void substitute(Expression& e, const Substitutes& substitutes) {
    if (e.kind == Expression::Kind::name) {
        const auto found = substitutes.find(e.name);
        if (found == substitutes.end()) return;
        Expression value = found->second;
        value.offset = e.offset;  // an error in the value is shown where the name stands
        value.length = e.length;
        e = std::move(value);
        return;
    }
    for (Argument& argument : e.arguments) substitute(argument.value, substitutes);
}

bool mentions(const Expression& e, std::string_view name) {
    if (e.kind == Expression::Kind::name && e.name == name) return true;
    return std::ranges::any_of(e.arguments, [&](const Argument& a) { return mentions(a.value, name); });
}

}  // namespace sigprop

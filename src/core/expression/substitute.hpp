#pragma once
// Variables of an expression: names that stand for something else, such as an axis of a sweep or a size of a
// model.

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "core/expression/expression.hpp"

namespace sigprop {

/// What stands for each name.
using Substitutes = std::map<std::string, Expression, std::less<>>;

/// Puts the substitute in the place of each name that has one. Names of calls and keys of arguments stay, and
/// so does the x of a quoted formula, which is its own.
void substitute(Expression& e, const Substitutes& substitutes);

/// Whether a substitute for the name would stand anywhere.
[[nodiscard]] bool mentions(const Expression& e, std::string_view name);

}  // namespace sigprop

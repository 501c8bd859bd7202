#pragma once
// Turns a syntax tree into a Formula: numbers become exact constants, the elementary functions become nodes,
// and a resolver explains every other name (a variable, a parameter, a quantity). Arithmetic on fractions is
// carried out exactly.

#include <functional>
#include <optional>
#include <sigprop/core/formula/formula.hpp>
#include <string_view>
#include <vector>

#include "core/expression/expression.hpp"

namespace sigprop {

/// What a name or call that the language does not know stands for; nullopt if it is unknown here too.
using NameResolver = std::function<std::optional<Formula>(const Expression& name_or_call)>;

/// Errors   InputError with the place in `text` for unknown names (with a suggestion among the functions of
///          the language and `known`), wrong numbers of arguments, lists or comparisons instead of numbers
[[nodiscard]] Formula lower(const Expression& expression, std::string_view text, const NameResolver& resolve,
                            const std::vector<std::string>& known = {});

/// The functions of the language, for suggestions and completions.
[[nodiscard]] const std::vector<std::string>& language_functions();

/// Why the formula has no real value anywhere on the box of arguments (a logarithm of negative numbers, a
/// division by exactly zero), when that is proved; nullopt otherwise.
[[nodiscard]] std::optional<std::string> proved_undefined(const Formula& formula,
                                                          std::span<const Ball> variables, long bits = 64);

}  // namespace sigprop

#pragma once
// Matches the arguments of a call with the parameters of a quantity and binds each by its kind.

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/expression/expression.hpp"
#include "quantities/quantity.hpp"

namespace sigprop {

/// Errors   InputError with a place in `text`: unknown, missing, repeated or superfluous arguments, a number
///          where a name is needed and the reverse, an integer parameter that is not exactly an integer
[[nodiscard]] Arguments bind_arguments(const Quantity& quantity, const Expression& call,
                                       std::string_view text);

/// Binds a name, a name with parameters, or a quoted formula in x.
[[nodiscard]] Activation bind_activation(const Expression& expression, std::string_view text);
/// The same for a function of one variable: a gated unit is refused as the value of `name`.
[[nodiscard]] Activation bind_ungated(const std::string& name, const Expression& expression,
                                      std::string_view text);

/// f(x, parameters…), where f is a named activation that is no function of the language: its value at what x
/// is lowered to; nullopt for everything else.
[[nodiscard]] std::optional<Formula> activation_value(
    const Expression& call, std::string_view text, const std::function<Formula(const Expression&)>& lowered);

}  // namespace sigprop

#pragma once
// Quantities that are elementary functions of their arguments, or of another quantity that is enclosed over
// intervals: in an equation whose unknown stands in an argument, their definition stands in their place.

#include <optional>
#include <string>

#include "core/expression/expression.hpp"

namespace sigprop {

/// The call written out; nullopt for other quantities.
/// Errors   InputError for arguments that do not fit the quantity
[[nodiscard]] std::optional<Expression> definition_of(const Expression& call, std::string_view text);

/// "truncated_normal.std, …": all that there are, for messages.
[[nodiscard]] std::string defined_quantities();

}  // namespace sigprop

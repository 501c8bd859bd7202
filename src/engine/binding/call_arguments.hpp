#pragma once
// Binding shared by calls of quantities and of activations: which argument belongs to which parameter, and
// the numbers among them. Errors are InputErrors with a place in the text.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/expression/expression.hpp"
#include "quantities/quantity.hpp"

namespace sigprop {

[[noreturn]] void refuse_argument(const std::string& message, const Expression& at, std::string_view text);

/// "group.name(lower, upper, mean=0)": how a call is written, shortened when it is long.
[[nodiscard]] std::string usage(const std::string& name, const std::vector<Parameter>& parameters);

/// The parameter that was meant by a name that none has: what others call it, or else the nearest.
[[nodiscard]] std::optional<std::string> parameter_meant(std::string_view wrong,
                                                         const std::vector<std::string>& names);

/// The expression given for each parameter; null where it was left out.
[[nodiscard]] std::vector<const Expression*> matched_arguments(const std::string& name,
                                                               const std::vector<Parameter>& parameters,
                                                               const Expression& call, std::string_view text);

/// The same of a quantity, whose arguments stand as in the framework where it is a framework's call.
[[nodiscard]] std::vector<const Expression*> matched_arguments(const Quantity& quantity,
                                                               const Expression& call, std::string_view text);

/// Binds inf, -inf, or any expression that is a number.
[[nodiscard]] Real bind_real(const Expression& e, std::string_view text);

/// Binds a quoted formula in x and t.
[[nodiscard]] Activation bind_family(const Expression& e, std::string_view text);

}  // namespace sigprop

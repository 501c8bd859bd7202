#pragma once
// What a call leaves to defaults or to the order of its arguments, in words, so that a misreading shows.

#include <string>
#include <string_view>

#include "core/expression/expression.hpp"
#include "quantities/quantity.hpp"

namespace sigprop {

/// "mean 0.02, std 1": each number that has a default and was given by its place or not at all, and what the
/// default of a choice means where that is easily misread. Empty when the call names them all.
[[nodiscard]] std::string assumed_arguments(const Quantity& quantity, const Expression& call,
                                            std::string_view text);

}  // namespace sigprop

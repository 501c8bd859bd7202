#pragma once
// From a text to a record: the expression is parsed, its quantities are looked up in the catalogue, their
// routes give evidence, and evidence about the whole is formed method by method. One call computes one
// expression; calls have no visible effect on each other.

#include <sigprop/core/base/context.hpp>
#include <sigprop/core/evidence/result.hpp>
#include <sigprop/engine/record.hpp>
#include <string_view>

namespace sigprop {

/// Computes an expression by every route it has.
/// Errors   InputError with a place in the text for syntax, unknown names, wrong arguments
[[nodiscard]] Result evaluate(std::string_view expression, const Context& context = {});

[[nodiscard]] Record evaluate_record(std::string_view expression, const Context& context);

}  // namespace sigprop

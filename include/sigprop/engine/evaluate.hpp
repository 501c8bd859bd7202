#pragma once
// From a text to a record: the expression is parsed, its quantities are looked up in the catalogue, their
// routes give evidence, and composites are formed method by method. One call does one expression; nothing that
// could be seen is kept between calls.

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

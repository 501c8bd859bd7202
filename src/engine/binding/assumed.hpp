#pragma once
// What a call leaves to defaults or to the order of its arguments, in words, so that a misreading shows.

#include <string>
#include <string_view>

#include "core/expression/expression.hpp"
#include "quantities/quantity.hpp"

namespace sigprop {

/// "activation relu, mean 0.02, std 1": what the name of a choice implies, each number that has a default and
/// was given by its place or not at all, and each choice that was left to its default, unless that adds
/// nothing (false, none). Before them stands how many residual additions a number of layers makes. Empty when
/// the call names them all and has no such depth.
///
/// Parameter::when_default is a sentence, or has cases by what else the call chooses:
/// "he, kaiming => activation relu | xavier, glorot => activation identity"; Parameter::only_with is such a
/// list of choices, without one of which the default means nothing.
[[nodiscard]] std::string assumed_arguments(const Quantity& quantity, const Expression& call,
                                            std::string_view text);

}  // namespace sigprop

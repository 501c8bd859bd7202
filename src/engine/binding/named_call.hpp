#pragma once
// A call whose arguments are named texts, as C++ functions make it, becomes the text that people write.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/expression/expression.hpp"
#include "quantities/quantity.hpp"

namespace sigprop {

/// A function as people write it: a formula gets its quotes, names such as gelu and leaky_relu(0.2) stay as
/// they are.
/// Errors   InputError with a place in `text`, whose source is `name`
[[nodiscard]] Expression function_argument(const std::string& text, const std::string& name);

/// The canonical text of the call. Arguments that must be given and stand in the order of the parameters lose
/// their names; a formula gets its quotes. Equal calls have equal texts, on which random streams depend.
/// Errors   InputError with a place in the argument's text, whose source is the argument's name
[[nodiscard]] std::string text_of_call(const Quantity& quantity,
                                       const std::vector<std::pair<std::string, std::string>>& arguments);

}  // namespace sigprop

#pragma once
// Reads TOML, as of a pyproject.toml, as the value that JSON would have: what reads settings then needs to
// know one kind of value, with its place. A date is its text; infinities and NaN, which JSON has not, too.
// Reference: TOML 1.0.

#include <string_view>

#include "formats/json.hpp"

namespace sigprop {

/// An object, whose values have the offsets at which the text has them.
/// Errors   InputError "source:line:column: what is wrong"
[[nodiscard]] Json parse_toml(std::string_view text, std::string_view source_name);

}  // namespace sigprop

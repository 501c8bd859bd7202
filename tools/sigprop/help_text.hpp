#pragma once
// A help text made to fit a terminal of 80 columns.

#include <string>

namespace sigprop::tool {

/// Flags keep their column, what is said of an example stands below it, a long command goes on behind a
/// backslash, and prose is broken at words. Lines that fit stay as they are.
[[nodiscard]] std::string fitted(const std::string& help);

}  // namespace sigprop::tool

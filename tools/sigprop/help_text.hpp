#pragma once
// Texts of a help in a terminal of 80 columns.

#include <string>

namespace sigprop::tool {

inline constexpr std::size_t help_width = 80;

/// Broken at words; what goes on stands below the indent. Ends with a line's end.
[[nodiscard]] std::string fitted_to_help(const std::string& text, const std::string& indent = "");

/// Examples, which begin with blanks, and prose behind them: what is said of an example stands below it, a
/// long command goes on behind a backslash, and prose is one paragraph, but for the exit codes. Lines that
/// fit stay.
[[nodiscard]] std::string fitted_examples(const std::string& examples);

}  // namespace sigprop::tool

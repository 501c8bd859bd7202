#pragma once
// Text inside Markdown: escaped, as a code span, and as a row of a table.

#include <string>
#include <vector>

namespace sigprop {

/// Escaped so that Markdown shows it as it is, on one line.
[[nodiscard]] std::string plain(const std::string& text);

/// A code span; '|' is escaped because tables are split before code spans are recognised.
[[nodiscard]] std::string code(const std::string& text);

[[nodiscard]] std::string row(const std::vector<std::string>& cells);

}  // namespace sigprop

#pragma once
// Text inside Markdown: escaped, as code, and as a row of a table.

#include <string>
#include <vector>

namespace sigprop {

/// Text that Markdown takes for nothing else, on one line.
[[nodiscard]] std::string plain(const std::string& text);

/// A code span; '|' is escaped because tables are split before code is looked for.
[[nodiscard]] std::string code(const std::string& text);

[[nodiscard]] std::string row(const std::vector<std::string>& cells);

}  // namespace sigprop

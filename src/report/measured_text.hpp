#pragma once
// What the reports of a user's tensors have in common.

#include <string>

#include "report/text_grid.hpp"

namespace sigprop {

/// short_number, but "-" of NaN.
[[nodiscard]] std::string cell_number(double value, int digits);

/// The grid as a table of Markdown.
[[nodiscard]] std::string markdown_table(const TextGrid& grid);

}  // namespace sigprop

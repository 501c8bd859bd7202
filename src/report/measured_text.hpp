#pragma once
// Text shared by the reports on a user's tensors.

#include <string>

#include "report/text_grid.hpp"

namespace sigprop {

/// short_number, but "-" for NaN.
[[nodiscard]] std::string cell_number(double value, int digits);

/// The grid as a Markdown table.
[[nodiscard]] std::string markdown_table(const TextGrid& grid);

}  // namespace sigprop

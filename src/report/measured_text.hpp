#pragma once
// What the reports of a user's tensors have in common.

#include <string>

#include "report/grid.hpp"

namespace sigprop::detail {

/// As short as it gets: 1.2e5, not 1.2e+05; "-" of NaN.
[[nodiscard]] std::string short_number(double value, int digits);

/// The grid as a table of Markdown.
[[nodiscard]] std::string markdown_table(const Grid& grid);

}  // namespace sigprop::detail

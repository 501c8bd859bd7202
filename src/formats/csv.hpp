#pragma once
// Comma-separated rows as RFC 4180 has them, with '\n' line ends: a field that holds a comma, a quote, a
// line break or a space at either end is quoted. Writing only; numbers are given as the text that is to
// stand there.

#include <span>
#include <string>
#include <vector>

namespace sigprop {

/// One row with its line end. A row of one empty field is `""`, so that readers do not skip it as blank.
[[nodiscard]] std::string csv_row(std::span<const std::string> fields);

/// All rows, the header among them; the caller sees to it that they are equally long.
[[nodiscard]] std::string write_csv(std::span<const std::vector<std::string>> rows);

}  // namespace sigprop

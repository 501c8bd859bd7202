#pragma once
// Comma-separated rows in the format of RFC 4180, with '\n' line ends: a field that holds a comma, a quote, a
// line break or a space at either end is quoted. Writing only; numbers are passed as the text to be written.

#include <span>
#include <string>
#include <vector>

namespace sigprop {

/// One row with its line end, each field as shown_text has it, after a ' if a spreadsheet would take it for a
/// formula.
[[nodiscard]] std::string shown_csv_row(std::vector<std::string> fields);

/// One row with its line end. A row of one empty field is `""`, so that readers do not skip it as blank.
[[nodiscard]] std::string csv_row(std::span<const std::string> fields);

/// All rows, including the header, each as shown_csv_row has it; the caller must make them equally long.
[[nodiscard]] std::string write_csv(std::span<const std::vector<std::string>> rows);

}  // namespace sigprop

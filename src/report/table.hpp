#pragma once
// Records for people at a terminal. Columns are aligned by what a terminal shows, not by bytes; numbers that
// do not fit are cut with an ellipsis (the JSON has them in full), and control characters of claims files
// never reach the terminal. Colour only when the caller says so: whether there is a terminal, and what
// NO_COLOR says, is the caller's to know.

#include <cstddef>
#include <sigprop/engine/record.hpp>
#include <string>
#include <vector>

namespace sigprop {

struct TextOptions {
    std::size_t width = 100;  ///< columns; a table never gets narrower than about 80
    bool color = false;
};

/// `verify`: claim, stated, computed, digits agreeing, verdict, strength, with a row for every record; then a
/// block for each that did not get its expected verdict (reason, source, note), and a short one for each that
/// is refuted as expected (the first wrong digit, what the number is instead), then the summary line.
[[nodiscard]] std::string verify_text(const std::vector<Record>& records, const TextOptions& options = {});

/// "3 claims: 2 confirmed, 1 refuted; 3 as expected" without a line end.
[[nodiscard]] std::string summary_line(const std::vector<Record>& records);

/// `eval`: expression = the proved digits, all of them, then a line for each piece of evidence: route,
/// method, kind, value ± radius, status, reason.
[[nodiscard]] std::string eval_text(const std::vector<Record>& records, const TextOptions& options = {});

/// `sweep`: for each series its expression and method, and a row a point: axes, value ± radius, status.
[[nodiscard]] std::string series_text(const std::vector<Series>& series, const TextOptions& options = {});

}  // namespace sigprop

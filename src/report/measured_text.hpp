#pragma once
// Text shared by the reports on a user's tensors.

#include <sigprop/engine/record.hpp>
#include <string>
#include <vector>

#include "report/text_grid.hpp"

namespace sigprop {

/// short_number, but "-" for NaN.
[[nodiscard]] std::string cell_number(double value, int digits);

/// Green as expected, yellow undecided, else red.
[[nodiscard]] Color measured_color(const Record& record);

/// A finite number as it reads back; empty otherwise.
[[nodiscard]] std::string csv_number(double value);

/// Measured records as CSV, one a row: the words chosen by the caller, then every statistic under its name.
class MeasuredCsv {
public:
    explicit MeasuredCsv(std::vector<std::string> titles) : rows_{std::move(titles)} {}
    void add(std::vector<std::string> words, const Record& record);
    [[nodiscard]] std::string text() const;

private:
    std::vector<std::vector<std::string>> rows_;
};

/// The grid as a table of Markdown.
[[nodiscard]] std::string markdown_table(const TextGrid& grid);

}  // namespace sigprop

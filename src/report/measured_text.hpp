#pragma once
// Text shared by the reports on a user's tensors.

#include <sigprop/engine/record.hpp>
#include <string>
#include <vector>

#include "report/text_grid.hpp"

namespace sigprop {

/// short_number, but "-" for NaN.
[[nodiscard]] std::string cell_number(double value, int digits);

/// A share in percent with one decimal, because shares are compared with each other; "-" for NaN.
[[nodiscard]] Cell percent_cell(double share);

/// Green for an expected verdict, yellow for undecided, else red.
[[nodiscard]] Color measured_color(const Record& record);

/// A finite number as text that reads back as the same double; empty otherwise.
[[nodiscard]] std::string csv_number(double value);

/// Measured records as CSV, one row each: the words chosen by the caller, then every statistic by its name.
class MeasuredCsv {
public:
    explicit MeasuredCsv(std::vector<std::string> titles) : rows_{std::move(titles)} {}
    void add(std::vector<std::string> words, const Record& record);
    [[nodiscard]] std::string text() const;

private:
    std::vector<std::vector<std::string>> rows_;
};

/// The grid as a Markdown table.
[[nodiscard]] std::string markdown_table(const TextGrid& grid);

}  // namespace sigprop

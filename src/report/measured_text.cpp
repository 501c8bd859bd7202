#include "report/measured_text.hpp"

#include <fmt/format.h>

#include <cmath>

#include "core/base/short_number.hpp"
#include "formats/csv.hpp"
#include "report/markdown_text.hpp"
#include "report/outcome.hpp"

namespace sigprop {

std::string cell_number(double value, int digits) {
    return std::isnan(value) ? "-" : short_number(value, digits);
}

Cell percent_cell(double share) { return {std::isfinite(share) ? fmt::format("{:.1f}%", 100 * share) : "-"}; }

Color measured_color(const Record& record) {
    if (!is_unexpected(record)) return Color::good;
    return record.verdict == Verdict::undecided ? Color::unsure : Color::bad;
}

std::string csv_number(double value) { return std::isfinite(value) ? shortest(value) : ""; }

void MeasuredCsv::add(std::vector<std::string> words, const Record& record) {
    for (const auto& [name, value] : record.measured) {
        if (rows_.size() == 1) rows_[0].push_back(name);
        words.push_back(csv_number(value));
    }
    rows_.push_back(std::move(words));
}

std::string MeasuredCsv::text() const { return write_csv(std::span<const std::vector<std::string>>(rows_)); }

std::string markdown_table(const TextGrid& grid) {
    std::vector<std::string> titles;
    std::vector<std::string> rules;
    for (const Column& column : grid.columns) {
        titles.push_back(plain(column.title));
        rules.emplace_back(column.right ? "---:" : "---");
    }
    std::string text = row(titles) + row(rules);
    for (const auto& cells_of_row : grid.rows) {
        std::vector<std::string> cells;
        cells.reserve(cells_of_row.size());
        for (const Cell& cell : cells_of_row) cells.push_back(plain(cell.text));
        text += row(cells);
    }
    return text;
}

}  // namespace sigprop

#include "report/measured_text.hpp"

#include <cmath>

#include "core/base/short_number.hpp"
#include "report/markdown_text.hpp"

namespace sigprop {

std::string cell_number(double value, int digits) {
    return std::isnan(value) ? "-" : short_number(value, digits);
}

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

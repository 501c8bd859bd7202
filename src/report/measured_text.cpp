#include "report/measured_text.hpp"

#include <fmt/format.h>

#include <cmath>

#include "report/markdown_text.hpp"

namespace sigprop::detail {

std::string short_number(double value, int digits) {
    if (std::isnan(value)) return "-";
    if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
    std::string text = fmt::format("{:.{}g}", value, digits);
    const std::size_t exponent = text.find('e');
    if (exponent == text.npos) return text;
    return fmt::format("{}e{}", text.substr(0, exponent), std::stoi(text.substr(exponent + 1)));
}

std::string markdown_table(const Grid& grid) {
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

}  // namespace sigprop::detail

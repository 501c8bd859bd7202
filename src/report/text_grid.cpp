#include "report/text_grid.hpp"

#include <algorithm>

#include "report/text_width.hpp"

namespace sigprop {
namespace {

constexpr std::size_t gap = 2;

std::string_view code_of(Color color) {
    switch (color) {
        case Color::none: return "";
        case Color::good: return "\x1b[32m";
        case Color::bad: return "\x1b[31m";
        case Color::unsure: return "\x1b[33m";
        case Color::title: return "\x1b[1m";
    }
    return "";
}

std::vector<Cell> printable_row(const LongTextGrid& grid, std::size_t k) {
    std::vector<Cell> row = grid.row(k);
    for (Cell& cell : row) cell.text = printable(cell.text);
    return row;
}

std::vector<std::size_t> natural_widths(const LongTextGrid& grid, std::size_t most) {
    std::vector<std::size_t> widths;
    for (const Column& column : grid.columns) widths.push_back(columns(column.title));
    for (std::size_t k = 0; k < grid.row_count; ++k) {
        const std::vector<Cell> row = printable_row(grid, k);
        for (std::size_t i = 0; i < widths.size(); ++i) widths[i] = std::max(widths[i], columns(row[i].text));
    }
    for (std::size_t i = 0; i < widths.size(); ++i) {
        if (grid.columns[i].shrinks_to) widths[i] = std::min(widths[i], most);
    }
    return widths;
}

std::size_t total_of(const LongTextGrid& grid, const std::vector<std::size_t>& widths) {
    std::size_t total = grid.indent;
    for (std::size_t i = 0; i < widths.size(); ++i) {
        if (!grid.columns[i].open) total += widths[i] + (i == 0 ? 0 : gap);
    }
    return total;
}

/// Narrows the widest shrinkable columns, one character at a time: numbers first, then names.
void shrink(const LongTextGrid& grid, std::vector<std::size_t>& widths, std::size_t most) {
    const auto widest = [&](bool number) {
        std::size_t* found = nullptr;
        for (std::size_t i = 0; i < widths.size(); ++i) {
            const auto& least = grid.columns[i].shrinks_to;
            if (grid.columns[i].number != number || !least || widths[i] <= *least) continue;
            if (found == nullptr || widths[i] > *found) found = &widths[i];
        }
        return found;
    };
    for (std::size_t total = total_of(grid, widths); total > most; --total) {
        std::size_t* column = widest(true);
        if (column == nullptr) column = widest(false);
        if (column == nullptr) return;
        --*column;
    }
}

LongTextGrid long_grid(const TextGrid& grid) {
    return {grid.columns, grid.rows.size(), [&grid](std::size_t k) { return grid.rows[k]; }, grid.indent};
}

/// The columns of each table that the grid takes: one if it can be made to fit; else as many columns as fit
/// go into each, beside the first one, which says what the row is of.
std::vector<std::vector<std::size_t>> tables_of(const LongTextGrid& grid, std::size_t most) {
    std::vector<std::size_t> widths = natural_widths(grid, most);
    shrink(grid, widths, most);
    const std::size_t beside = grid.indent + (widths.empty() ? 0 : widths.front());
    std::vector<std::vector<std::size_t>> tables = {{}};
    std::size_t used = grid.indent;
    for (std::size_t i = 0; i < widths.size(); ++i) {
        const std::size_t wanted = i == 0 ? widths[i] : grid.columns[i].open ? 0 : gap + widths[i];
        if (used + wanted > most && tables.back().size() > 1) {
            tables.push_back({0});
            used = beside;
        }
        tables.back().push_back(i);
        used += wanted;
    }
    return tables;
}

TextGrid part_of(const TextGrid& grid, const std::vector<std::size_t>& chosen) {
    TextGrid part = {
        .columns = {}, .rows = std::vector<std::vector<Cell>>(grid.rows.size()), .indent = grid.indent};
    for (const std::size_t i : chosen) {
        part.columns.push_back(grid.columns[i]);
        for (std::size_t k = 0; k < grid.rows.size(); ++k) part.rows[k].push_back(grid.rows[k][i]);
    }
    return part;
}

std::string line_of(const LongTextGrid& grid, const std::vector<Cell>& cells,
                    const std::vector<std::size_t>& widths, bool color) {
    std::string line(grid.indent, ' ');
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const Column& column = grid.columns[i];
        std::string text = cells[i].text;
        if (!column.open) text = column.number ? cut_number(text, widths[i]) : cut_name(text, widths[i]);
        const std::size_t used = columns(text);
        const std::string space(used < widths[i] && !column.open ? widths[i] - used : 0, ' ');
        if (i > 0) line.append(gap, ' ');
        if (column.right) line += space;
        line += colored(std::move(text), cells[i].color, color);
        if (!column.right) line += space;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    return line + "\n";
}

}  // namespace

std::string colored(std::string text, Color color, bool on) {
    if (!on || color == Color::none || text.empty()) return text;
    return std::string(code_of(color)) + text + "\x1b[0m";
}

void write_grid(LongTextGrid grid, std::size_t width, bool color, const TextSink& out) {
    for (Column& column : grid.columns) column.title = printable(column.title);
    std::vector<std::size_t> widths = natural_widths(grid, width);
    shrink(grid, widths, width);
    std::string text;
    std::vector<Cell> titles;
    bool any = false;
    for (const Column& column : grid.columns) {
        titles.push_back({column.title, Color::title});
        any = any || !column.title.empty();
    }
    if (any) text += line_of(grid, titles, widths, color);
    for (std::size_t k = 0; k < grid.row_count; ++k) {
        text += line_of(grid, printable_row(grid, k), widths, color);
        if (text.size() < text_piece) continue;
        out(text);
        text.clear();
    }
    out(text);
}

std::string text_of(TextGrid grid, std::size_t width, bool color) {
    std::string text;
    const std::vector<std::vector<std::size_t>> tables = tables_of(long_grid(grid), width);
    for (const std::vector<std::size_t>& chosen : tables) {
        if (!text.empty()) text += "\n";
        const TextGrid part = tables.size() == 1 ? std::move(grid) : part_of(grid, chosen);
        write_grid(long_grid(part), width, color, [&text](std::string_view piece) { text += piece; });
    }
    return text;
}

}  // namespace sigprop

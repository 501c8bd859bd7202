#pragma once
// Rows and columns for a terminal: each column is as wide as its widest cell, and shrinkable ones get
// narrower until a line fits.

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/text_sink.hpp"

namespace sigprop {

enum class Color : unsigned char { none, good, bad, unsure, title };

/// The text in a terminal's colour; unchanged when colour is off.
[[nodiscard]] std::string colored(std::string text, Color color, bool on);

struct Cell {
    std::string text;
    Color color = Color::none;
};

struct Column {
    std::string title;  ///< there is no line of titles when all are empty
    bool right = false;
    bool number = false;                         ///< is cut as a number, and before names are
    std::optional<std::size_t> shrinks_to = {};  ///< may be narrowed to this width
    bool open = false;                           ///< the last column: its text may have any length
};

struct TextGrid {
    std::vector<Column> columns;
    std::vector<std::vector<Cell>> rows;
    std::size_t indent = 0;
};

/// The same with rows that are made where they are needed, twice each: for more rows than should be held.
struct LongTextGrid {
    std::vector<Column> columns;
    std::size_t row_count = 0;
    std::function<std::vector<Cell>(std::size_t row)> row;
    std::size_t indent = 0;
};

/// Two spaces between columns, none at the end of a line. Of a TextGrid, columns that do not fit stand in a
/// further table below, again beside the first column.
[[nodiscard]] std::string text_of(TextGrid grid, std::size_t width, bool color);
void write_grid(LongTextGrid grid, std::size_t width, bool color, const TextSink& out);

}  // namespace sigprop

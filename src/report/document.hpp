#pragma once
// What a measurement says, written once: blocks in the order in which they are read, and a row of words and
// numbers for each thing measured. Each form has one renderer; another form is another renderer, and another
// subject another document_of (measured.hpp).
//
//     Document document({"id", "status"});                      // the words of a row of the CSV
//     document.add(Section{.items = {{"q", "q.npy [8, 64]"}}}, Shown::on_terminal);
//     document.add(Markdown{"q `q.npy` [8, 64]\n"});
//     document.add(Table{figures(measured), "", legend});
//     document.add(Notes{.items = {{record.id, record.reason}}, .color = Color::bad});
//     document.add_row({record.id, word(record.status)}, record.measured);
//
// All subjects share their tables, legends, notes and rows. What a terminal lists (what was measured, the
// verdict on each thing) most pages say in a sentence, so that a block may be for one form alone.

#include <cstddef>
#include <sigprop/engine/record.hpp>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "report/table.hpp"
#include "report/text_grid.hpp"

namespace sigprop {

/// A name and what it is; an item without a text is not shown.
struct Item {
    std::string name, text;
};

/// A line in bold or in colour, with a verdict where one was reached, and what belongs to it; in Markdown the
/// list of items alone.
struct Section {
    Cell title = {}, verdict = {};
    std::vector<Item> items = {};
    std::size_t indent = 11;  ///< of the texts, on a terminal
};

struct Table {
    TextGrid grid;
    std::string title = {}, legend = {};
};

/// Sentences, each about what its item names, such as a file, or about everything.
struct Notes {
    std::vector<Item> items;
    Color color = Color::none;  ///< on a terminal
};

/// Text that is Markdown already, with its line ends, for this form alone.
struct Markdown {
    std::string text;
};

enum class Shown : unsigned char { everywhere, on_terminal, in_markdown };

struct Block {
    std::variant<Section, Table, Notes, Markdown> content;
    Shown shown = Shown::everywhere;
    bool joined = false;  ///< on a terminal, to the block above, without an empty line
};

struct Document {
    struct Row {
        std::vector<std::string> words;
        std::vector<double> numbers;
    };

    explicit Document(std::vector<std::string> titles_of_words = {}) : titles{std::move(titles_of_words)} {}
    /// Notes without items are left out.
    void add(decltype(Block::content) content, Shown shown = Shown::everywhere, bool joined = false);
    /// The names of numbers are those of the first row.
    void add_row(std::vector<std::string> words,
                 const std::vector<std::pair<std::string, double>>& named_numbers);

    std::vector<Block> blocks;
    std::vector<std::string> titles;  ///< of the columns of the CSV
    std::vector<Row> rows;
};

[[nodiscard]] std::string text_of(const Document& document, const TextOptions& options = {});
[[nodiscard]] std::string markdown_of(const Document& document);
/// A number that is not finite is an empty field.
[[nodiscard]] std::string csv_of(const Document& document);

/// The record's id and its verdict, and items below.
[[nodiscard]] Section verdict_section(const Record& record, std::vector<Item> items,
                                      std::size_t indent = Section().indent);

/// Green for an expected verdict, yellow for undecided, else red.
[[nodiscard]] Color verdict_color(const Record& record);

/// short_number, but "-" for NaN.
[[nodiscard]] std::string cell_number(double value, int digits);

/// A share in percent with one decimal, because shares are compared with each other; "-" for NaN.
[[nodiscard]] Cell percent_cell(double share);

}  // namespace sigprop

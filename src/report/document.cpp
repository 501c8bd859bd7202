#include "report/document.hpp"

#include <fmt/format.h>

#include <cmath>

#include "core/base/short_number.hpp"
#include "formats/csv.hpp"
#include "report/markdown_text.hpp"
#include "report/outcome.hpp"
#include "report/text_width.hpp"

namespace sigprop {
namespace {

struct OnTerminal {
    const TextOptions& options;

    [[nodiscard]] std::string shown(const Cell& cell) const {
        return colored(printable(cell.text), cell.color, options.color);
    }

    [[nodiscard]] std::string lines(const std::string& text, Color color) const {
        std::string all;
        for (const std::string& line : wrapped(printable(text), options.width))
            all += colored(line, color, options.color) + "\n";
        return all;
    }

    std::string operator()(const Section& section) const {
        std::string text = shown(section.title);
        if (!section.verdict.text.empty()) text += ": " + shown(section.verdict);
        if (!text.empty()) text += "\n";
        for (const auto& [name, what] : section.items)
            text += list_item(name, what, section.indent, options.width);
        return text;
    }

    std::string operator()(const Table& table) const {
        return (table.title.empty() ? "" : shown({table.title, Color::title}) + "\n") +
               text_of(table.grid, options.width, options.color) +
               (table.legend.empty() ? "" : lines(table.legend, Color::none));
    }

    std::string operator()(const Notes& notes) const {
        std::string text;
        for (const auto& [name, what] : notes.items)
            text += lines(name.empty() ? what : name + ": " + what, notes.color);
        return text;
    }

    std::string operator()(const Markdown&) const { return {}; }
};

struct InMarkdown {
    std::string operator()(const Section& section) const {
        std::string list;
        for (const auto& [name, what] : section.items)
            if (!what.empty()) list += "- " + (name.empty() ? "" : name + ": ") + plain(what) + "\n";
        return list;
    }

    std::string operator()(const Table& table) const {
        std::vector<std::string> titles;
        std::vector<std::string> rules;
        for (const Column& column : table.grid.columns) {
            titles.push_back(plain(column.title));
            rules.emplace_back(column.right ? "---:" : "---");
        }
        std::string text = table.title.empty() ? "" : plain(table.title) + ":\n\n";
        text += row(titles) + row(rules);
        for (const std::vector<Cell>& cells : table.grid.rows) {
            std::vector<std::string> texts;
            for (const Cell& cell : cells) texts.push_back(plain(cell.text));
            text += row(texts);
        }
        return text + (table.legend.empty() ? "" : "\n" + plain(table.legend) + "\n");
    }

    std::string operator()(const Notes& notes) const {
        std::string list;
        for (const auto& [name, what] : notes.items)
            list += "- " + (name.empty() ? "" : code(name) + ": ") + plain(what) + "\n";
        return list;
    }

    std::string operator()(const Markdown& markdown) const { return markdown.text; }
};

}  // namespace

void Document::add(decltype(Block::content) content, Shown shown, bool joined) {
    if (const Notes* notes = std::get_if<Notes>(&content); notes != nullptr && notes->items.empty()) return;
    blocks.push_back({std::move(content), shown, joined});
}

void Document::add_row(std::vector<std::string> words,
                       const std::vector<std::pair<std::string, double>>& named_numbers) {
    std::vector<double> numbers;
    for (const auto& [name, value] : named_numbers) {
        if (rows.empty()) titles.push_back(name);
        numbers.push_back(value);
    }
    rows.push_back({std::move(words), std::move(numbers)});
}

std::string text_of(const Document& document, const TextOptions& options) {
    std::string text;
    for (const Block& block : document.blocks) {
        if (block.shown == Shown::in_markdown) continue;
        const std::string shown = std::visit(OnTerminal{options}, block.content);
        if (!text.empty() && !shown.empty() && !block.joined) text += "\n";
        text += shown;
    }
    return text;
}

std::string markdown_of(const Document& document) {
    std::string text;
    for (const Block& block : document.blocks) {
        if (block.shown == Shown::on_terminal) continue;
        if (!text.empty()) text += "\n";
        text += std::visit(InMarkdown{}, block.content);
    }
    return text;
}

std::string csv_of(const Document& document) {
    std::string text = shown_csv_row(document.titles);
    for (const auto& [words, numbers] : document.rows) {
        std::vector<std::string> fields = words;
        for (const double one : numbers) fields.push_back(std::isfinite(one) ? shortest(one) : "");
        text += shown_csv_row(std::move(fields));
    }
    return text;
}

Section verdict_section(const Record& record, std::vector<Item> items, std::size_t indent) {
    return {
        {record.id, Color::title}, {word(record.verdict), verdict_color(record)}, std::move(items), indent};
}

Color verdict_color(const Record& record) {
    if (!is_unexpected(record)) return Color::good;
    return record.verdict == Verdict::undecided ? Color::unsure : Color::bad;
}

std::string cell_number(double value, int digits) {
    return std::isnan(value) ? "-" : short_number(value, digits);
}

Cell percent_cell(double share) { return {std::isfinite(share) ? fmt::format("{:.1f}%", 100 * share) : "-"}; }

}  // namespace sigprop

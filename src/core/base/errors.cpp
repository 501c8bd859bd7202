#include <algorithm>
#include <sigprop/core/base/errors.hpp>
#include <string_view>
#include <vector>

#include "core/base/shown_text.hpp"
#include "core/base/utf8.hpp"

namespace sigprop {
namespace {

constexpr std::size_t widest_line = 100;
constexpr std::string_view cut = "...";

/// What one column shows: the code point itself, a space for a tab, '?' for what a terminal or a CI runner
/// must not receive.
std::string_view shown(std::string_view text, std::size_t i) {
    if (text[i] == '\t') return " ";
    const std::size_t length = utf8_length(text, i);
    if (length == 0 || begins_command(text, i)) return "?";
    const std::string_view character = text.substr(i, length);
    return is_hidden(code_point(character)) ? "?" : character;
}

std::size_t after(std::string_view text, std::size_t i) {
    return i + std::max<std::size_t>(utf8_length(text, i), 1);
}

/// The start of the code point that ends at i; a stray byte counts as one.
std::size_t before(std::string_view text, std::size_t i) {
    for (std::size_t length = 1; length <= 4 && length <= i; ++length) {
        if (utf8_length(text, i - length) == length) return i - length;
    }
    return i - 1;
}

/// The start of the code point that holds byte i.
std::size_t start_of(std::string_view text, std::size_t i) {
    for (std::size_t back = 1; back <= 3 && back <= i; ++back) {
        if (utf8_length(text, i - back) > back) return i - back;
    }
    return i;
}

/// The line of the text that holds the offset; `offset` becomes relative to it.
std::string_view line_around(std::string_view text, std::size_t& offset) {
    offset = std::min(offset, text.size());
    const std::size_t newline = offset == 0 ? std::string_view::npos : text.rfind('\n', offset - 1);
    const std::size_t begin = newline == std::string_view::npos ? 0 : newline + 1;
    std::string_view line = text.substr(begin, text.find('\n', offset) - begin);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    offset = std::min(offset - begin, line.size());
    return line;
}

}  // namespace

std::string caret_diagram(const Place& place) {
    if (place.text.empty()) return {};
    std::size_t offset = place.offset;
    const std::string_view line = line_around(place.text, offset);
    offset = start_of(line, offset);
    const std::size_t end = offset + std::min(std::max<std::size_t>(place.length, 1), line.size() - offset);

    // Only columns that can end up in the window are examined: a line may be megabytes long.
    std::size_t first = offset;
    std::size_t caret = 0;
    while (first > 0 && caret < widest_line) {
        first = before(line, first);
        ++caret;
    }
    std::vector<std::string_view> columns;
    std::size_t carets = 0;
    std::size_t last = first;
    while (last < line.size() && columns.size() < caret + widest_line) {
        if (last >= offset && last < end) ++carets;
        columns.push_back(shown(line, last));
        last = after(line, last);
    }

    std::size_t from = 0;
    std::size_t to = columns.size();
    if (first > 0 || last < line.size() || columns.size() > widest_line) {
        // Half of the room that the carets leave goes in front of them, unless the line starts or ends
        // sooner.
        const std::size_t wanted = (widest_line - std::min(carets, widest_line / 2)) / 2;
        from = caret - std::min(caret, wanted);
        to = std::min(columns.size(), from + widest_line);
        from = to - std::min(to, widest_line);
    }
    std::string text;
    for (std::size_t i = from; i < to; ++i) text += columns[i];
    std::string marks(caret - from, ' ');
    marks.append(std::max<std::size_t>(std::min(carets, to - caret), 1), '^');
    if (first > 0 || from > 0) {
        text.insert(0, cut);
        marks.insert(0, cut.size(), ' ');
    }
    if (last < line.size() || to < columns.size()) text += cut;
    return text + '\n' + marks + '\n';
}

}  // namespace sigprop

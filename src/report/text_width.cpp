#include "report/text_width.hpp"

#include <algorithm>
#include <array>

#include "core/base/shown_text.hpp"
#include "core/base/utf8.hpp"

namespace sigprop {
namespace {

struct Range {
    char32_t first, last;
};
// From the Unicode tables EastAsianWidth (W, F) and the combining blocks; ranges span unassigned blocks.
constexpr std::array<Range, 12> wide = {{{0x1100, 0x115F},
                                         {0x2E80, 0x303E},
                                         {0x3041, 0x4DBF},
                                         {0x4E00, 0xA4CF},
                                         {0xA960, 0xA97F},
                                         {0xAC00, 0xD7A3},
                                         {0xF900, 0xFAFF},
                                         {0xFE30, 0xFE6F},
                                         {0xFF00, 0xFF60},
                                         {0xFFE0, 0xFFE6},
                                         {0x1F300, 0x1FAFF},
                                         {0x20000, 0x3FFFD}}};
constexpr std::array<Range, 8> combining = {{{0x0300, 0x036F},
                                             {0x0483, 0x0489},
                                             {0x1AB0, 0x1AFF},
                                             {0x1DC0, 0x1DFF},
                                             {0x200B, 0x200F},
                                             {0x20D0, 0x20FF},
                                             {0xFE00, 0xFE0F},
                                             {0xFE20, 0xFE2F}}};

template <std::size_t n>
bool within(const std::array<Range, n>& ranges, char32_t c) {
    return std::any_of(ranges.begin(), ranges.end(),
                       [c](const Range& range) { return c >= range.first && c <= range.last; });
}

std::size_t columns_of(std::string_view character) {
    const char32_t c = code_point(character);
    if (c < combining.front().first) return 1;  // most characters, before both tables
    if (within(combining, c)) return 0;
    return within(wide, c) ? 2 : 1;
}

std::string_view character_at(std::string_view text, std::size_t i) {
    return text.substr(i, std::max<std::size_t>(utf8_length(text, i), 1));
}

/// The longest prefix that takes at most `width` columns.
std::string_view beginning(std::string_view text, std::size_t width) {
    std::size_t used = 0;
    std::size_t i = 0;
    while (i < text.size()) {
        const std::string_view character = character_at(text, i);
        used += columns_of(character);
        if (used > width) break;
        i += character.size();
    }
    return text.substr(0, i);
}

}  // namespace

std::string printable(std::string_view text) { return shown_text(text, LineEnds::blank); }

std::size_t columns(std::string_view text) {
    std::size_t sum = 0;
    for (std::size_t i = 0; i < text.size();) {
        const std::string_view character = character_at(text, i);
        sum += columns_of(character);
        i += character.size();
    }
    return sum;
}

std::string padded(std::string text, std::size_t width) {
    const std::size_t used = columns(text);
    if (used < width) text.append(width - used, ' ');
    return text;
}

std::string padded_left(std::string text, std::size_t width) {
    const std::size_t used = columns(text);
    if (used < width) text.insert(0, width - used, ' ');
    return text;
}

std::string cut(std::string text, std::size_t width) {
    if (columns(text) <= width) return text;
    return width == 0 ? std::string() : std::string(beginning(text, width - 1)) + "…";
}

std::string cut_name(std::string text, std::size_t width) {
    const std::size_t size = columns(text);
    if (size <= width || width == 0) return cut(std::move(text), width);
    const std::string_view head = beginning(text, (width - 1) / 3);
    std::string_view tail = std::string_view(text).substr(head.size());
    const std::size_t room = width - 1 - columns(head);
    for (std::size_t used = columns(tail); used > room;) {
        const std::string_view first = character_at(tail, 0);
        used -= columns_of(first);
        tail.remove_prefix(first.size());
    }
    return std::string(head) + "…" + std::string(tail);
}

std::string cut_number(std::string text, std::size_t width) {
    const std::size_t size = columns(text);
    const std::size_t mark = text.find_first_of("eE");
    if (size <= width || mark == text.npos) return cut(std::move(text), width);
    const std::string exponent = text.substr(mark);
    constexpr std::size_t least = 3;  // room for "1.…" before the exponent
    if (exponent.find_first_not_of("0123456789+-", 1) != exponent.npos || width < exponent.size() + least) {
        return cut(std::move(text), width);
    }
    return cut(text.substr(0, mark), width - exponent.size()) + exponent;
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
    std::vector<std::string> lines(1);
    while (!text.empty()) {
        const std::string_view word = text.substr(0, text.find(' '));
        text.remove_prefix(std::min(word.size() + 1, text.size()));
        if (word.empty()) continue;
        std::string& line = lines.back();
        if (line.empty()) {
            line = word;
        } else if (columns(line) + 1 + columns(word) <= width) {
            (line += ' ') += word;
        } else {
            lines.emplace_back(word);
        }
    }
    return lines;
}

std::string list_item(std::string_view name, std::string_view text, std::size_t indent, std::size_t width) {
    if (text.empty()) return {};
    constexpr std::size_t narrowest = 20;
    std::string result;
    for (const std::string& line : wrapped(printable(text), std::max(width, indent + narrowest) - indent)) {
        result += padded(result.empty() ? "  " + std::string(name) : "", indent) + line + "\n";
    }
    return result;
}

}  // namespace sigprop

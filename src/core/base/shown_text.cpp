#include "core/base/shown_text.hpp"

#include <algorithm>
#include <array>

#include "core/base/utf8.hpp"

namespace sigprop {
namespace {

struct Range {
    char32_t first, last;
};
constexpr std::array<Range, 11> hidden = {{{0x0000, 0x001F},
                                           {0x007F, 0x009F},
                                           {0x061C, 0x061C},
                                           {0x180E, 0x180E},
                                           {0x200B, 0x200B},
                                           {0x200E, 0x200F},
                                           {0x2028, 0x202E},
                                           {0x2060, 0x206F},
                                           {0xFEFF, 0xFEFF},
                                           {0xFFF9, 0xFFFB},
                                           {0xE0000, 0xE007F}}};

/// \x1b, \u202e or \U000e0001.
std::string escape(char mark, char32_t value) {
    constexpr std::string_view hex = "0123456789abcdef";
    const int digits = mark == 'x' ? 2 : mark == 'u' ? 4 : 8;
    std::string text = {'\\', mark};
    for (int i = digits - 1; i >= 0; --i) text += hex[(value >> static_cast<unsigned>(4 * i)) & 15U];
    return text;
}

std::string_view escaped_line_end(char c) {
    switch (c) {
        case '\n': return "\\n";
        case '\r': return "\\r";
        case '\t': return "\\t";
        default: return {};
    }
}

std::string escaped(std::string_view character) {
    const char32_t c = code_point(character);
    return escape(c < 0x80 ? 'x' : c < 0x10000 ? 'u' : 'U', c);
}

}  // namespace

bool is_hidden(char32_t code_point) noexcept {
    if (code_point < 0x7F) return code_point < 0x20;  // most characters
    return std::ranges::any_of(hidden, [code_point](const auto& range) {
        return code_point >= range.first && code_point <= range.last;
    });
}

bool begins_command(std::string_view text, std::size_t i) noexcept {
    if (text[i] != '#' && text[i] != ':') return false;  // most characters
    const std::string_view rest = text.substr(i);
    if (rest.starts_with("##")) {
        return std::ranges::any_of(std::array<std::string_view, 3>{"[", "vso[", "teamcity["},
                                   [&](std::string_view name) { return rest.substr(2).starts_with(name); });
    }
    // Only after a visible ASCII character is it no beginning: there are blanks beyond ASCII, too.
    return rest.starts_with("::") && (i == 0 || text[i - 1] <= ' ' || text[i - 1] > '~');
}

std::string shown_text(std::string_view text, LineEnds line_ends) {
    std::string result;
    result.reserve(text.size());
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = utf8_length(text, i);
        const std::string_view character = text.substr(i, std::max<std::size_t>(length, 1));
        const std::string_view line_end = escaped_line_end(text[i]);
        if (length == 0) {
            result += escape('x', static_cast<unsigned char>(text[i]));
        } else if (!line_end.empty() && line_ends == LineEnds::kept) {
            result += text[i];
        } else if (!line_end.empty()) {
            result += line_ends == LineEnds::blank ? " " : line_end;
        } else if (is_hidden(code_point(character))) {
            result += escaped(character);
        } else if (begins_command(text, i)) {
            result += text[i] == ':' ? "\\x3a" : "#\\x23";
            if (text[i] == '#') ++i;
        } else {
            result += character;
        }
        i += character.size();
    }
    return result;
}

}  // namespace sigprop

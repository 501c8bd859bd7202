#include "report/markdown_text.hpp"

#include <algorithm>
#include <string_view>

namespace sigprop {
namespace {

/// Removes line breaks and control characters, which would end a row.
std::string one_line(std::string text) {
    std::replace_if(
        text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20U || c == 0x7F; },
        ' ');
    return text;
}

}  // namespace

std::string plain(const std::string& text) {
    constexpr std::string_view special = R"(\`*_{}[]<>()#+!|~&$@)";
    std::string escaped;
    for (const char c : one_line(text)) {
        if (special.find(c) != special.npos) escaped += '\\';
        escaped += c;
    }
    return escaped;
}

std::string code(const std::string& text) {
    if (text.empty()) return {};
    std::string inside = one_line(text);
    std::size_t run = 0;
    std::size_t longest = 0;
    for (const char c : inside) {
        run = c == '`' ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    for (std::size_t at = inside.find('|'); at != inside.npos; at = inside.find('|', at + 2)) {
        inside.insert(at, "\\");
    }
    const std::string fence(longest + 1, '`');
    const std::string pad = longest > 0 ? " " : "";
    return fence + pad + inside + pad + fence;
}

std::string row(const std::vector<std::string>& cells) {
    std::string line = "|";
    for (const std::string& cell : cells) line += " " + cell + " |";
    return line + "\n";
}

}  // namespace sigprop

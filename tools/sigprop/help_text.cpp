#include "help_text.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include "report/text_width.hpp"

namespace sigprop::tool {
namespace {

constexpr std::size_t width = 80;
constexpr std::size_t flag_column = 24;

std::string lines_of(const std::vector<std::string>& lines, const std::string& first,
                     const std::string& indent) {
    std::string text;
    for (const std::string& line : lines) text += (text.empty() ? first : indent) + line + "\n";
    return text;
}

/// "  --flag VALUE          what it is": CLI11 begins the description at its column.
std::string fitted_flag(const std::string& line) {
    const std::string name = line.substr(0, flag_column);
    return lines_of(wrapped(std::string_view(line).substr(flag_column), width - flag_column), name,
                    std::string(flag_column, ' '));
}

/// The parts of a command that stay on one line: what stands in quotes, and a flag with its value.
std::vector<std::string> parts_of(std::string_view command) {
    std::vector<std::string> parts = {""};
    char quote = 0;
    for (std::size_t i = 0; i < command.size(); ++i) {
        const char c = command[i];
        if (quote == 0 && (c == '"' || c == '\''))
            quote = c;
        else if (c == quote)
            quote = 0;
        const bool is_value = parts.back().starts_with("--") &&
                              parts.back().find_first_of(" =") == std::string::npos &&
                              i + 1 < command.size() && command[i + 1] != '-';
        if (c == ' ' && quote == 0 && !is_value)
            parts.emplace_back();
        else
            parts.back() += c;
    }
    return parts;
}

/// "  sigprop COMMAND     what it does": the remark goes below, and a command that is still too long on.
std::string fitted_example(const std::string& line) {
    const std::size_t begin = line.find_first_not_of(' ');
    const std::size_t gap = line.find("   ", begin);
    const std::string command = line.substr(begin, gap == line.npos ? line.npos : gap - begin);
    const std::string indent(begin, ' ');
    std::string text;
    std::string row = indent;
    for (const std::string& part : parts_of(command)) {
        if (row.size() > begin && row.size() + 1 + part.size() + 2 > width) {
            text += row + " \\\n";
            row = indent + "    ";
        }
        row += (row.find_first_not_of(' ') == row.npos ? "" : " ") + part;
    }
    text += row + "\n";
    if (gap == line.npos) return text;
    const std::size_t remark = line.find_first_not_of(' ', gap);
    const std::string below = indent + "    ";
    return text +
           lines_of(wrapped(std::string_view(line).substr(remark), width - below.size()), below, below);
}

}  // namespace

std::string fitted(const std::string& help) {
    std::string text;
    std::string prose;  // lines that are read as one paragraph
    const auto end_prose = [&] {
        if (!prose.empty())
            text += lines_of(wrapped(prose, width), "", prose.starts_with("Usage:") ? "    " : "");
        prose.clear();
    };
    std::size_t at = 0;
    while (at < help.size()) {
        const std::size_t end = std::min(help.find('\n', at), help.size());
        std::string line = help.substr(at, end - at);
        at = end + 1;
        while (line.ends_with(" \\") && at < help.size()) {  // an example over several lines
            const std::size_t next = std::min(help.find('\n', at), help.size());
            line.resize(line.size() - 1);
            line += help.substr(std::min(help.find_first_not_of(' ', at), next),
                                next - std::min(help.find_first_not_of(' ', at), next));
            at = next + 1;
        }
        const bool is_prose = !line.empty() && line.front() != ' ' && !line.ends_with(':');
        if (!is_prose || line.starts_with("Exit") || line.starts_with("Usage:")) end_prose();
        if (is_prose) {
            prose += (prose.empty() ? "" : " ") + line;
            continue;
        }
        const bool fits = columns(line) <= width;
        const bool has_column = line.size() > flag_column && line[flag_column - 1] == ' ' &&
                                line[flag_column] != ' ' && !line.starts_with("  sigprop ");
        text += fits ? line + "\n" : has_column ? fitted_flag(line) : fitted_example(line);
    }
    end_prose();
    return text;
}

}  // namespace sigprop::tool

#include "help_text.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include "core/expression/top_level.hpp"
#include "report/text_width.hpp"

namespace sigprop::tool {
namespace {

/// The parts of a command that stay on one line: what stands in quotes, and a flag with its value.
std::vector<std::string> parts_of(std::string_view command) {
    std::vector<std::size_t> ends = top_level_places(command, ' ', "", "");
    ends.push_back(command.size());
    std::vector<std::string> parts;
    std::size_t begin = 0;
    for (const std::size_t end : ends) {
        const std::string_view word = command.substr(begin, end - begin);
        const bool is_value = !parts.empty() && parts.back().starts_with("--") &&
                              parts.back().find_first_of(" =") == std::string::npos && !word.starts_with('-');
        if (is_value)
            parts.back().append(" ").append(word);
        else
            parts.emplace_back(word);
        begin = end + 1;
    }
    return parts;
}

/// "  sigprop COMMAND     what it does"
std::string fitted_example(const std::string& line) {
    const std::size_t begin = line.find_first_not_of(' ');
    const std::size_t gap = line.find("   ", begin);
    const std::string indent(begin, ' ');
    const std::string below = indent + "    ";
    std::string text, row;
    for (const std::string& part : parts_of(std::string_view(line).substr(begin, gap - begin))) {
        if (!row.empty() && row.size() + 1 + part.size() + 2 > help_width) {
            text += row + " \\\n";
            row = below + part;
        } else {
            row += (row.empty() ? indent : " ") + part;
        }
    }
    text += row + "\n";
    if (gap == line.npos) return text;
    return text + below + fitted_to_help(line.substr(line.find_first_not_of(' ', gap)), below);
}

}  // namespace

std::string fitted_to_help(const std::string& text, const std::string& indent) {
    std::string lines;
    for (const std::string& line : wrapped(text, help_width - indent.size()))
        lines += (lines.empty() ? "" : indent) + line + "\n";
    return lines;
}

std::string fitted_examples(const std::string& examples) {
    std::string text, prose, example;
    const auto end_prose = [&] {
        text += prose.empty() ? "" : fitted_to_help(prose);
        prose.clear();
    };
    for (std::size_t at = 0; at < examples.size();) {
        const std::size_t end = std::min(examples.find('\n', at), examples.size());
        const std::string line = examples.substr(at, end - at);
        at = end + 1;
        if (line.empty()) {
            end_prose();
            text += "\n";
            continue;
        }
        const bool is_prose = !line.starts_with(' ') && !line.ends_with(':');
        if (!is_prose || line.starts_with("Exit")) end_prose();
        if (is_prose) {
            prose += (prose.empty() ? "" : " ") + line;
            continue;
        }
        example += example.empty() ? line : line.substr(line.find_first_not_of(' '));
        if (example.ends_with('\\')) {  // it goes on in the next line
            example.pop_back();
            continue;
        }
        text += columns(example) <= help_width ? example + "\n" : fitted_example(example);
        example.clear();
    }
    end_prose();
    return text;
}

}  // namespace sigprop::tool

#include "judgement/stated_from.hpp"

#include <regex>
#include <sigprop/core/errors.hpp>
#include <vector>

namespace sigprop::detail {
namespace {

[[noreturn]] void refuse(const char* key, const std::string& message) {
    throw InputError(message, Place{key, {}, 0, 1});
}

std::regex compiled(const std::string& pattern) {
    if (pattern.size() > max_pattern_length) {
        refuse("regex", "regex is longer than " + std::to_string(max_pattern_length) + " characters");
    }
    try {
        return std::regex(pattern, std::regex::ECMAScript);
    } catch (const std::regex_error& error) {
        refuse("regex", "'" + pattern + "' is not an ECMAScript regular expression: " + error.what());
    }
}

void collect(const std::string& line, std::size_t number, const std::regex& regex, std::vector<Found>& found) {
    try {
        for (std::sregex_iterator match(line.begin(), line.end(), regex), end; match != end; ++match) {
            found.push_back({(*match)[1].str(), number});
        }
    } catch (const std::regex_error& error) {
        refuse("regex", std::string("the regex is too costly to match: ") + error.what());
    }
}

}  // namespace

Found find_stated(std::string_view content, const std::string& path, const std::string& pattern) {
    const std::regex regex = compiled(pattern);
    if (regex.mark_count() != 1) {
        refuse("regex", "regex has " + std::to_string(regex.mark_count()) +
                            " groups: put (…) around the number and (?:…) around anything else");
    }
    std::vector<Found> found;
    std::size_t number = 0;
    while (!content.empty()) {
        const std::size_t end = content.find('\n');
        std::string line(content.substr(0, end));
        content.remove_prefix(end == std::string_view::npos ? content.size() : end + 1);
        ++number;
        if (!line.empty() && line.back() == '\r') line.pop_back();
        if (line.size() > max_line_length) {
            refuse("path", path + ":" + std::to_string(number) + " has a line of over " +
                               std::to_string(max_line_length) + " characters: point to a file without such lines");
        }
        collect(line, number, regex, found);
        if (found.size() > 1) {
            refuse("regex", "regex matches more than once in " + path + ", in lines " +
                                std::to_string(found[0].line) + " and " + std::to_string(found[1].line) +
                                ": make it more specific");
        }
    }
    if (found.empty()) refuse("regex", "regex matches nothing in " + path + " (it is tried line by line)");
    return found.front();
}

}  // namespace sigprop::detail

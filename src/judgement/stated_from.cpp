#include "judgement/stated_from.hpp"

#include <re2/re2.h>

#include <array>
#include <sigprop/core/base/errors.hpp>
#include <vector>

namespace sigprop {
namespace {

[[noreturn]] void refuse(const char* key, const std::string& message) {
    throw InputError(message, Place{key, {}});
}

/// ", at character 11" where RE2 says which part of the pattern it does not take.
std::string place_of_error(const std::string& pattern, const std::string& part) {
    const std::size_t at = part.empty() || part == pattern ? pattern.npos : pattern.find(part);
    return at == pattern.npos ? "" : ", at character " + std::to_string(at + 1);
}

/// Errors   InputError for what is no pattern, or has another number of groups than one
void check(const RE2& regex, const std::string& pattern) {
    if (!regex.ok()) {
        refuse("regex",
               "'" + pattern + "' is not a regular expression as RE2 reads it (without look-around " +
                   "and back-references): " + regex.error() + place_of_error(pattern, regex.error_arg()));
    }
    if (regex.NumberOfCapturingGroups() != 1) {
        refuse("regex", "regex has " + std::to_string(regex.NumberOfCapturingGroups()) +
                            " groups: put (…) around the number and (?:…) around anything else");
    }
}

/// Adds the matches in one line; two are enough to refuse a pattern.
void collect(std::string_view line, std::size_t number, const RE2& regex, std::vector<Found>& found) {
    const re2::StringPiece text(line.data(), line.size());
    constexpr int parts = 2;  // the whole match, and its group
    std::array<re2::StringPiece, parts> match;
    std::size_t start = 0;
    while (found.size() < 2 && regex.Match(text, start, line.size(), RE2::UNANCHORED, match.data(), parts)) {
        found.push_back({std::string(match[1].data(), match[1].size()), number});
        const auto begin = static_cast<std::size_t>(match[0].data() - text.data());
        start = begin + (match[0].empty() ? 1 : match[0].size());
    }
}

Found only_match(std::string_view content, const std::string& path, const RE2& regex) {
    std::vector<Found> found;
    std::size_t number = 0;
    while (!content.empty()) {
        const std::size_t end = content.find('\n');
        std::string_view line = content.substr(0, end);
        content.remove_prefix(end == std::string_view::npos ? content.size() : end + 1);
        ++number;
        if (line.ends_with('\r')) line.remove_suffix(1);
        collect(line, number, regex, found);
        if (found.size() > 1) {
            refuse("regex", "regex matches more than once in " + path + ", in lines " +
                                std::to_string(found[0].line) + " and " + std::to_string(found[1].line) +
                                ": make it more specific");
        }
    }
    if (found.empty()) refuse("regex", "regex matches nothing in " + path + " (it is applied line by line)");
    return found.front();
}

}  // namespace

Found find_stated(std::string_view content, const std::string& path, const std::string& pattern) {
    if (pattern.size() > max_pattern_length) {
        refuse("regex", "regex is longer than " + std::to_string(max_pattern_length) + " characters");
    }
    RE2::Options options;
    options.set_log_errors(false);  // RE2 would write them to stderr itself
    const RE2 regex(pattern, options);
    check(regex, pattern);
    if (content.size() > max_search_cost / static_cast<std::size_t>(regex.ProgramSize())) {
        refuse("regex", "the regex has " + std::to_string(regex.ProgramSize()) +
                            " steps, which is too many for the " + std::to_string(content.size()) +
                            " bytes of " + path + ": write a simpler one, or name a smaller file");
    }
    Found found = only_match(content, path, regex);
    found.cost = content.size() * static_cast<std::size_t>(regex.ProgramSize());
    return found;
}

}  // namespace sigprop

#include "judgement/stated_from.hpp"

// g++ 12 misreads std::regex under -fsanitize=address (GCC bug 105562).
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

#include <pthread.h>

#include <algorithm>
#include <exception>
#include <regex>
#include <sigprop/core/base/errors.hpp>
#include <vector>

namespace sigprop {
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

/// The number of choices a pattern may offer at one character: its operators times the repeats in its braces.
std::size_t choices_of(const std::string& pattern) {
    const std::string operators = "|*+?{";
    std::size_t choices = 1;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const bool opens_group = pattern[i] == '?' && i > 0 && pattern[i - 1] == '(';
        if (operators.find(pattern[i]) != std::string::npos && !opens_group) ++choices;
    }
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        if (pattern[i] != '{') continue;
        std::size_t repeats = 0;
        std::size_t most = 1;
        for (++i; i < pattern.size() && pattern[i] != '}'; ++i) {
            const bool digit = pattern[i] >= '0' && pattern[i] <= '9';
            repeats =
                digit ? std::min(repeats * 10 + static_cast<std::size_t>(pattern[i] - '0'), max_match_cost)
                      : 0;
            most = std::max(most, repeats);
        }
        choices = std::min(choices * most, 2 * max_match_cost);
    }
    return choices;
}

void collect(const std::string& line, std::size_t number, const std::regex& regex,
             std::vector<Found>& found) {
    try {
        for (std::sregex_iterator match(line.begin(), line.end(), regex), end; match != end; ++match) {
            found.push_back({(*match)[1].str(), number});
        }
    } catch (const std::regex_error& error) {
        refuse("regex", std::string("the regex is too costly to match: ") + error.what());
    }
}

void check_line(const std::string& line, const std::string& place, std::size_t choices) {
    if (line.size() > max_line_length) {
        refuse("path", place + " has a line of over " + std::to_string(max_line_length) +
                           " characters: point to a file without such lines");
    }
    if (line.size() * choices > max_match_cost) {
        refuse("regex", "the regex has too many choices for the " + std::to_string(line.size()) +
                            " characters of " + place +
                            ": make it simpler, or point to a file of shorter lines");
    }
}

Found search(std::string_view content, const std::string& path, const std::string& pattern) {
    const std::regex regex = compiled(pattern);
    if (regex.mark_count() != 1) {
        refuse("regex", "regex has " + std::to_string(regex.mark_count()) +
                            " groups: put (…) around the number and (?:…) around anything else");
    }
    const std::size_t choices = choices_of(pattern);
    std::vector<Found> found;
    std::size_t number = 0;
    while (!content.empty()) {
        const std::size_t end = content.find('\n');
        std::string line(content.substr(0, end));
        content.remove_prefix(end == std::string_view::npos ? content.size() : end + 1);
        ++number;
        if (!line.empty() && line.back() == '\r') line.pop_back();
        check_line(line, path + ":" + std::to_string(number), choices);
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

/// A search and its outcome, handed to the thread whose stack is large enough.
struct Job {
    std::string_view content;
    const std::string& path;
    const std::string& pattern;
    Found found = {};
    std::exception_ptr error = nullptr;
};

void* run(void* argument) {
    Job& job = *static_cast<Job*>(argument);
    try {
        job.found = search(job.content, job.path, job.pattern);
    } catch (...) {
        job.error = std::current_exception();
    }
    return nullptr;
}

}  // namespace

Found find_stated(std::string_view content, const std::string& path, const std::string& pattern) {
    constexpr std::size_t stack_bytes = std::size_t{320}
                                        << 20U;  // 800 bytes a choice; touched only where used
    Job job{content, path, pattern};
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, stack_bytes);
    const int failure = pthread_create(&thread, &attributes, run, &job);
    pthread_attr_destroy(&attributes);
    if (failure != 0) throw IoError("cannot start a thread to search " + path);
    pthread_join(thread, nullptr);
    if (job.error) std::rethrow_exception(job.error);
    return job.found;
}

}  // namespace sigprop

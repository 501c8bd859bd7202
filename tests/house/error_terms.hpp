#pragma once
// What the house asks of error terms (src/core/ball/error_term.hpp), as a function of source texts: every
// place that widens an enclosure names the error term it adds or says what it is instead, every term has a
// sharpness test (tests/support/error_terms.hpp), and every sharpness test has a term.
//
// What is no error term of a proof stands beside a comment "widening: " and one of
//   of terms     the bound is made of error terms that are named where they are computed
//   region       a neighbourhood that is then examined as a whole; nothing is left out of it
//   arithmetic   the radius of the ball itself, moved or read
//   estimate     the radius of an estimate, which is no proof
//   sample       the standard error of samples

#include <algorithm>
#include <array>
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "tests/house/layers.hpp"

namespace error_terms {

using layers::Source;

inline constexpr std::array kinds = {"of terms", "region", "arithmetic", "estimate", "sample"};

inline std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

/// A line without its comment and without the spaces before that.
inline std::string code_of(const std::string& line) {
    std::string code = line.substr(0, line.find("//"));
    while (!code.empty() && code.back() == ' ') code.pop_back();
    return code;
}

/// The statement that line i belongs to, with the comments in it, above it and behind it.
inline std::string statement_at(const std::vector<std::string>& lines, std::size_t i) {
    const auto ends = [&](std::size_t k) {
        const std::string code = code_of(lines[k]);
        const bool is_comment = code.empty() && lines[k].find("//") != std::string::npos;
        return !is_comment &&
               (code.empty() || std::string_view(";{}").find(code.back()) != std::string::npos);
    };
    std::size_t first = i;
    while (first > 0 && !ends(first - 1)) --first;
    std::string statement;
    for (std::size_t k = first;; ++k) {
        statement += lines[k] + "\n";
        if (k + 1 >= lines.size() || (k >= i && ends(k))) return statement;
    }
}

inline bool says_its_kind(const std::string& statement) {
    return std::ranges::any_of(kinds, [&](const char* kind) {
        return statement.find("widening: " + std::string(kind) + "\n") != std::string::npos;
    });
}

struct Named {
    std::string name, path;
    double factor = 0;  ///< of a test
};

/// The calls of a function whose first argument is a name, and perhaps its second a number.
inline std::vector<Named> calls(const std::vector<Source>& sources, const char* function,
                                const char* pattern) {
    std::vector<Named> all;
    const std::regex form(pattern);
    for (const auto& [path, text] : sources) {
        if (text.find(function) == std::string::npos) continue;  // regular expressions are slow
        for (std::sregex_iterator match(text.begin(), text.end(), form), end; match != end; ++match) {
            const std::string factor = match->size() > 2 ? (*match)[2].str() : "0";
            all.push_back({(*match)[1], path, std::stod(factor)});
        }
    }
    return all;
}

inline std::vector<Named> terms_in(const std::vector<Source>& sources) {
    return calls(sources, "error_term(", R"re(error_term\(\s*"([^"]*)")re");
}
inline std::vector<Named> tests_in(const std::vector<Source>& tests) {
    return calls(tests, "sharp(", R"re(\bsharp\(\s*"([^"]*)",\s*([0-9.e-]+))re");
}

/// The last folder of a source, with which the names of its terms begin.
inline std::string folder_of(const std::string& path) {
    const std::size_t end = path.rfind('/');
    const std::size_t begin = path.rfind('/', end - 1);
    return path.substr(begin + 1, end - begin - 1);
}

/// Complaints, one for each broken rule.
inline std::vector<std::string> violations(const std::vector<Source>& sources,
                                           const std::vector<Source>& tests) {
    std::vector<std::string> broken;
    const std::regex widens(R"(\.widened\(|\ba[rc]b_add_error|\bmag_(add|addmul|set)\(a[rc]b_radref)");
    for (const auto& [path, text] : sources) {
        const std::vector<std::string> lines = lines_of(text);
        for (std::size_t i = 0; i < lines.size(); ++i) {
            const bool may = lines[i].find("widened") != std::string::npos ||
                             lines[i].find("add_error") != std::string::npos ||
                             lines[i].find("mag_") != std::string::npos;
            if (!may || !std::regex_search(code_of(lines[i]), widens)) continue;
            const std::string statement = statement_at(lines, i) + "\n";
            if (statement.find("error_term(") != std::string::npos || says_its_kind(statement)) continue;
            broken.push_back(path + ":" + std::to_string(i + 1) +
                             ": widens an enclosure and does not say by what: name the bound with "
                             "error_term(\"" +
                             folder_of(path) +
                             ".method.what\", bound), or add the comment 'widening: ' and its kind");
        }
    }
    std::map<std::string, std::string> place;
    for (const Named& term : terms_in(sources)) {
        if (!term.name.starts_with(folder_of(term.path) + "."))
            broken.push_back(term.path + ": the error term " + term.name + " is not named after its room");
        const auto [first, is_new] = place.emplace(term.name, term.path);
        if (!is_new)
            broken.push_back(term.path + ": the error term " + term.name + " is also one of " +
                             first->second);
    }
    std::map<std::string, std::string> tested;
    for (const Named& test : tests_in(tests)) {
        tested.emplace(test.name, test.path);
        if (!place.contains(test.name)) broken.push_back(test.path + ": no error term is named " + test.name);
        if (!(test.factor > 0 && test.factor < 1))
            broken.push_back(
                test.path + ": " + test.name +
                " must be weakened by a factor between 0 and 1: 0 would only show that it exists");
    }
    for (const auto& [name, path] : place) {
        if (!tested.contains(name))
            broken.push_back(path + ": the error term " + name + " has no test that misses it: add sharp(\"" +
                             name + "\", 0.5, run, truth), see tests/support/error_terms.hpp");
    }
    return broken;
}

}  // namespace error_terms

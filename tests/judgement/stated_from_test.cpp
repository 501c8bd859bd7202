#include "judgement/stated_from.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <cstdio>
#include <sigprop/core/base/errors.hpp>

using namespace sigprop;

namespace {

/// What is found in the text, or the refusal.
std::string search(std::string_view text, const std::string& pattern) {
    try {
        const Found found = find_stated(text, "f", pattern);
        return std::to_string(found.line) + ":" + found.text;
    } catch (const InputError& error) {
        return error.what();
    }
}

bool says(const std::string& message, const std::string& part) {
    INFO(message, " / ", part);
    return message.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a search takes time in proportion to the file, whatever the pattern") {
    // each kept a backtracking engine busy for longer than the universe has lasted
    const std::string line = std::string(100'000, 'a') + "!";
    CHECK(says(search(line, "(a+)+$"), "matches nothing"));
    CHECK(says(search(line, "((?:a|a)+)$"), "matches nothing"));
    CHECK(says(search(line, "((?:a?){500}a{500})$"), "matches nothing"));
    CHECK(says(search(line, "^((?:.*a){20})$"), "matches nothing"));
    CHECK(search(line, "^((?:a|b)*)!$").size() == line.size() + 1);
    // where the pattern is large, the file may not be
    CHECK(says(search(std::string(20'000'000, 'a'), "((?:a?){500}a{500})$"), "which is too many for"));
    std::string nested = "a";
    for (int i = 0; i < 300; ++i) nested = "(?:" + nested + ")";
    CHECK(says(search(line, "((?:(?:(?:a{100}){100}){100}){100})"), "not a regular expression"));
    CHECK(says(search(line, nested), "longer than 1000"));
    CHECK(says(search(line, "(" + std::string(998, 'b') + ")"), "matches nothing"));
    // a line of many matches is left at the second
    CHECK(says(search(std::string(10'000'000, 'a'), "(a)"), "in lines 1 and 1"));
}

TEST_CASE("the size of a pattern times that of the file has a limit") {
    const std::string pattern = "((?:a?){500}a{500})$";
    const std::string refusal = search(std::string(20'000'000, 'b'), pattern);
    const std::size_t steps = std::stoul(refusal.substr(refusal.find("regex has ") + 10));
    const std::size_t longest = max_search_cost / steps;
    CHECK(says(search(std::string(longest, 'b'), pattern), "matches nothing"));
    CHECK(says(search(std::string(longest + 1, 'b'), pattern), "which is too many for"));
}

TEST_CASE("a pattern is tried line by line") {
    CHECK(search("a = 1\r\nb = 2\r\n", "^b = (.*)$") == "2:2");
    CHECK(search("\n\nx=1.5", "^x=([-+0-9.eE]+)$") == "3:1.5");
    CHECK(says(search("a\nb", "(a\\sb)"), "matches nothing"));
    CHECK(says(search("x=1\nx=2", "^x=(\\d)"), "in lines 1 and 2"));
    CHECK(says(search("1 2", "(\\d)"), "in lines 1 and 1"));
    CHECK(says(search("x=1x=2", "x=(\\d)"), "in lines 1 and 1"));
    CHECK(search("aaa", "(a)a") == "1:a");  // the next match begins after the whole of this one
    CHECK(search("aaa", "aa(b?)") == "1:");
    CHECK(search("12", "^(\\d)") == "1:1");  // ^ is the beginning of the line, not of what is left of it
    CHECK(search("c12", "\\b(c?\\d)") == "1:c1");
    CHECK(says(search("aa", "(b*)"), "more than once"));  // nothing, three times
    CHECK(says(search("a", "(b*)"), "more than once"));
    CHECK(search("\n", "(b*)") == "1:");
    CHECK(search("", "(1)").find("matches nothing") != std::string::npos);
}

TEST_CASE("characters are those of UTF-8, and a file may hold other bytes") {
    CHECK(search("σ = 0.5  # grün", "^[στ] = ([0-9.]+)  # gr.n$") == "1:0.5");
    CHECK(search("\xFF\xFE\n\xFF x = 0.5 \xE4", "x = ([0-9.]+)") == "2:0.5");
    CHECK(search(std::string("x = \0 0.5", 9), "([0-9.]+)") == "1:0.5");
}

TEST_CASE("a refused pattern is told to nobody else") {
    std::FILE* const file = std::tmpfile();
    REQUIRE(file != nullptr);
    const int kept = ::dup(STDERR_FILENO);
    ::dup2(::fileno(file), STDERR_FILENO);
    const std::string refusal = search("1", "(1");
    ::dup2(kept, STDERR_FILENO);
    ::close(kept);
    std::fseek(file, 0, SEEK_END);
    CHECK(std::ftell(file) == 0);
    std::fclose(file);
    CHECK(says(refusal, "missing )"));
}

TEST_CASE("the refusal of a pattern says what and where") {
    CHECK(says(search("1", "x = ([0-9.+"), "missing ]: [0-9.+, at character 6"));
    CHECK(says(search("1", "(1"), "missing )"));
    CHECK_FALSE(says(search("1", "(1"), "at character"));  // the pattern as a whole is at fault
    CHECK(says(search("1", "(1)\\"), "trailing \\"));
    CHECK_FALSE(says(search("1", "(1)\\"), "at character"));
    CHECK(says(search("1", "(?<=x)(1)"), "look-around"));
    CHECK(says(search("1", "(1)(?=x)"), "(?=, at character 4"));
    CHECK(says(search("1", "(.)\\1"), "\\1, at character 4"));
    CHECK(says(search("1", "(?:1)"), "0 groups"));
    CHECK(says(search("1", "(?P<a>1)(?i:(2))"), "2 groups"));
}

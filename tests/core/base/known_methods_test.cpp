// A method that is misspelt is refused, and the one that was meant is named. The list of methods holds every
// name that evidence bears in the sources and in the published results, and no other.

#include "core/base/known_methods.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sigprop/core/base/errors.hpp>
#include <sstream>

using sigprop::chosen_methods, sigprop::InputError, sigprop::known_methods, sigprop::MethodFilter;

namespace {

/// The refusal and the part of the text that it points at.
std::string refusal(const std::string& globs, const std::string& option = "methods=") {
    try {
        static_cast<void>(chosen_methods(globs, option));
        return "";
    } catch (const InputError& error) {
        const sigprop::Place& place = error.place();
        CHECK(place.text == option + globs);
        return std::string(error.what()) + " @" + place.text.substr(place.offset, place.length);
    }
}

std::string whole_file(const std::filesystem::path& path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
}

bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// The words in quotes that follow `before`, with blanks between.
void add_words(const std::string& text, const std::string& before, std::set<std::string>& words) {
    for (std::size_t at = text.find(before); at != text.npos; at = text.find(before, at + 1)) {
        std::size_t start = at + before.size();
        if (before == "RouteKind::") {
            while (in_word(text[start])) ++start;
            if (text[start++] != ',') continue;
        }
        start = text.find_first_not_of(" \n", start);
        if (start == text.npos || text[start] != '"') continue;
        std::size_t end = ++start;
        while (end < text.size() && in_word(text[end])) ++end;
        if (end > start && end < text.size() && text[end] == '"')
            words.insert(text.substr(start, end - start));
    }
}

std::set<std::string> found_in(const char* folder, const std::set<std::string>& endings,
                               const std::vector<std::string>& before) {
    std::set<std::string> words;
    const std::filesystem::path root = SIGPROP_SOURCE_DIR;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder)) {
        if (!endings.contains(entry.path().extension().string())) continue;
        const std::string text = whole_file(entry.path());
        for (const std::string& one : before) add_words(text, one, words);
    }
    return words;
}

bool is_named(const std::string& method) {
    return sigprop::is_known_method(method) || sigprop::is_other_source(method);
}

}  // namespace

TEST_CASE("what is misspelt is refused, naming the pattern and what it was meant to be") {
    CHECK(refusal("monte_carla") ==
          "methods: no method has the name 'monte_carla': did you mean 'monte_carlo'? @monte_carla");
    CHECK(
        refusal("arb_trapezoidal")
            .starts_with("methods: no method has the name 'arb_trapezoidal': did you mean 'arb_trapezoid'?"));
    CHECK(refusal("arb_*,!monte_carla").ends_with("did you mean 'monte_carlo'? @monte_carla"));
    CHECK(refusal("arb_*,closed_frm,zzz").ends_with("did you mean 'closed_form'? @closed_frm"));
    CHECK(refusal("gls_*").ends_with("did you mean 'gsl_*'? @gls_*"));
    CHECK(refusal("closed-form").ends_with("did you mean 'closed_form'? @closed-form"));
    CHECK(refusal("arb_*, network").ends_with("did you mean 'network'? @ network"));
    CHECK(refusal("kronrod").ends_with("did you mean 'boost_gauss_kronrod'? @kronrod"));
    CHECK(refusal("monte_karlo*", "--methods=")
              .starts_with("--methods: no method has the name 'monte_karlo*': did you mean 'monte_carlo'?"));
    CHECK(refusal("zzz*").find("the methods are arb_integral, ") != std::string::npos);
    CHECK(refusal(std::string(100'000, 'z')).size() < 101'000);
    for (const char* empty : {"", ",", "arb_*,", ",arb_*", "arb_*,,network", "!", "arb_*,!"}) {
        CAPTURE(empty);
        CHECK(refusal(empty).starts_with("methods needs globs with commas between them"));
    }
}

TEST_CASE("what matches a method is taken as it is written") {
    for (const char* globs : {"*", "arb_*,!monte_carlo", "!gsl_*", "closed_form,[a-b]*,????", "*,network",
                              "monte_carlo_float32", "?ual", "[!a]*"}) {
        CAPTURE(globs);
        CHECK(refusal(globs).empty());
        CHECK(chosen_methods(globs, "methods=") == MethodFilter(globs));
    }
    for (const std::string_view name : known_methods()) CHECK(refusal(std::string(name)).empty());
    CHECK_NOTHROW(sigprop::require_known("*"));
    CHECK_NOTHROW(sigprop::require_known(""));  // of a program: selects everything
    CHECK_THROWS_AS(sigprop::require_known("monte_carla"), InputError);
}

TEST_CASE("the list is sorted and has no name twice") {
    const std::vector<std::string_view> all(known_methods().begin(), known_methods().end());
    CHECK(std::ranges::is_sorted(all));
    CHECK(std::ranges::adjacent_find(all) == all.end());
    for (const std::string_view name : all) CHECK(sigprop::is_known_method(name));
    CHECK_FALSE(sigprop::is_known_method("arb_trapezoidal"));
    CHECK_FALSE(sigprop::is_known_method(""));
    CHECK_FALSE(sigprop::is_other_source("arb_trapezoid"));
}

TEST_CASE("it holds every method that the sources and the published results name, and no other") {
    const std::set<std::string> code = {".cpp", ".hpp"};
    const std::set<std::string> named = found_in(
        "src", code,
        {"evidence.method =", "computation.method =", "route.method =", "RouteKind::", "EnclosureMethod",
         "EstimateMethod{", "SampleMethod{"});
    CHECK(named.size() >= 18);
    for (const std::string& method : named) CHECK_MESSAGE(is_named(method), method);
    const std::set<std::string> published = found_in("results", {".json"}, {"\"method\":"});
    CHECK(published.size() >= 15);
    for (const std::string& method : published) CHECK_MESSAGE(is_named(method), method);
    std::set<std::string> words;
    for (const char* folder : {"src/methods", "src/quantities", "src/engine"})
        words.merge(found_in(folder, code, {"{", "(", ",", "=", "?", ":"}));
    for (const std::string_view name : known_methods())
        CHECK_MESSAGE(words.contains(std::string(name)), name);
}

TEST_CASE("a method that is missing in the list is seen") {
    std::set<std::string> words;
    add_words("DirectRoute{RouteKind::closed_form,\n  \"arb_new\", evidence.method = \"other_new\";",
              "RouteKind::", words);
    add_words("evidence.method = \"other_new\";", "evidence.method =", words);
    CHECK(words == std::set<std::string>{"arb_new", "other_new"});
    CHECK_FALSE(is_named("arb_new"));
}

TEST_CASE("the guide to the options has the list") {
    const std::string guide =
        whole_file(std::filesystem::path(SIGPROP_SOURCE_DIR) / "docs/reference/options.md");
    const std::size_t first = guide.find("<!-- methods -->");
    const std::size_t last = guide.find("<!-- /methods -->");
    REQUIRE(first < last);
    const std::string listed = guide.substr(first, last - first);
    const std::regex in_quotes("`(\\w+)`");
    const std::vector<std::string> names(
        std::sregex_token_iterator(listed.begin(), listed.end(), in_quotes, 1), {});
    CHECK(names == std::vector<std::string>(known_methods().begin(), known_methods().end()));
}

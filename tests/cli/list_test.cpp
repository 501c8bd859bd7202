// list for a person: groups on a terminal, answers to questions in people's own words, claims apart.

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <regex>
#include <sstream>

#include "tests/cli/run_tool.hpp"
#include "tests/cli/terminal_window.hpp"

using cli::tool;
using Words = std::vector<std::string>;

namespace {

const std::string root = SIGPROP_SOURCE_DIR;

/// The first names that a question gets.
std::vector<std::string> answers_to(const std::string& question) {
    constexpr std::size_t most = 5;
    const std::vector<std::string> lines = cli::lines_of(tool({"list", question}).out);
    std::vector<std::string> names;
    for (const std::string& line : lines)
        if (line.starts_with("  ") && names.size() < most)
            names.push_back(line.substr(2, line.find(' ', 2) - 2));
    return names;
}

bool is_answered(const std::string& question, const std::string& name) {
    const std::vector<std::string> names = answers_to(question);
    return std::ranges::find(names, name) != names.end();
}

std::string on_terminal(const Words& words) {
    cli::TerminalWindow window(80);
    const cli::Folder folder;
    CHECK(cli::finish(cli::start(words, folder, {.input = "", .output_path = window.path()}), folder).code ==
          0);
    return window.text();
}

}  // namespace

TEST_CASE("questions in people's words find their quantity") {
    std::ifstream table(root + "/tests/cli/list_questions.tsv");
    std::size_t questions = 0;
    for (std::string line; std::getline(table, line); ++questions) {
        const std::size_t tab = line.find('\t');
        REQUIRE(tab != line.npos);
        const std::string question = line.substr(0, tab), name = line.substr(tab + 1);
        CHECK_MESSAGE(is_answered(question, name), question, " does not find ", name);
    }
    CHECK(questions >= 140);
    CHECK_FALSE(is_answered("temperature", "selu.alpha"));
    CHECK_FALSE(is_answered("dead units", "attention.entropy"));
    CHECK(tool({"list", "no such thing at all"}).code == 5);
}

TEST_CASE("a topic is found by its words in any order and with other endings") {
    const cli::Run run = tool({"list", "activations in my deepest layers explode"});
    CHECK(run.code == 0);
    CHECK(run.out.find("residual.second_moment") != run.out.npos);
    CHECK(run.says("no entry has all of these words; this is about 'activations explode'"));
    CHECK(is_answered("an activation that is saturating", "activation.derivative_second_moment"));
    CHECK(is_answered("1.7139588594436646", "activation.variance_gain"));
    CHECK_FALSE(is_answered("1.8139588594436646", "activation.variance_gain"));
    CHECK(tool({"list", "zebra", "deepest"}).code == 5);
    CHECK(tool({"list", "claims", "deepest", "c_proj"}).out.find("quantities") == std::string::npos);
}

TEST_CASE("every answer to a topic is a quantity") {
    std::ostringstream text;
    text << std::ifstream(root + "/tools/sigprop/topics.cpp").rdbuf();
    const std::string source = text.str(), known = tool({"list", "quantities", "--json"}).out;
    const std::regex name("\"([a-z_]+\\.(?!hpp)[A-Za-z_0-9]+)\"");
    std::size_t names = 0;
    for (std::sregex_iterator one(source.begin(), source.end(), name), end; one != end; ++one, ++names)
        CHECK_MESSAGE(known.find("\"name\": \"" + (*one)[1].str() + "(") != known.npos, (*one)[1].str());
    CHECK(names > 100);
    CHECK(known.find("\"name\": \"attention.temperature(") == known.npos);
}

TEST_CASE("a terminal gets groups, a pipe and --all every name") {
    const Words everything = {"list"};
    const std::string summary = on_terminal(everything);
    CHECK(cli::lines_of(summary).size() < 60);
    CHECK(summary.find("\n  activation") != summary.npos);
    CHECK(summary.find("\nclaims (") != summary.npos);
    CHECK(summary.find("sigprop list --all") != summary.npos);
    for (const std::string& line : cli::lines_of(summary))
        CHECK_MESSAGE(line.size() <= 84, line);  // of them "…", 3 bytes
    const std::string whole = tool(everything).out;
    CHECK(cli::lines_of(whole).size() > 600);
    CHECK(cli::lines_of(on_terminal({"list", "--all"})).size() == cli::lines_of(whole).size());
    CHECK(on_terminal({"list", "claims"}).find("--all") != std::string::npos);
    CHECK(on_terminal({"list", "layers"}).find("--all") == std::string::npos);  // short ones are whole
    const std::string many = on_terminal({"list", "quantities", "std"});
    CHECK(many.find(" more: sigprop list quantities std --all\n") != many.npos);
    CHECK(tool({"list", "quantities", "std"}).out.find("--all") == std::string::npos);
}

TEST_CASE("a theme stands once") {
    CHECK(cli::count(tool({"list"}).out, "\n residual\n") == 1);
    CHECK(cli::count(tool({"list"}).out, "\n optimizer\n") == 1);
}

TEST_CASE("claims do not crowd out quantities") {
    const cli::Run both = tool({"list", "truncated"});
    CHECK(both.shows("truncated_normal.std "));
    CHECK(std::regex_search(both.out, std::regex("\nclaims \\([0-9]+\\): sigprop list claims truncated\n")));
    CHECK_FALSE(both.shows("keras.truncated_normal.std"));
    CHECK(tool({"list", "truncated", "--all"}).shows("keras.truncated_normal.std"));
    CHECK(tool({"list", "claims", "truncated"}).shows("keras.truncated_normal.std"));
    CHECK(tool({"list", "twenty_digits"}).shows("twenty_digits"));  // nothing else has the word
}

TEST_CASE("a number is answered with the constants that have its digits, and what to type next") {
    const cli::Run run = tool({"list", "0.8796"});
    CHECK(run.out.starts_with(
        "constants (1)\n  truncated_normal.std(-2, 2)  0.879625661034… standard deviation"));
    CHECK(run.out.ends_with("\nAll digits:  sigprop eval \"truncated_normal.std(-2, 2)\"\n"));
    for (const char* number : {"0.879625661", "0.87962566103423978", "0.880"})
        CHECK_MESSAGE(tool({"list", number}).shows("truncated_normal.std(-2, 2)  0.8796"), number);
    CHECK(tool({"list", "where", "is", "1.6733", "from"}).shows("selu.alpha()  1.67326324235…"));
    CHECK(tool({"list", "0.8796", "--json"}).shows("\"constants\": ["));
    CHECK(tool({"list", "0.7979"}).shows("sqrt(2/pi)"));
    CHECK(tool({"list", "1.702"})
              .shows("1.70174492534… the t for which sigmoid(t x) is nearest to the normal cdf"));
    // Another digit, too few digits, and a list of one kind have none.
    for (const char* other : {"0.8797", "0.8"}) CHECK_FALSE(tool({"list", other}).shows("constants ("));
    CHECK_FALSE(tool({"list", "quantities", "0.8796"}).shows("constants ("));
}

TEST_CASE("a word of a topic finds it, and a word more makes nothing vanish") {
    const std::string units = tool({"list", "dead", "units"}).out;
    CHECK(tool({"list", "dead"}).out == units);
    CHECK(tool({"list", "dead"}).says("no entry has this word; this is about 'dead units'"));
    CHECK(tool({"list", "units", "dead"}).out == units);
    // the words that an entry answers without having them, and not where it has them
    CHECK(tool({"list", "dead", "units"}).shows("· answers 'dead units'"));
    CHECK_FALSE(tool({"list", "entropy"}).shows("answers 'entropy'"));
    const cli::Run more = tool({"list", "std_correction", "zebra"});
    CHECK(more.code == 0);
    CHECK(more.shows("truncated_normal.std_correction "));
    CHECK(more.says("no entry has all of these words; 'zebra' occurs nowhere; these have most of them"));
    const cli::Run misspelt = tool({"list", "trunacted", "std_correction"});
    CHECK(misspelt.shows("truncated_normal.std_correction "));
    CHECK(misspelt.says("did you mean 'truncated'?"));
    CHECK(tool({"list", "zebra"}).code == 5);
}

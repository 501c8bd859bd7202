// One rule for everything new: each command that the help lists has a help of 80 columns with examples and
// exit codes, completions, its place in the manual page and in the documentation, a schema for its JSON, and
// a twin in Python or a reason why it needs none.

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "tests/cli/run_tool.hpp"

using cli::tool;

namespace {

const std::filesystem::path root = SIGPROP_SOURCE_DIR;

std::string text_of(const std::filesystem::path& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

/// The names below a heading of a help: "Commands:", "Subjects:".
std::vector<std::string> names_below(const std::string& heading, const std::string& help) {
    std::vector<std::string> names;
    bool inside = false;
    for (const std::string& line : cli::lines_of(help)) {
        if (line == heading) inside = true;
        if (line.empty()) inside = false;
        if (inside && line.starts_with("  ") && line[2] != ' ')
            names.push_back(line.substr(2, line.find(' ', 2) - 2));
    }
    return names;
}

/// What is said to everybody: README and docs, which tests/docs runs.
std::string documentation() {
    std::string all = text_of(root / "README.md");
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / "docs"))
        if (entry.path().extension() == ".md") all += text_of(entry.path());
    return all;
}

/// The twin in Python, or why there is none.
const std::map<std::string, std::string> twins = {
    {"eval", "evaluate"},
    {"verify", "verify"},
    {"check",
     "- the checker is a package of its own, sigprop-check, so that it shares no code with this one"},
    {"sweep", "sweep"},
    {"solve", "solve"},
    {"what", "what"},
    {"recipe", "recipe"},
    {"train", "train"},
    {"measure", "check_backward"},
    {"diff", "diff"},
    {"report", "read_report"},
    {"init", "- claims are written from files, for the command line to gate"},
    {"constants", "constants"},
    {"list", "search"},
    {"show", "show"},
    {"schema", "- the package carries no schemas; they are what `sigprop schema` prints"},
    {"limits", "- of the command line"},
    {"selftest", "- of an installation of the command line"},
    {"completions", "- of a shell"},
    {"manual", "- of a shell"},
};

/// One line for each part of the rule that the help of a command breaks.
std::vector<std::string> faults_of_help(const std::string& help, const std::string& name) {
    std::vector<std::string> faults;
    for (const std::string& line : cli::lines_of(help)) {
        const auto bytes_of_more = [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) == 0x80; };
        if (line.size() - static_cast<std::size_t>(std::ranges::count_if(line, bytes_of_more)) > 80)
            faults.push_back(name + ": over 80 columns: " + line);
    }
    if (help.find("\nUsage: sigprop " + name) == help.npos) faults.push_back(name + ": no usage");
    if (help.find("\nExamples:\n  sigprop " + name) == help.npos) faults.push_back(name + ": no example");
    if (help.find("\nExit 0: ") == help.npos) faults.push_back(name + ": no exit codes");
    return faults;
}

}  // namespace

TEST_CASE("every command keeps the rule") {
    const std::string help = tool({"--help"}).out;
    const std::vector<std::string> commands = names_below("Commands:", help);
    REQUIRE(commands.size() > 15);
    const std::string manual = tool({"manual"}).out;
    const std::string docs = documentation();
    const std::string stubs = text_of(root / "python/sigprop/__init__.py");
    for (const std::string shell : {"bash", "zsh", "fish"}) {
        const std::string completions = tool({"completions", shell}).out;
        for (const std::string& name : commands)
            CHECK_MESSAGE(completions.find(name) != completions.npos, name, " is not completed by ", shell);
    }
    for (const std::string& name : commands) {
        CAPTURE(name);
        const cli::Run own = tool({name, "--help"});
        CHECK(own.code == 0);
        CHECK(own.err.empty());
        CHECK(tool({"help", name}).out == own.out);
        for (const std::string& fault : faults_of_help(own.out, name)) FAIL_CHECK(fault);
        CHECK(manual.find("\n.SS " + name) != manual.npos);
        CHECK(docs.find("sigprop " + name) != docs.npos);
        REQUIRE(twins.contains(name));
        const std::string& twin = twins.at(name);
        if (!twin.starts_with("- "))
            CHECK_MESSAGE(stubs.find(twin) != stubs.npos, twin, " is not in the Python package");
        for (const std::string& subject : names_below("Subjects:", own.out)) {
            const cli::Run below = tool({name, subject, "--help"});
            CHECK(below.code == 0);
            for (const std::string& fault : faults_of_help(below.out, name + " " + subject))
                FAIL_CHECK(fault);
            CHECK(docs.find("sigprop " + name + " " + subject) != docs.npos);
            const std::size_t usage = own.out.find("Usage: ");
            const std::string line = own.out.substr(usage, own.out.find('\n', usage) - usage);
            CHECK_MESSAGE(line.find(subject) != line.npos, line);
        }
    }
    CHECK(twins.size() == commands.size());
}

/// The forms of a report that a help lists: flags whose file may be left out.
std::vector<std::string> forms_in(const std::string& help) {
    std::vector<std::string> forms;
    for (const std::string& line : cli::lines_of(help)) {
        const std::size_t file = line.find(" [FILE.");
        const bool of_some = line.starts_with("  --junit");  // verdicts, which not every report has
        if (line.starts_with("  --") && file != line.npos && !of_some)
            forms.push_back(line.substr(2, file - 2));
    }
    return forms;
}

TEST_CASE("what makes a report makes it in every form") {
    const std::vector<std::string> forms = forms_in(tool({"eval", "--help"}).out);
    REQUIRE(forms.size() >= 3);
    std::size_t reporting = 0;
    const auto check = [&](const std::string& name, const std::string& help) {
        const std::vector<std::string> own = forms_in(help);
        if (own.size() < 2) return;  // list has no report, but data as JSON
        CHECK_MESSAGE(own == forms, name);
        ++reporting;
    };
    for (const std::string& name : names_below("Commands:", tool({"--help"}).out)) {
        const std::string help = tool({name, "--help"}).out;
        check(name, help);
        for (const std::string& subject : names_below("Subjects:", help))
            check(name + " " + subject, tool({name, subject, "--help"}).out);
    }
    CHECK(reporting == 12);  // eval, verify, sweep, solve, recipe, train, and what is measured
}

TEST_CASE("a help that breaks the rule is seen") {
    const std::string right =
        "What it does\n\nUsage: sigprop new FILE\n\nExamples:\n  sigprop new a.json\nExit 0: done.\n";
    CHECK(faults_of_help(right, "new").empty());
    const auto without = [&](const std::string& part) {
        std::string text = right;
        return faults_of_help(text.erase(text.find(part), part.size()), "new");
    };
    CHECK(without("Usage: sigprop new FILE\n") == std::vector<std::string>{"new: no usage"});
    CHECK(without("  sigprop new a.json\n") == std::vector<std::string>{"new: no example"});
    CHECK(without("Exit 0: done.\n") == std::vector<std::string>{"new: no exit codes"});
    CHECK(faults_of_help(right + std::string(81, 'x'), "new").size() == 1);
    CHECK(faults_of_help(right + std::string(79, 'x') + "…", "new").empty());
}

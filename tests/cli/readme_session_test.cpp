// The tool prints the session that opens the README.

#include <doctest/doctest.h>

#include "tests/cli/run_tool.hpp"

namespace {

/// How many lines of the README's session with these words the tool prints again.
int lines_held(const std::string& page, const std::vector<std::string>& words, const std::string& command) {
    const std::string prompt = "\n$ sigprop " + command + "\n";
    REQUIRE(cli::count(page, prompt) == 1);
    std::istringstream session(page.substr(page.find(prompt) + prompt.size()));
    const std::string printed = "\n" + cli::tool(words).out;
    int held = 0;
    for (std::string line; std::getline(session, line) && line != "```" && !line.starts_with("$ ");) {
        if (line.find("  estimate  ") != std::string::npos)
            continue;  // the last digits depend on the libraries
        CAPTURE(line);
        CHECK(printed.find("\n" + line + "\n") != std::string::npos);
        ++held;
    }
    return held;
}

}  // namespace

TEST_CASE("the README's session shows what the tool prints") {
    std::ostringstream page;
    page << std::ifstream(SIGPROP_SOURCE_DIR "/README.md", std::ios::binary).rdbuf();
    const std::string silu = "activation.gain(silu)";
    CHECK(lines_held(page.str(), {"eval", silu}, "eval \"" + silu + "\"") == 3);
    // the value, what the call left out, two enclosures, two samples
    CHECK(lines_held(page.str(), {"eval", silu, "--evidence"}, "eval \"" + silu + "\" --evidence") == 6);
}

// The tool prints the session that opens the README.

#include <doctest/doctest.h>

#include "tests/cli/run_tool.hpp"

TEST_CASE("the README's session shows what the proofs and the simulations print") {
    const std::string prompt = "\n$ sigprop eval \"activation.gain(silu)\"\n";
    std::ostringstream page;
    page << std::ifstream(SIGPROP_SOURCE_DIR "/README.md", std::ios::binary).rdbuf();
    REQUIRE(cli::count(page.str(), prompt) == 1);
    std::istringstream session(page.str().substr(page.str().find(prompt) + prompt.size()));
    const std::string printed = "\n" + cli::tool({"eval", "activation.gain(silu)"}).out;
    int held = 0;
    for (std::string line; std::getline(session, line) && line != "```";) {
        if (line.find("  estimate  ") != std::string::npos)
            continue;  // the last digits depend on the libraries
        CAPTURE(line);
        CHECK(printed.find("\n" + line + "\n") != std::string::npos);
        ++held;
    }
    CHECK(held == 5);  // the value, two enclosures, two samples
}

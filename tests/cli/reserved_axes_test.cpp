// sweep --over samples and --over seed: how simulations are swept, and what is refused.

#include <doctest/doctest.h>

#include "tests/cli/run_tool.hpp"

using cli::tool;

TEST_CASE("samples and seeds make a grid of simulations beside one proved value") {
    const std::vector<std::string> words = {"sweep",     "activation.second_moment(sigmoid)",
                                            "--over",    "samples=256:4096:x4",
                                            "--over",    "seed=0:2:+1",
                                            "--methods", "arb_integral,monte_carlo"};
    const auto with = [&](const std::vector<std::string>& more) {
        std::vector<std::string> all = words;
        all.insert(all.end(), more.begin(), more.end());
        return tool(all);
    };
    const cli::Run csv = with({"--csv", "--evidence"});
    CHECK(csv.code == 0);
    CHECK(csv.shows("id,expression,method,kind,samples,seed,value,radius,status"));
    CHECK(cli::count(csv.out, "\n") == 1 + 9 + 1);
    CHECK(cli::count(csv.out, "arb_integral,enclosure,,,0.29337") == 1);
    CHECK(cli::count(csv.out, "monte_carlo,sample,256,") == 3);
    CHECK(cli::count(csv.out, ",sample,1024,2,") == 1);
    const cli::Run one = with({"--json", "--reproducible", "--threads", "1"});
    CHECK(one.out == with({"--json", "--reproducible", "--threads", "3"}).out);
    CHECK(one.out == with({"--json", "--reproducible", "--seed", "9", "--samples", "77"}).out);
    CHECK(with({"--md"}).shows("| value | status |"));
    CHECK(with({}).code == 0);
}

TEST_CASE("a seed that single evaluations share, and one they do not") {
    const auto value = [](const char* seed) {
        const cli::Run run = tool({"eval", "activation.mean(gelu)", "--samples", "500", "--seed", seed,
                                   "--methods", "monte_carlo", "--json"});
        const std::size_t at = run.out.find("\"double\": 0.") + 10;
        return run.out.substr(at, run.out.find_first_of(",\n", at) - at);
    };
    const cli::Run swept = tool({"sweep", "activation.mean(gelu)", "--over", "seed=5,6", "--over",
                                 "samples=500", "--methods", "monte_carlo", "--json"});
    CHECK(swept.shows(value("5")));
    CHECK(swept.shows(value("6")));
    CHECK_FALSE(swept.shows(value("7")));
}

TEST_CASE("simulations without a standard error are undecided where nothing is proved") {
    const std::vector<std::string> heavy = {
        "sweep", "activation.second_moment(squared_relu)", "--over", "samples=2,65536", "--over", "seed=0"};
    const auto by = [&](const char* methods) {
        std::vector<std::string> all = heavy;
        all.insert(all.end(), {"--methods", methods});
        return tool(all).code;
    };
    CHECK(by("monte_carlo") == 3);
    CHECK(by("monte_carlo,arb_*") == 0);
}

TEST_CASE("what is no number of samples and no seed is refused") {
    const auto refused = [](const char* expression, const char* axis, const char* message) {
        const cli::Run run = tool({"sweep", expression, "--over", axis});
        CHECK(run.code == 2);
        CHECK(run.out.empty());
        CHECK_MESSAGE(run.says(message), run.err);
    };
    refused("activation.mean(gelu)", "samples=1:64:x2",
            "--over samples: '1' is not a whole number from 2 to 2^63");
    refused("activation.mean(gelu)", "seed=-1:3:+1",
            "--over seed: '-1' is not a whole number from 0 to 2^64 - 1");
    refused("activation.mean(gelu)", "seed=relu", "--over seed: 'relu'");
    refused("1/sqrt(samples)", "samples=4,16", "--over samples: the name is reserved");
    refused("activation.mean(gelu)", "n=4,16", "does not contain the variable 'n'");
}

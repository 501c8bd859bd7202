// One report for any number of threads.

#include <doctest/doctest.h>

#include "tests/cli/simulations.hpp"

using cli::digest_in;
using cli::simulation;
using cli::tool;

TEST_CASE("one report over threads") {
    const std::string one = tool(simulation("3e6", {"--threads", "1"})).out;
    CHECK(digest_in(one).size() == 64);
    for (const char* const threads : {"2", "3", "8"}) {
        CHECK(tool(simulation("3e6", {"--threads", threads})).out == one);
    }
    CHECK(digest_in(tool(simulation("3000001")).out) != digest_in(one));
}

TEST_CASE("what samples networks runs beside what does not: one report, in the order of the question") {
    const std::vector<std::string> words = {
        "eval",
        "activation.gain(gelu)",
        "residual.simulated_second_moment(pre_norm, sublayers=4, width=16, networks=32)",
        "selu.alpha",
        "attention.sphere_entropy(16, dim=16, scale=1)",
        "1 + 1",
        "init.std(gpt2)",
        "--digits",
        "12",
        "--json",
        "--reproducible",
        "--threads"};
    const auto on = [&](const char* threads) {
        std::vector<std::string> all = words;
        all.emplace_back(threads);
        return tool(all).out;
    };
    const std::string one = on("1");
    CHECK(digest_in(one).size() == 64);
    CHECK(one.find("activation.gain(gelu)") < one.find("residual.simulated"));
    CHECK(one.find("residual.simulated") < one.find("\"selu.alpha()\""));
    for (const char* const threads : {"2", "3", "8"}) CHECK(on(threads) == one);
}

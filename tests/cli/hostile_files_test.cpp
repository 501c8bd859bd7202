// Damaged files of every kind end in an exit code of ours, soon, and nothing of them reaches a terminal raw.
// The slow tier takes 1,500 of them, each other run 150.

#include <doctest/doctest.h>

#include "tests/cli/hostile_files.hpp"
#include "tests/cli/hostile_output.hpp"

using cli::damaged;
using cli::Words;

namespace {

constexpr double too_long = 20;  // seconds of the processor

void check(const Words& words, std::uint64_t i) {
    const cli::Run run = cli::tool(words);
    CAPTURE(words[0] + " " + words[1]);
    CAPTURE(i);
    cli::check_text(run.out, false);
    cli::check_text(run.err, false);
    CHECK(run.code < 6);
    CHECK_FALSE(run.says("internal error"));
    CHECK(run.cpu_seconds < too_long);
}

const std::string series_file = R"~({"series": [{"id": "a", "statement": "s",
  "expressions": ["activation.mean(f, std=s)", "s"], "over": ["f=relu,gelu", "s=1:3:+1"], "digits": 6, "methods": "closed_form,arb_*"}]})~";

/// Files number `first` to `first` + 5 `each`: claims, series, reports, checkpoints and arrays.
void attack(std::uint64_t first, std::uint64_t each) {
    const cli::Folder folder;
    folder.write("p.py", "x=0.5\n");
    const std::string good = folder / "good.json";
    const std::string claims = folder.write("c.json", cli::claims_file);
    REQUIRE(
        cli::tool({"verify", "--claims", claims, "b", "--json=" + good, "--reproducible", "--quiet"}).code ==
        1);
    const Words simulation = {"eval",         "activation.variance(gelu)",
                              "--methods",    "monte_carlo",
                              "--samples",    "1e5",
                              "--checkpoint", folder / "bad"};
    REQUIRE(cli::tool(simulation).code == 0);
    const std::string report = folder.read("good.json");
    const std::string checkpoint = folder.read("bad");
    REQUIRE(report.size() > 1000);
    REQUIRE(checkpoint.size() > 300);
    const std::string bad = folder / "bad";
    for (std::uint64_t i = first; i < first + each; ++i) {
        folder.write("bad", damaged(cli::claims_file, i));
        check({"verify", "--claims", bad, "--digits", "10"}, i);
        folder.write("bad", damaged(series_file, i));
        check({"sweep", "--series", bad}, i);
        folder.write("bad", damaged(report, i));
        check({"diff", good, bad}, i);
        folder.write("bad", damaged(checkpoint, i));
        check(simulation, i);
        folder.write("bad", cli::hostile_array(i));
        check({"measure", "weights", "--w", bad, "--std", "1"}, i);
    }
}

}  // namespace

TEST_CASE("150 hostile files") { attack(0, 30); }

TEST_CASE("the damage is real: most damaged files differ, and many are refused") {
    std::size_t different = 0;
    for (std::uint64_t i = 0; i < 100; ++i)
        different += damaged(cli::claims_file, i) != cli::claims_file ? 1U : 0U;
    CHECK(different > 95);
    CHECK(damaged(cli::claims_file, 7) == damaged(cli::claims_file, 7));
}

TEST_SUITE("slow") {
    TEST_CASE("1,500 hostile files") { attack(30, 300); }
}

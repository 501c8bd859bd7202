// The tool does not depend on the limit of the stack (`ulimit -s`): inputs of 64 levels, proofs, networks and
// threads say the same with 64 kB as without a limit.

#include <doctest/doctest.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "tests/cli/run_tool.hpp"

using cli::Run;
using cli::tool;

namespace {

cli::Surroundings with_stack(const std::string& kilobytes, const std::string& before = "") {
    return {.input = "",
            .launcher = {"bash", "-c", before + "ulimit -s " + kilobytes + "; exec \"$@\"", "bash"}};
}

std::string repeated(const std::string& text, int count) {
    std::string all;
    for (int i = 0; i < count; ++i) all += text;
    return all;
}

std::string nested(const std::string& open, int levels, const std::string& inner) {
    return repeated(open, levels) + inner + repeated(")", levels);
}

/// The run says the same with each limit.
void check_same(const std::vector<std::string>& words, int code, const std::string& input = "") {
    cli::Surroundings unlimited = with_stack("8192");
    unlimited.input = input;
    const Run plain = tool(words, unlimited);
    CAPTURE(words[0]);
    CAPTURE(words[1].substr(0, 60));
    CAPTURE(plain.err);
    CHECK(plain.code == code);
    // Sanitizers need more of the first stack than 64 kB.
    const std::vector<const char*> limits = cli::has_sanitizers
                                                ? std::vector{"1024", "unlimited"}
                                                : std::vector{"64", "128", "1024", "unlimited"};
    for (const char* kilobytes : limits) {
        CAPTURE(kilobytes);
        cli::Surroundings around = with_stack(kilobytes);
        around.input = input;
        const Run run = tool(words, around);
        CHECK(run.code == plain.code);
        CHECK(run.out == plain.out);
        CHECK(run.err == plain.err);
    }
}

}  // namespace

TEST_CASE("inputs of 64 levels, and one level more") {
    for (const int levels : {60, 64, 65}) {
        const int code = levels <= 64 ? 0 : 2;
        check_same({"eval", nested("(", levels, "1"), "--plain"}, code);
        check_same({"eval", nested("tanh(", levels, "1"), "--plain", "--digits", "5"}, code);
    }
    check_same({"eval", nested("(", 2000, "1")}, 2);
    check_same({"eval", "activation.mean(\"" + nested("tanh(", 60, "x") + "\")", "--plain", "--digits", "4",
                "--methods", "arb_trapezoid"},
               0);
    for (const int levels : {63, 64, 65, 100'000})
        check_same({"verify", "--claims", "-"}, 2, repeated("[", levels) + repeated("]", levels));
}

TEST_CASE("proofs, networks and threads") {
    if (cli::has_sanitizers) return;
    check_same({"eval", "activation.gain(gelu)", "attention.entropy(16, std=1)", "--digits", "60",
                "--evidence", "--samples", "1000"},
               0);
    check_same({"verify", "selu.alpha.*"}, 0);
    check_same({"eval", "residual.simulated_second_moment(pre_norm, sublayers=2, width=8, networks=32)",
                "activation.gain(silu)", "activation.gain(tanh)", "--threads", "3"},
               0);
    check_same({"sweep", "activation.mean(gelu, std=s)", "--over", "s=1,2,3", "--csv", "--threads", "2"}, 0);
}

TEST_CASE("an interruption ends it as it does without a limit") {
    if (cli::has_sanitizers) return;
    for (const char* kilobytes : {"64", "8192"}) {
        CAPTURE(kilobytes);
        // Reads from a pipe that nobody writes to.
        cli::Surroundings around = with_stack(kilobytes);
        around.launcher[2] =
            "ulimit -s " + std::string(kilobytes) + "; coproc sleep 30; exec \"$@\" <&${COPROC[0]}";
        const cli::Folder output;
        const pid_t child = cli::start({"verify", "--claims", "-"}, output, around);
        std::this_thread::sleep_for(std::chrono::milliseconds(700));
        kill(child, SIGINT);
        const Run run = cli::finish(child, output);
        CHECK(run.code == 130);
        CHECK(run.says("interrupted: unfinished results are lost"));  // not the alarm, which says nothing
    }
}

TEST_CASE("where there is no memory for another stack, a sentence says so") {
    if (cli::has_sanitizers) return;
    const cli::Run need = tool({"--version"}, with_stack("64"));
    CHECK(need.code == 0);
    // Not enough of a process for 8 MiB more, but for the program itself: found by trying.
    bool said = false;
    for (long kilobytes = 4096; kilobytes <= 131072 && !said; kilobytes += 4096) {
        const Run run =
            tool({"--version"}, with_stack("64", "ulimit -v " + std::to_string(kilobytes) + "; "));
        said = run.code == 2 && run.says("the stack is limited to 64 kB (ulimit -s)");
        if (run.code == 0) break;
    }
    CHECK(said);
}

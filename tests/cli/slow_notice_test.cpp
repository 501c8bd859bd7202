// A call that takes more than five seconds says once what it is doing and what can be given, on standard
// error alone. The clock is SIGPROP_PATIENCE; the calls are slow enough never to end by themselves.

#include <doctest/doctest.h>

#include <chrono>
#include <thread>

#include "tests/cli/simulations.hpp"

namespace {

using Words = std::vector<std::string>;

const Words slow_calls[] = {
    cli::simulation("1e15"),
    {"eval", "activation.mean(relu)", "--methods", "monte_carlo", "--samples", "1e15"},
    {"sweep", "activation.mean(gelu, std=s)", "--over", "s=1,2", "--methods", "monte_carlo", "--samples",
     "1e15"},
    {"solve", "activation.second_moment(mish, std=s) = 1", "--for", "s", "--in", "0.5:4", "--digits",
     "10000"},
    {"verify", "--digits", "10000"},
    {"constants", "--digits", "10000"},
    {"recipe", "gpt2", "--networks", "1000000"},
    {"train", "pre_norm", "24", "width=512", "steps=100000"},
};

struct Quiet {
    Words words;
    const char* why;
};
const Quiet silent_calls[] = {
    {{"eval", "activation.mean(relu)", "--methods", "monte_carlo", "--samples", "1e15", "--quiet"},
     "--quiet"},
    {{"eval", "activation.mean(relu)", "--methods", "monte_carlo", "--samples", "1e15", "--budget", "600"},
     "--budget"},
};

cli::Surroundings patience(const std::string& seconds) {
    return {.input = "", .environment = {"SIGPROP_PATIENCE=" + seconds}};
}

/// What the call has said when it is interrupted after a while, or as soon as it has said something.
std::string said(const Words& words, const std::string& seconds, std::chrono::milliseconds longest) {
    const cli::Folder folder;
    const pid_t child = cli::start(words, folder, patience(seconds));
    const auto end = std::chrono::steady_clock::now() + longest;
    const auto enough = [&] {
        return folder.read("err").find('\n') != std::string::npos || std::chrono::steady_clock::now() > end;
    };
    CHECK(cli::wait_until(enough, child));
    std::string text = folder.read("err");
    kill(child, SIGKILL);
    const cli::Run run = cli::finish(child, folder);
    CHECK(run.code == 1000 + SIGKILL);  // it was still at work
    CHECK(run.out.empty());
    return text;
}

}  // namespace

TEST_CASE("a slow call says once what it is doing and what to give") {
    for (const Words& words : slow_calls) {
        const std::string text = said(words, "0.2", std::chrono::seconds(60));
        CAPTURE(words[0]);
        CAPTURE(text);
        CHECK(text.starts_with("sigprop: " + words[0]));
        CHECK(text.find("0.2 s so far") != std::string::npos);
        CHECK(text.find("--budget SECONDS limits the time") != std::string::npos);
        CHECK(cli::count(text, "\n") == 1);
    }
}

TEST_CASE("the method that takes long is named, and the flags that the command takes") {
    const Words proof = {"eval", "attention.gaussian_qk_entropy(16, 2, 8)", "--digits", "100", "--methods",
                         "arb_*"};
    CHECK(said(proof, "0.5", std::chrono::seconds(60)) ==
          "sigprop: eval attention.gaussian_qk_entropy(16, 2, 8): 0.5 s so far, running arb_trapezoid; "
          "--budget SECONDS limits the time; fewer --digits or a subset by --methods are faster\n");
    CHECK(said(slow_calls[1], "0.2", std::chrono::seconds(60))
              .ends_with("; fewer --digits, a subset by --methods or fewer --samples are faster\n"));
    CHECK(said(slow_calls[7], "0.2", std::chrono::seconds(60)).find("--digits") == std::string::npos);
}

TEST_CASE("nothing is said to who asked for quiet or for a budget, or is still patient") {
    for (const Quiet& one : silent_calls) {
        CAPTURE(one.why);
        CHECK(said(one.words, "0.1", std::chrono::milliseconds(600)) == "");
    }
    CHECK(said(slow_calls[1], "1000", std::chrono::milliseconds(600)) == "");
    // What is no number of seconds is not obeyed: the usual five are.
    CHECK(said(slow_calls[1], "soon", std::chrono::milliseconds(600)) == "");
    CHECK(said(slow_calls[1], "-1", std::chrono::milliseconds(600)) == "");
}

TEST_CASE("a call that ends in time says nothing, and prints what it prints without a clock") {
    const Words words = {"eval", "selu.lambda()", "--digits", "20"};
    const cli::Run patient = cli::tool(words, patience("1000"));
    const cli::Run hasty = cli::tool(words, patience("0.000001"));
    CHECK(patient.code == 0);
    CHECK(patient.err == "");
    CHECK(hasty.out == patient.out);
    CHECK(hasty.code == 0);
}

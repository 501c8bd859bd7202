// --methods: what is misspelt is bad input in every command that takes it; what exists but does not apply
// leaves the question open.

#include <doctest/doctest.h>

#include "tests/cli/run_tool.hpp"

using cli::Run;
using cli::tool;

namespace {

/// Every command that takes --methods, each quick with the methods that are given.
std::vector<std::vector<std::string>> commands() {
    return {{"eval", "activation.gain(gelu)"},
            {"verify", "selu.alpha.*"},
            {"sweep", "activation.mean(relu, std=s)", "--over", "s=1,2"},
            {"sweep", "--shipped", "correlation_map.*"}};
}

std::vector<std::string> with_methods(std::vector<std::string> words, const std::string& globs) {
    words.insert(words.end(), {"--methods", globs});
    return words;
}

}  // namespace

TEST_CASE("a method that does not exist is bad input, and the message says what was meant") {
    for (const std::vector<std::string>& command : commands()) {
        CAPTURE(command[0]);
        for (const char* globs : {"monte_carla", "arb_*,monte_carla", "!monte_carla", "arb_*,!monte_carla"}) {
            CAPTURE(globs);
            const Run run = tool(with_methods(command, globs));
            CHECK(run.code == 2);
            CHECK(run.out.empty());
            CHECK(run.says("no method has the name 'monte_carla': did you mean 'monte_carlo'?"));
            CHECK(run.says("\n--methods=" + std::string(globs) + "\n"));
            CHECK(run.says(" ^^^^^^^^^^^\n"));
        }
        CHECK(tool(with_methods(command, "arb_trapezoidal")).says("did you mean 'arb_trapezoid'?"));
        CHECK(tool(with_methods(command, "zzz*")).says("the methods are arb_integral, "));
        CHECK(tool(with_methods(command, "zzz*")).code == 2);
    }
}

TEST_CASE("a method that exists, but not for this quantity, leaves it undecided, with a reason") {
    for (const char* globs : {"gsl_bessel*", "odeint", "dual,interval_newton", "!closed_form,!*_*"}) {
        CAPTURE(globs);
        const Run run = tool({"eval", "activation.gain(gelu)", "--methods", globs});
        CHECK(run.code == 3);
        CHECK(run.shows("unable: none of its methods is selected"));
        CHECK(run.err.empty());
    }
    const Run claim = tool({"verify", "selu.alpha.printed", "--methods", "odeint"});
    CHECK(claim.code == 3);
    CHECK(claim.shows("no evidence: no selected method applies"));
}

TEST_CASE("what is spelt right is used") {
    for (const char* globs : {"arb_*", "closed_form", "!monte_carlo", "arb_trap*,!gsl_*"}) {
        CAPTURE(globs);
        CHECK(tool({"eval", "activation.gain(gelu)", "--methods", globs}).code == 0);
    }
}

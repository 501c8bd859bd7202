// eval: values with proved digits, outcomes that are not numbers, and expressions that are refused.

#include <doctest/doctest.h>

#include "tests/cli/run_tool.hpp"

using cli::tool;
using Words = std::vector<std::string>;

namespace {

/// Exit 2, the message with carets below the place, nothing on standard output.
void check_refused(const std::string& expression, const std::string& message) {
    CAPTURE(expression.substr(0, 80));
    const cli::Run run = tool({"eval", "--", expression});
    CHECK(run.code == 2);
    CHECK(run.out.empty());
    CHECK(run.err.starts_with("sigprop: "));
    CHECK_MESSAGE(run.says(message), run.err);
    // a message about the whole text's length has no carets
    CHECK_MESSAGE((run.says("^") || run.says("at most 4096 characters")), run.err);
    CHECK(run.err.size() < 1000);
}

/// Exit 3, and no method gave a number, whether proved or estimated.
void check_no_number(const std::string& expression) {
    CAPTURE(expression);
    const cli::Run run = tool({"eval", "--json", "--reproducible", "--", expression});
    CHECK(run.code == 3);
    CHECK_FALSE(run.shows("\"status\": \"ok\""));
    CHECK_FALSE(run.shows("\"status\": \"unreliable\""));
    CHECK(run.shows("\"decimal\": null"));
    CHECK(cli::count(run.out, "\"midpoint\": null") == cli::count(run.out, "\"midpoint\""));
}

}  // namespace

TEST_CASE("proved digits") {
    // from another program: mpmath
    CHECK(tool({"eval", "truncated_normal.variance(-2, 2)"}).shows("= 0.773741303549923247179913673677\n"));
    CHECK(
        tool({"eval", "activation.second_moment(tanh)", "--digits", "20"}).shows("= 0.3942944903978411744"));
    CHECK(tool({"eval", "selu.alpha()"}).shows("= 1.67326324235437728481704299167\n"));
    CHECK(tool({"eval", "1/3", "--digits", "5"}).shows("= 0.33333\n"));
}

TEST_CASE("several expressions, each with its record") {
    const cli::Run run = tool({"eval", "1 + 1", "selu.lambda()", "2^10", "--json", "--reproducible"});
    CHECK(run.code == 0);
    const std::size_t first = run.out.find("\"id\": \"1 + 1\"");
    const std::size_t second = run.out.find("\"id\": \"selu.lambda()\"");
    const std::size_t third = run.out.find("\"id\": \"2^10\"");
    CHECK(first < second);
    CHECK(second < third);
    CHECK(third != std::string::npos);
    const cli::Run bad = tool({"eval", "1 + 1", "no.such()"});  // all are parsed before one is computed
    CHECK(bad.code == 2);
    CHECK(bad.out.empty());
}

TEST_CASE("the report says the same twice, and on any number of threads") {
    const Words words = {"eval",         "activation.gain(sigmoid)",
                         "selu.alpha()", "activation.mean(tanh, mean=1)",
                         "--json",       "--reproducible"};
    const std::string once = tool(words).out;
    CHECK(once.size() > 1000);
    CHECK(tool(words).out == once);
    for (const char* threads : {"1", "2", "7"}) {
        Words more = words;
        more.insert(more.end(), {"--threads", threads});
        CHECK(tool(more).out == once);
    }
    const Words single = {"eval", "activation.gain(sigmoid)", "--json", "--reproducible", "--threads"};
    Words one = single;
    one.emplace_back("1");
    Words three = single;
    three.emplace_back("3");
    CHECK(tool(one).out == tool(three).out);  // here the threads share one simulation
    Words other_seed = words;                 // control: samples do show in the report
    other_seed.insert(other_seed.end(), {"--seed", "1"});
    CHECK(tool(other_seed).out != once);
}

TEST_CASE("--methods chooses who testifies") {
    const auto run = [](const std::string& methods) {
        return tool(
            {"eval", "activation.second_moment(sigmoid)", "--methods", methods, "--json", "--reproducible"});
    };
    CHECK(run("arb_*").shows("\"method\": \"arb_trapezoid\""));
    CHECK_FALSE(run("arb_*").shows("boost_"));
    CHECK_FALSE(run("!boost_*").shows("boost_"));
    CHECK(run("!boost_*").shows("arb_"));
    const cli::Run sampled = run("monte_carlo");
    CHECK(sampled.code == 0);  // there is evidence, but nothing is proved
    CHECK(sampled.shows("\"decimal\": null"));
    CHECK(run("odeint").code == 3);          // a method of other quantities
    CHECK(run("no_such_method").code == 2);  // of none
}

TEST_CASE("samples come with an interval of the level that is asked for") {
    const auto run = [](const Words& more) {
        Words words = {"eval", "activation.second_moment(sigmoid)", "--methods", "monte_carlo"};
        words.insert(words.end(), more.begin(), more.end());
        return tool(words).out;
    };
    CHECK(run({}).find(" 95 %: 0.29") != std::string::npos);
    CHECK(run({"--confidence", "0.999"}).find(" 99.9 %: 0.29") != std::string::npos);
    CHECK(run({"--confidence", "99.9%"}) == run({"--confidence", "0.999"}));
    CHECK(run({"--json", "--confidence", "99.9%"}).find("\"level\": 0.999") != std::string::npos);
    const std::string proved = tool({"eval", "activation.second_moment(sigmoid)", "--methods", "arb_*"}).out;
    CHECK(proved.find(" 95 %") == std::string::npos);
}

TEST_CASE("float32 testifies only when it is named") {
    const auto methods = [](const std::string& selected) {
        return tool(
                   {"eval", "activation.second_moment(sigmoid)", "--samples", "10000", "--methods", selected})
            .out;
    };
    const auto has_it = [](const std::string& text) {
        return text.find("monte_carlo_float32") != std::string::npos;
    };
    CHECK(has_it(methods("monte_carlo_float32")));
    CHECK(has_it(methods("arb_*,monte_carlo_float32")));
    for (const char* other :
         {"*", "monte_carlo*", "monte_carlo_*", "monte_carlo_float3?", "!arb_*", "monte_carlo"}) {
        CAPTURE(other);
        CHECK_FALSE(has_it(methods(other)));
    }
}

TEST_CASE("expressions that are refused") {
    check_refused("activation.gian(relu)", "did you mean 'activation.gain'");
    check_refused("truncated_nrmal.std(-2, 2)", "did you mean 'truncated_normal.std'");
    check_refused("activation.gain(rleu)", "did you mean 'relu'");
    check_refused("activation.gain(relu, stdd=2)", "did you mean");
    check_refused("truncated_normal.std(-2)", "upper");
    check_refused("truncated_normal.std(-2, 2, 0, 1, 5)", "truncated_normal.std");
    check_refused("truncated_normal.std(2, -2)", "lower");
    check_refused("truncated_normal.std(2, 2)", "lower");
    check_refused("truncated_normal.std(-2, 2, std=-1)", "std");
    check_refused("truncated_normal.std(nan, 2)", "nan");
    check_refused("activation.gain(relu, std=0)", "std");
    check_refused("1 +", "");
    check_refused("activation.gain(\"x +\")", "");
    check_refused("activation.gain(\"x * (1 + y)\")", "");
    check_refused("(1", "");
    check_refused("1e999999", "");
    check_refused(std::string(200, '(') + "1" + std::string(200, ')'), "");
    check_refused(std::string(100'000, '('), "");
    check_refused(std::string(5000, '1'), "");
}

TEST_CASE("what has no value gets no number") {
    check_no_number("1/0");
    check_no_number("log(-1)");
    check_no_number("sqrt(-2)");
    check_no_number("activation.mean(\"exp(x^2)\")");
    check_no_number("activation.mean(\"1/x\")");
    check_no_number("activation.mean(\"exp(x^2/2)\")");
    CHECK(tool({"eval", "1/0", "1 + 1"}).code == 3);  // one of several fails
    CHECK(tool({"eval", "1 + 1", "2/3"}).code == 0);
}

TEST_CASE("the forms of a result") {
    const cli::Folder folder;
    const cli::Run run = tool({"eval", "2/3", "--json=" + folder / "a.json", "--csv=" + folder / "a.csv",
                               "--md=" + folder / "a.md", "--quiet"});
    CHECK(run.code == 0);
    CHECK(run.out.empty());
    CHECK(folder.read("a.json").find("\"schema_version\"") != std::string::npos);
    CHECK(folder.read("a.json").find("\"run\"") != std::string::npos);
    CHECK(folder.read("a.csv").starts_with("id,expression,"));
    CHECK(folder.read("a.md").find("2/3") != std::string::npos);
    CHECK(tool({"eval", "2/3", "--csv"}).out == folder.read("a.csv"));
    CHECK_FALSE(tool({"eval", "2/3", "--json", "--reproducible"}).shows("\"run\""));
}

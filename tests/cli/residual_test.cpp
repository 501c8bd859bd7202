// Quantities of sampled networks at the command line: bad input, verdicts, curves, and one digest for any
// number of threads.

#include <doctest/doctest.h>

#include "tests/cli/run_tool.hpp"

using cli::tool;

namespace {

constexpr const char* moment = "residual.simulated_second_moment(";

std::string claim(const std::string& stated) {
    return R"~({"claims": [{"id": "q", "statement": "s", "source": {"title": "t"},
        "expression": "residual.simulated_second_moment(pre_norm, sublayers=24, width=64)", )~" +
           stated + "}]}";
}

cli::Run verify(const std::string& stated) {
    const cli::Folder folder;
    return tool({"verify", "--claims", folder.write("c.json", claim(stated))});
}

std::string digest(const std::string& report) {
    const std::size_t at = report.find("\"digest\": \"");
    return at == report.npos ? "" : report.substr(at, 80);
}

}  // namespace

TEST_CASE("bad input is refused with the place and the fix") {
    struct Row {
        const char* arguments;
        const char* message;
    };
    for (const Row& row : {
             Row{"pre_norm, sublayers=0)", "sublayers must be from 1 to 65536, not 0"},
             Row{"pre_norm, sublayers=4, width=-8)", "width must be from 2 to 65536, not -8"},
             Row{"pre_norm, sublayers=4, width=1e9)", "width must be from 2 to 65536, not 1000000000"},
             Row{"pre_norm, sublayers=4, width=65536, length=1e6)", "GB"},
             Row{"pre_norm, sublayers=4, networks=1)", "networks must be from 2 to 10^6, not 1"},
             Row{"pre_norm, sublayers=1e9, width=64)", "sublayers must be from 1 to 65536, not 1000000000"},
             Row{"pre_nrom, sublayers=4)", "did you mean 'pre_norm'?"},
             Row{"rezero, sublayers=4, alpha=[0.1, 0.2])", "alpha has 2 elements for 4 sublayers"},
             Row{"pre_norm, sublayers=4, block=transformer, width=64, heads=5)",
                 "heads=5 does not divide width=64"},
             Row{"pre_norm, sublayers=4, block=mlp, width=65536, hidden_ratio=99)",
                 "hidden_ratio=99 makes 6488064"},
             Row{"pre_norm, sublayers=4, initial=1e400)", "initial=1"},
             Row{"pre_norm, sublayers=4, heads=4)", "block=linear does not use 'heads'"},
             Row{"pre_norm, sublayers=4, activation=gelu)", "block=linear does not use 'activation'"},
             Row{"pre_norm, sublayers=4, unit=gated)", "block=linear does not use 'unit'"},
             Row{"pre_norm, sublayers=4, block=mlp, unit=swiglu)", "plain, gated"},
             Row{"pre_norm, sublayers=4, length=2, correlation=1.5)",
                 "correlation must be from 0 to 1, not 1.5"},
             Row{"pre_norm, sublayers=4, correlation=0.5)", "here the sequence has one token: give length="},
             Row{"pre_norm, sublayers=4, init=kaimnig)", "did you mean 'kaiming'?"},
             Row{"pre_norm, sublayers=4, init=mup, base_std=1)", "the scheme mup needs base_width="},
             Row{"pre_norm, sublayers=4, init=mup, base_width=64)", "give base_std=, or remove base_width"},
             Row{"pre_norm, sublayers=4, base_width=64)", "'base_width' is only for init=mup"},
             Row{"pre_norm, sublayers=4, init=he, branch_variance=2)", "both set the size of the weights"},
             Row{"pre_norm, sublayers=4, init=he, init_std=0.02)", "not both"},
             Row{"pre_norm, sublayers=4, sublayer=5)", "sublayer must be at most 4, not 5"},
             Row{"post_norm, sublayers=4, alpha=2)", "post_norm has no alpha"},
         }) {
        CAPTURE(std::string(row.arguments));
        const cli::Run run = tool({"eval", std::string(moment) + row.arguments});
        CHECK(run.code == 2);
        CHECK(run.out.empty());
        CHECK(run.says(row.message));
        CHECK(run.says("^"));
    }
    CHECK(tool({"eval", std::string(moment) + "pre_norm, sublayers=4, width=64)"}).code == 0);  // the control
}

TEST_CASE("carets stand under the argument at fault, in long calls too") {
    const cli::Run run =
        tool({"eval", "2 * residual.simulated_second_moment(pre_norm, sublayers=12, width=64, sublayer=13)"});
    CHECK(run.says("sublayer must be at most 12, not 13"));
    CHECK(run.says("sublayer=13)\n" + std::string(80, ' ') + "^^\n"));
    const cli::Run both = tool({"eval", "residual.simulated_second_moment(pre_norm)"});  // names no argument
    CHECK(both.says("\n" + std::string(42, '^') + "\n"));
}

TEST_CASE("networks beside a proof are refused where they are asked for, like those without one") {
    const cli::Run run =
        tool({"eval", "residual.second_moment(pre_norm, sublayers=1, width=1, branch_variance=0.001)"});
    CHECK(run.code == 2);
    CHECK(run.says("residual.second_moment: width must be from 2 to 65536, not 1"));
    CHECK(run.says("^"));
    const cli::Run large =
        tool({"eval", "residual.second_moment(pre_norm, sublayers=1, width=65537, branch_variance=0.001)"});
    CHECK(large.code == 2);
    CHECK(large.says("residual.second_moment: width must be from 2 to 65536, not 65537"));
}

TEST_CASE("activations that are not finite name their sublayer, exit 3") {
    const cli::Run run =
        tool({"eval", std::string(moment) + "rezero, sublayers=1000, branch_scale=1e6, width=16)"});
    CHECK(run.code == 3);
    CHECK(run.shows("the activations of sublayer"));
    CHECK(tool({"eval", std::string(moment) + "rezero, sublayers=1000, branch_scale=1e-6, width=16)"}).code ==
          0);
}

TEST_CASE("samples confirm, refute and leave undecided what exists by simulation alone") {
    const cli::Run confirmed = verify(R"("stated": "25", "tolerance": {"relative": "0.4"})");
    CHECK(confirmed.code == 0);
    CHECK(confirmed.shows("confirmed"));
    CHECK(confirmed.shows("sample"));
    const cli::Run refuted = verify(R"("stated": "35", "tolerance": "1")");  // sigma off by 2^(1/4)
    CHECK(refuted.code == 1);
    CHECK(refuted.shows("refuted"));
    const cli::Run undecided = verify(R"("stated": "25.0")");
    CHECK(undecided.code == 3);
    CHECK(undecided.shows("more networks= may decide"));
    const cli::Run wild = verify(R"("stated": "35", "tolerance": "1", "expected": "refuted")");
    CHECK(wild.code == 0);
}

TEST_CASE("a sample is shown with its error, and no digits are called proved") {
    const std::string call = std::string(moment) + "pre_norm, sublayers=24, width=64)";
    const cli::Run text = tool({"eval", call});
    CHECK(text.code == 0);
    CHECK(text.shows(", by simulation alone"));
    CHECK_FALSE(text.shows("not proved"));
    const cli::Run json = tool({"eval", call, "--json", "--reproducible"});
    CHECK(json.shows("\"decimal\": null"));
    CHECK(json.shows("\"method\": \"network\""));
    CHECK(json.shows("\"status\": \"ok\""));
    CHECK(tool({"eval", call, "--methods", "closed_form"}).code == 3);
    const cli::Folder folder;
    const std::string old = folder.write("old.json", json.out);
    CHECK(tool({"diff", old, old}).code == 0);
    const std::string other =
        folder.write("new.json", tool({"eval", call, "--json", "--reproducible", "--seed", "7"}).out);
    CHECK(folder.read("new.json") != json.out);
    CHECK(tool({"diff", old, other}).code == 0);  // within their errors
}

TEST_CASE("one digest for any number of threads") {
    const auto run = [](const char* threads, const char* seed) {
        return digest(tool({"sweep",
                            "residual.simulated_gradient_ratio(s, sublayers=6, sublayer=l, width=32, "
                            "networks=9, block=mlp)",
                            "--over", "s=pre_norm,post_norm", "--over", "l=0:6:+3", "--json", "--threads",
                            threads, "--seed", seed})
                          .out);
    };
    const std::string one = run("1", "0");
    CHECK(one.size() == 80);
    CHECK(run("2", "0") == one);
    CHECK(run("3", "0") == one);
    CHECK(run("1", "1") != one);
}

TEST_CASE("curves over sublayers, schemes and seeds") {
    const cli::Run run =
        tool({"sweep", "residual.simulated_skip_weight(s, sublayers=6, sublayer=l, width=32)", "--over",
              "s=pre_norm,post_norm", "--over", "l=0,6", "--over", "seed=1,2", "--csv", "--evidence"});
    CHECK(run.code == 0);
    CHECK(cli::count(run.out, "\n") == 9);
    CHECK(cli::count(run.out, ",network,sample,") == 8);
    CHECK(cli::count(run.out, ",ok\n") == 8);
}

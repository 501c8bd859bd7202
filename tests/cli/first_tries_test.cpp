// What people type first is answered by the whole command that they meant, which then runs.

#include <doctest/doctest.h>

#include <cmath>

#include "tests/cli/refusals.hpp"
#include "tests/support/checkpoint_samples.hpp"
#include "tests/support/npy_samples.hpp"
#include "tests/support/weights_samples.hpp"

using cli::check_refused;
using cli::tool;
using Words = std::vector<std::string>;

TEST_CASE("an unknown command is answered by the one that was meant") {
    check_refused({"evaluate", "activation.gain(gelu)"}, "write sigprop eval \"activation.gain(gelu)\"\n");
    check_refused({"gain", "gelu"}, "write sigprop eval \"activation.gain(gelu)\"\n");
    check_refused({"gain", "gelu", "--digits", "50"},
                  "write sigprop eval \"activation.gain(gelu)\" --digits=50\n");
    check_refused({"activation.gain(gelu)"}, "write sigprop eval \"activation.gain(gelu)\"\n");
    check_refused({"sqrt(2)"}, "write sigprop eval \"sqrt(2)\"\n");
    check_refused({"gelu"}, "write sigprop show gelu\n");
    check_refused({"gpt2", "--layers", "24"}, "write sigprop recipe gpt2 --layers=24\n");
    check_refused({"search", "dead units"}, "write sigprop list \"dead units\"\n");
    check_refused({"model.safetensors"}, "write sigprop measure model model.safetensors\n");
    check_refused({"w.npy", "--std", "0.02"}, "write sigprop measure weights w.npy --std=0.02\n");
    check_refused({"init.py"}, "write sigprop init init.py\n");
    check_refused({"a.json"}, "write sigprop report a.json --html page.html\n");
    check_refused({"std_correction"}, "write sigprop list quantities std_correction\n");
    check_refused({"nonsense"}, "unknown command 'nonsense'; sigprop --help lists all commands");
    CHECK(tool({"eval", "activation.gain(gelu)", "--digits=50"}).code == 0);
}

TEST_CASE("a flag of another name is answered by ours") {
    check_refused({"measure", "jacobian", "--gain", "w.npy"},
                  "unknown flag '--gain': it is called '--weight' here");
    check_refused({"eval", "pi", "--precision=50"}, "it is called '--digits' here");
    check_refused({"eval", "pi", "--wieght=50"}, "did you mean '--weight'?");
}

TEST_CASE("words for a shell are quoted where they must be") {
    check_refused({"compute", "1 + 1", "$x"}, "write sigprop eval \"1 + 1\" '$x'\n");
    check_refused({"compute", "a.b"}, "write sigprop eval a.b\n");
}

TEST_CASE("a file of another kind is answered by the command for it") {
    const cli::Folder folder;
    const std::string code = folder.write("x.py", "GAIN = 1.5335304\n");
    check_refused({"verify", "--claims", code}, "sigprop init " + code + " writes claims.json");
    check_refused({"diff", "page.html", "b.json"},
                  "diff needs reports in JSON, but page.html is a page or table for reading");
    check_refused({"diff", "page.html"},
                  "page.html is a page or table for reading: write the report with --json");
    check_refused({"diff", "a.json"}, "diff needs two reports: sigprop diff a.json new.json");
    check_refused({"diff", "a.safetensors", "b.safetensors"},
                  "sigprop measure model b.safetensors --against a.safetensors");
    check_refused({"diff", "gpt2", "megatron"}, "sigprop diff recipe:gpt2 recipe:megatron");
}

TEST_CASE("arguments by the names that others have") {
    check_refused({"train", "pre_norm", "2", "lr=1e-3"}, "write sigprop train pre_norm 2 rate=1e-3\n");
    check_refused({"train", "pre_norm", "2", "d_model=64", "n_heads=2"},
                  "write sigprop train pre_norm 2 width=64 n_heads=2\n");
    check_refused(
        {"eval", "activation.edge_of_chaos(tanh, bias=0.05)"},
        "has no parameter 'bias'; did you mean 'bias_variance', which is a variance (of a std write the "
        "square, such as 0.05^2)? Write activation.edge_of_chaos(tanh, bias_variance=0.05)\n");
    CHECK(tool({"eval", "activation.edge_of_chaos(tanh, bias_variance=0.05)"}).code == 0);
    check_refused({"eval", "network.second_moment(pre_norm, 2, norm=dyt, alpha=0.5)"},
                  "DyT's alpha is norm_start: norm=dyt, norm_start=1/2");
    check_refused({"eval", "residual.second_moment(pre_norm, 2, alpha=0.5)"},
                  "residual.elementwise_second_moment(dyt, layers=, alpha=)");
    // a map with its number, where the name alone belongs
    check_refused(
        {"eval", "residual.elementwise_second_moment(dyt(0.5), 48)"},
        "'form' takes a name alone: write residual.elementwise_second_moment(dyt, 48, alpha=0.5)\n");
    check_refused({"eval", "network.second_moment(pre_norm, 48, norm=dyt(alpha=0.5))"},
                  "write network.second_moment(pre_norm, 48, norm=dyt, norm_start=0.5)\n");
    check_refused({"eval", "elementwise.error(dyisru(4), 64)"}, "write elementwise.error(dyisru, 64, c=4)\n");
    check_refused({"eval", "network.second_moment(pre_norm, 48, norm=rms_norm(1e-5))"},
                  "norm=rms_norm); what it takes are parameters of network.second_moment\n");
    check_refused({"eval", "residual.second_moment(dyt(0.5), 48)"},
                  "'dyt' is a value of 'form' in residual.elementwise_second_moment(form, ");
    check_refused(
        {"eval", "residual.second_moment(pre_norm, 48, norm=dyt)"},
        "has no parameter 'norm', but network.second_moment has: sigprop show network.second_moment\n");
    check_refused({"measure", "slope", "a.csv"}, "sigprop.measure.slope({64: x, 128: y, 256: z}, at_most=0)");
    CHECK(tool({"eval", "residual.elementwise_second_moment(dyt, 48, alpha=1/2)"}).code == 0);
    // the schemes that have an alpha keep it
    CHECK(tool({"eval", "residual.second_moment(rezero, 2, alpha=0.5)"}).code == 0);
}

TEST_CASE("a call as it stands in code, behind an import") {
    const cli::Run run = tool({"eval", "trunc_normal_(W, std=0.02)", "--digits", "5"});
    CHECK(run.code == 0);
    CHECK(run.shows("trunc_normal_(W, std=0.02) = 0.020000\n"));
    CHECK(run.shows("warning: 'trunc_normal_' is read as torch.trunc_normal_"));
    CHECK(run.shows("'W' is the tensor to fill"));
    CHECK(run.shows("warning: the limits are 100 and 100 std from the mean"));
    CHECK(tool({"eval", "kaiming_normal_(self.weight, nonlinearity='relu')", "--plain"}).code ==
          2);  // no shape
    check_refused({"eval", "trunk_normal_(W, std=0.02)"}, "unknown function or quantity 'trunk_normal_'");
}

TEST_CASE("--plain prints numbers, and says on standard error what is odd") {
    const Words call = {"eval", "torch.trunc_normal_(std=0.02)", "--digits", "5", "--plain"};
    const cli::Run run = tool(call);
    CHECK(run.code == 0);
    CHECK(run.out == "0.020000\n");
    CHECK(run.says("sigprop: warning: torch.trunc_normal_(std=0.02): the limits are 100 and 100 std"));
    Words quiet = call;
    quiet.emplace_back("--quiet");
    CHECK(tool(quiet).err.empty());
    CHECK(tool({"eval", "torch.trunc_normal_(std=0.02, a=-0.04, b=0.04)", "--plain"}).err.empty());
}

TEST_CASE("weights are held against their own fans") {
    const cli::Folder folder;
    using namespace npy_samples;
    const double std = std::sqrt(2.0 / 128);
    const std::string he = folder.write(
        "he.npy",
        file(dictionary("<f8", "(64, 128)"), raw(weights_samples::normal_weights(64 * 128, std, 1))));
    const auto run = [&](const std::string& claim) {
        return tool({"measure", "weights", he, "--std", claim});
    };
    CHECK(run("sqrt(2/fan_in)").code == 0);
    CHECK(run("sqrt(2/fan_in)").shows("std sqrt(2/128)"));
    CHECK(run("init.std(he, fan_in=fan_in)").code == 0);  // the key keeps its name
    CHECK(run("sqrt(2/fan_out)").code == 1);
    CHECK(tool({"measure", "weights", he, "--std", "sqrt(2/fan_out)", "--layout", "keras"}).code == 0);
    const std::string bias = folder.write(
        "b.npy", file(dictionary("<f8", "(64,)"), raw(weights_samples::normal_weights(64, std, 1))));
    check_refused({"measure", "weights", bias, "--std", "sqrt(2/fan_in)"}, "of shape [64] has no fans");
}

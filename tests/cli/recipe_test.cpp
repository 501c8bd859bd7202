// sigprop recipe: what a model's initialisation looks like at a terminal, as a report, as code, and refused.

#include <doctest/doctest.h>

#include "formats/json.hpp"

#include "tests/cli/run_tool.hpp"
#include "tests/engine/recipe/recipe_text.hpp"

using namespace sigprop;

namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("recipe alone lists the recipes, and show says where one comes from") {
    const cli::Run list = cli::tool({"recipe"});
    CHECK(list.code == 0);
    CHECK(has(list.out, "  gpt2"));
    CHECK(has(list.out, "  llama_torchtitan"));
    const cli::Run shown = cli::tool({"show", "recipe.gpt2"});
    CHECK(shown.code == 0);
    CHECK(has(shown.out, "https://github.com/karpathy/nanoGPT/blob/master/model.py"));
    CHECK(has(shown.out, "std/sqrt(2*layers)"));
    CHECK(has(cli::tool({"show", "recipe.*"}).out, "recipe.vit"));
    CHECK(has(cli::tool({"show", "recipe.gpt"}).err, "did you mean 'recipe.gpt2'?"));
}

TEST_CASE("a recipe with sizes: every matrix, and the stream") {
    const cli::Run small = cli::tool({"recipe", "gpt2", "--layers", "2", "--d-model", "64", "--heads", "4"});
    CHECK(small.code == 0);
    CHECK(has(small.out, "h.*.attn.c_attn.weight  64 x 192    normal     0.02"));
    CHECK(has(small.out, "h.*.mlp.c_proj.weight   256 x 64    normal     0.01"));
    CHECK(has(small.out, "0.02/sqrt(2*2)"));
    CHECK(has(small.out, "after  second moment  at least       gradient"));
    const cli::Run sampled = cli::tool({"recipe", "llama", "--layers=1", "--d-model=32", "--d-ff=64",
                                        "--heads=2", "--networks=8", "--set", "std=0.2"});
    CHECK(sampled.code == 0);
    CHECK(has(sampled.out, "sampled: moment, gradient"));
    CHECK(has(sampled.out, "0.04 ± "));
}

TEST_CASE("a recipe as a report, as a specification, and as code") {
    const cli::Run report = cli::tool({"recipe", "gpt2", "--layers=2", "--json", "--reproducible"});
    CHECK(report.code == 0);
    const Json json = parse_json(report.out, "report");
    CHECK(json.at("records").size() == 7);
    CHECK(json.at("series").size() == 3);
    CHECK(has(cli::tool({"recipe", "gpt2", "--layers=2", "--csv"}).out, "recipe.gpt2.wte.weight"));
    const Json spec = parse_json(cli::tool({"recipe", "bert", "--emit", "spec"}).out, "spec");
    CHECK(spec.at("tensors").as_array()[0].at("std").as_string() == "0.0175925132207");
    CHECK(
        has(cli::tool({"recipe", "gpt2", "--emit=python"}).out, "def init_weights(model, generator=None):"));
    CHECK(has(cli::tool({"recipe", "vit", "--emit=jax"}).out, "def init_params(key, tree):"));
}

TEST_CASE("a recipe of one's own") {
    const cli::Folder folder;
    const std::string path = folder.write("mine.json", recipes::text());
    const cli::Run mine = cli::tool({"recipe", path, "--layers=4"});
    CHECK(mine.code == 0);
    CHECK(has(mine.out, "... 2 layers between"));
    CHECK(has(mine.out, "h.3.o.weight"));
    const std::string broken = folder.write("broken.json", recipes::changed("\"law\"", "\"lw\""));
    CHECK(has(cli::tool({"recipe", broken}).err, "unknown key 'lw' in a tensor: did you mean 'law'?"));
    CHECK(cli::tool({"recipe", folder / "none.json"}).code == 2);
}

TEST_CASE("code holds for any name, and a command for any activation") {
    const cli::Folder folder;
    const std::string named = folder.write("n.json", recipes::changed("h.*.qk.weight", "h.*.größe.weight"));
    const cli::Run code = cli::tool({"recipe", named, "--emit=python"});
    CHECK(has(code.out, "h[./][0-9]+[./]größe[./]weight"));
    const std::string summary = folder.write("s.json", recipes::changed("for tests", R"(a \"\"\" and a \\)"));
    CHECK(has(cli::tool({"recipe", summary, "--emit=python"}).out, R"(a \"\"\" and a \\)"));
    const cli::Run train = cli::tool({"recipe", "gpt2", "--activation", "\"x * tanh(x)\"", "--emit=train"});
    CHECK(has(train.out, R"~('activation="x*tanh(x)"')~"));
    CHECK(has(cli::tool({"recipe", folder.write("m.json", recipes::text()), "--layers=3"}).out,
              "... 1 layer between"));
    const std::string scalar = folder.write(
        "p.json",
        recipes::changed(
            R"("tensors": [)",
            R"("tensors": [{"name": "pos", "role": "position", "shape": [], "scale": "std", "law": "normal"},)"));
    CHECK(cli::tool({"recipe", scalar, "--emit=train"}).code != 139);
}

TEST_CASE("what cannot be is refused, with the names") {
    const auto refused = [](const std::vector<std::string>& words, const std::string& message) {
        const cli::Run outcome = cli::tool(words);
        CAPTURE(outcome.err);
        CHECK(outcome.code == 2);
        CHECK(has(outcome.err, message));
    };
    refused({"recipe", "gtp2"}, "did you mean 'gpt2'?");
    refused({"recipe", "gpt2", "--heads=5"}, "heads must divide d_model: 5 does not divide 768");
    refused({"recipe", "gpt2", "--layers=0"}, "layers must be a whole number from 1 to 10000, not 0");
    refused({"recipe", "gpt2", "--kv-heads=2"}, "gpt2 has no size 'kv_heads'");
    refused({"recipe", "gpt2", "--set", "std"}, "NAME=VALUE");
    refused({"recipe", "gpt2", "--set", "layers=3", "--layers=4"}, "the size layers is given twice");
    refused({"recipe", "gpt2", "--activation=swiglu"}, "not gated");
    refused({"recipe", "llama", "--d-model=64"}, "d_ff is needed, too");
    refused({"recipe", "gpt2", "--emit=cobol"}, "python (PyTorch), jax, spec or train");
    refused({"recipe", "gpt2", "--emit=spec", "--json"}, "leave out --json");
    refused({"recipe", "gpt2", "--networks=0"}, "--networks");
    refused({"recipe", "gpt2", "--emit=python", "--networks=5"}, "leave out --networks");
    refused({"recipe", "--emit=python"}, "--emit needs the name of a recipe");
    refused({"recipe", "gpt2", "--set", "std=1/0", "--emit=python"}, "the value of 1/0 is not proved");
    refused({"recipe", "gpt2", "--set", "std=-0.02"}, "the scale must not be negative, but is -0.02");
    const cli::Folder folder;
    const auto mine = [&](const std::string& from, const std::string& to, const std::string& message) {
        refused({"recipe", folder.write("mine.json", recipes::changed(from, to))}, message);
    };
    mine("h.*.k.weight", "h.*.qk.weight", "h.*.qk.weight: two tensors have this name");
    mine("h.*.o.weight", "o.weight", "has a * in its name");
    mine(R"("d_model", "default")", R"("d_model", "kind": "real", "default")",
         "d_model must be of the kind integer");
    mine(R"("heads", "default")", R"("heads", "kind": "real", "default")",
         "heads must be of the kind integer");
    mine(R"("std", "kind": "real")", R"("std", "kind": "activation")",
         "of the kind activation, and no other is");
    refused({"recipe", "t5", "--set", "d_kv=32", "--networks=2"}, "its heads are not d_model / heads wide");
}

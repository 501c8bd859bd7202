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
    CHECK(has(cli::tool({"recipe", "gpt2", "--emit=python"}).out, ": sigprop recipe gpt2 --emit python\n"));
    CHECK(has(cli::tool({"recipe", "gpt2", "--layers=2", "--set", "std=0.01", "--emit=jax"}).out,
              ": sigprop recipe gpt2 --set layers=2 --set std=0.01 --emit jax\n"));
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

TEST_CASE("sizes from a config.json, and the recipe that it names") {
    const cli::Folder folder;
    const std::string config = folder.write("config.json", R"({"model_type": "llama", "hidden_size": 64,
 "intermediate_size": 96, "num_hidden_layers": 2, "num_attention_heads": 4, "num_key_value_heads": 2,
 "vocab_size": 99, "initializer_range": 0.03, "hidden_act": "silu", "tie_word_embeddings": true})");
    const cli::Run like = cli::tool({"recipe", "--like", config});
    CHECK(like.code == 0);
    CHECK(has(like.out, "llama: "));
    CHECK(has(like.out, "32 x 64"));
    CHECK(has(like.out, "std 0.03"));
    CHECK(has(like.out, "tied to embed_tokens.weight"));
    CHECK(cli::tool({"recipe", "llama", "--like", folder / "."}).out == like.out);
    const cli::Run wider = cli::tool({"recipe", "--like", config, "--d-model=128", "--set", "std=0.01"});
    CHECK(has(wider.out, "64 x 128"));
    CHECK(has(wider.out, "std 0.01"));
    CHECK(has(cli::tool({"recipe", "llama_torchtitan", "--like", config}).out,
              "layers 2, heads 4, kv_heads 2"));
    const auto refused = [](const std::vector<std::string>& words, const std::string& message) {
        const cli::Run outcome = cli::tool(words);
        CAPTURE(outcome.err);
        CHECK(outcome.code == 2);
        CHECK(has(outcome.err, message));
    };
    refused({"recipe", "gpt2", "--like", config}, "the recipe llama fits");
    refused({"recipe", "llama", "--like", config, "--heads=5"}, "must divide");
    refused({"recipe", "--like", folder.write("broken.json", "{\n  \"model_type\": \"llama\",,\n}")},
            "broken.json:2:");
    refused({"recipe", "--like", folder.write("bare.json", R"({"model_type": "llama"})")},
            "lacks hidden_size (d_model), intermediate_size (d_ff), num_hidden_layers (layers)");
    refused({"recipe", "--like", folder.write("nan.json", R"({"model_type": "llama", "hidden_size": NaN})")},
            "nan.json:1:");
    refused({"recipe", "--like", folder.write("other.json", R"({"model_type": "rwkv"})")},
            "no recipe covers");
}

TEST_CASE("recipes against each other: what differs, and exit codes as of reports") {
    const cli::Run same = cli::tool({"diff", "recipe:gpt2", "recipe:megatron", "--layers=2"});
    CHECK(same.code == 0);
    CHECK(has(same.out, "no differences"));
    const cli::Run deep = cli::tool({"diff", "recipe:gpt_neox", "recipe:megatron", "--layers=2"});
    CHECK(deep.code == 1);
    CHECK(has(deep.out, "changed  attention_output: std"));
    CHECK(has(deep.out,
              "decoder.layers.*.self_attention.linear_proj.weight: normal, std 0.01 = 0.02/sqrt(2*2)"));
    CHECK(has(deep.out, "only in megatron  embedding.position_embeddings.weight (position)"));
    const cli::Run json =
        cli::tool({"diff", "recipe:llama", "recipe:llama_torchtitan", "--layers=3", "--json"});
    CHECK(json.code == 1);
    CHECK_FALSE(parse_json(json.out, "diff").at("equal").as_boolean());
    CHECK(cli::tool({"diff", "recipe:llama", "recipe:gpt2", "--quiet"}).out.empty());
    const cli::Folder folder;
    const std::string own = folder.write("mine.json", recipes::changed("std / 2", "std / 3"));
    const std::string plain = folder.write("plain.json", recipes::text());
    CHECK(cli::tool({"diff", "recipe:" + plain, "recipe:" + plain}).code == 0);
    CHECK(has(cli::tool({"diff", "recipe:" + plain, "recipe:" + own}).out, "changed  hidden_output: std"));
    const auto refused = [](const std::vector<std::string>& words, const std::string& message) {
        const cli::Run outcome = cli::tool(words);
        CAPTURE(outcome.err);
        CHECK(outcome.code == 2);
        CHECK(has(outcome.err, message));
    };
    refused({"diff", "recipe:gpt2", "recipe:lama"}, "did you mean 'llama'?");
    refused({"diff", "recipe:gpt2", "llama"}, "did you mean recipe:llama?");
    refused({"diff", "recipe:gpt2", "recipe:llama", "--layers=-1"}, "layers must be a whole number");
    refused({"diff", "a.json", "b.json", "--layers=2"}, "--layers is only for the comparison of recipes");
}

TEST_CASE("what has no stream says so") {
    const cli::Run resnet = cli::tool({"recipe", "resnet"});
    CHECK(resnet.code == 0);
    CHECK_FALSE(has(resnet.out, "after  second moment"));
    CHECK(has(cli::tool({"recipe", "resnet", "--networks=2"}).err, "no stream of identical blocks"));
    CHECK(has(cli::tool({"recipe", "mixtral", "--emit=train"}).err, "no stream of identical blocks"));
    CHECK(has(cli::tool({"recipe", "mamba2"}).out, "log(1), log(2)"));
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
    refused({"recipe", "llama", "--d-model=64"}, "d_ff is required, too");
    refused({"recipe", "gpt2", "--emit=cobol"}, "python (PyTorch), jax, spec or train");
    refused({"recipe", "gpt2", "--emit=spec", "--json"}, "remove --json");
    refused({"recipe", "gpt2", "--networks=0"}, "--networks");
    refused({"recipe", "gpt2", "--emit=python", "--networks=5"}, "remove --networks");
    refused({"recipe", "--emit=python"}, "--emit needs the name of a recipe");
    refused({"recipe", "gpt2", "--set", "std=1/0", "--emit=python"}, "the value of 1/0 is not proved");
    refused({"recipe", "gpt2", "--set", "std=-0.02"}, "the scale must not be negative, but is -0.02");
    const cli::Folder folder;
    const auto mine = [&](const std::string& from, const std::string& to, const std::string& message) {
        refused({"recipe", folder.write("mine.json", recipes::changed(from, to))}, message);
    };
    mine("h.*.k.weight", "h.*.qk.weight", "h.*.qk.weight: two tensors have this name");
    mine("h.*.o.weight", "o.weight", "write * in its name");
    mine(R"("d_model", "default")", R"("d_model", "kind": "real", "default")",
         "d_model must have the kind integer");
    mine(R"("heads", "default")", R"("heads", "kind": "real", "default")",
         "heads must have the kind integer");
    mine(R"("std", "kind": "real")", R"("std", "kind": "activation")",
         "must have the kind activation, and no other size can have it");
    refused({"recipe", "t5", "--set", "d_kv=32", "--networks=2"}, "its heads are not d_model / heads wide");
}

// Which recipe a checkpoint is, from its weights alone.

#include <doctest/doctest.h>

#include <algorithm>
#include <sigprop/core/base/errors.hpp>

#include "measure/model/model.hpp"
#include "tests/cli/run_tool.hpp"
#include "tests/support/model_samples.hpp"

using namespace sigprop;
using namespace sigprop::testing;

namespace {

ModelAudit audit(const std::vector<SampleTensor>& model, KnownSizes sizes = {}) {
    const cli::Folder folder;
    ModelQuestion question;
    question.path = folder.write("model.safetensors", safetensors_of(model));
    question.sizes = std::move(sizes);
    return audit_model(question, {});
}

std::string size(const RecipeFit& fit, const std::string& name) {
    const auto found = std::ranges::find(fit.sizes, name, &ModelSize::name);
    return found == fit.sizes.end() ? "" : found->value;
}

}  // namespace

TEST_CASE("every shipped recipe is recognised, with its sizes, among all others") {
    const std::vector<std::pair<std::string, RecipeSettings>> recipes = {
        {"gpt2", {{"d_model", "128"}, {"layers", "4"}, {"heads", "2"}, {"vocab", "700"}, {"context", "64"}}},
        {"bert", {{"d_model", "128"}, {"layers", "2"}, {"heads", "2"}, {"vocab", "700"}, {"context", "64"}}},
        {"bert_transformers",
         {{"d_model", "128"}, {"layers", "2"}, {"heads", "2"}, {"vocab", "700"}, {"context", "64"}}},
        {"llama",
         {{"d_model", "128"},
          {"d_ff", "344"},
          {"layers", "2"},
          {"heads", "2"},
          {"kv_heads", "1"},
          {"vocab", "700"}}},
        {"llama_torchtitan",
         {{"d_model", "128"},
          {"d_ff", "344"},
          {"layers", "3"},
          {"heads", "4"},
          {"kv_heads", "2"},
          {"vocab", "700"}}},
        {"deepnorm", {{"d_model", "128"}, {"layers", "3"}, {"heads", "2"}, {"vocab", "700"}}},
        {"mup",
         {{"d_model", "128"},
          {"layers", "2"},
          {"heads", "2"},
          {"vocab", "700"},
          {"context", "64"},
          {"base_width", "32"}}},
        {"gpt_neox_20b",
         {{"d_model", "128"}, {"layers", "2"}, {"heads", "2"}, {"vocab", "700"}, {"d_ff", "512"}}},
        {"t5", {{"d_model", "128"}, {"layers", "2"}, {"heads", "2"}, {"vocab", "700"}}},
        {"vit", {{"d_model", "128"}, {"layers", "2"}, {"heads", "2"}, {"patches", "49"}, {"classes", "10"}}},
    };
    for (const Recipe& one : shipped_recipes())
        CHECK_MESSAGE(std::ranges::count(recipes, one.name, &std::pair<std::string, RecipeSettings>::first) ==
                          (one.only_named ? 0 : 1),
                      one.name);
    for (const auto& one : recipes) {
        const std::string& name = one.first;
        const RecipeSettings& settings = one.second;
        CAPTURE(name);
        // muP's base width stands in no shape
        const KnownSizes known = name == "mup" ? KnownSizes{{"base_width", "32", "--set"}} : KnownSizes{};
        const ModelAudit found = audit(sample_model(sized(shipped_recipe(name), settings), 7), known);
        REQUIRE(found.has_recipe());
        const RecipeFit& best = found.recipes.front();
        CHECK(best.recipe == name);
        CHECK_FALSE(best.by_role);
        CHECK(best.explained == found.scan.parts.size());
        CHECK(best.expected.differences.empty());
        CHECK(found.state == ModelState::fresh);
        CHECK(found.findings.empty());
        CHECK(size(best, "layers") == settings[name.starts_with("llama") ? 2 : 1].second);
        CHECK(size(best, "d_model") == "128");
    }
}

TEST_CASE("numbers of a recipe that no shape holds are read from the weights, but for muP's base width") {
    const ModelAudit gpt2 = audit(sample_model(small_gpt2({{"std", "0.013"}}), 1));
    CHECK(gpt2.recipes.front().recipe == "gpt2");
    CHECK(size(gpt2.recipes.front(), "std") == "0.013");
    const RecipeSettings sizes = {{"d_model", "256"}, {"layers", "3"}, {"heads", "4"},      {"vocab", "600"},
                                  {"context", "64"},  {"std", "0.05"}, {"base_width", "64"}};
    const std::vector<SampleTensor> wide = sample_model(sized(shipped_recipe("mup"), sizes), 2);
    const ModelAudit mup = audit(wide, {{"base_width", "64", "--set"}});
    CHECK(mup.recipes.front().recipe == "mup");
    CHECK(size(mup.recipes.front(), "std") == "0.05");
    CHECK(mup.recipes.front().expected.differences.empty());
    // That number is never read from the weights: many pairs of it and std make the same ones.
    const ModelAudit without = audit(wide);
    CHECK_FALSE(without.has_recipe());
    CHECK(without.findings.empty());
}

TEST_CASE("a small GPT-2 without depth scaling is GPT-2, and no muP of a width that nobody writes") {
    for (const std::pair<int, int>& size : {std::pair{64, 1}, std::pair{64, 2}, std::pair{96, 1},
                                            std::pair{96, 2}, std::pair{128, 3}, std::pair{160, 2}}) {
        const int width = size.first, layers = size.second;
        for (std::uint64_t seed = 1; seed <= 3; ++seed) {
            CAPTURE(width);
            CAPTURE(layers);
            CAPTURE(seed);
            const RecipeSettings sizes = {{"d_model", std::to_string(width)},
                                          {"layers", std::to_string(layers)},
                                          {"heads", "2"},
                                          {"vocab", "500"},
                                          {"context", "64"}};
            std::vector<SampleTensor> model = sample_model(sized(shipped_recipe("gpt2"), sizes), seed);
            for (SampleTensor& one : model)
                if (one.name.find("c_proj.weight") != std::string::npos)
                    one.values = floats(weights_samples::normal_weights(one.values.size(), 0.02, 99 + seed));
            const ModelAudit found = audit(model);
            CHECK(found.recipes.front().recipe == "gpt2");
            CHECK(found.summary.find("base_width") == std::string::npos);
            CHECK(found.accusations() > 0);
        }
    }
    // A muP of another width than its own is still left to the user.
    const RecipeSettings sizes = {{"d_model", "128"}, {"layers", "2"},   {"heads", "2"},
                                  {"vocab", "700"},   {"context", "64"}, {"base_width", "48"}};
    const ModelAudit mup = audit(sample_model(sized(shipped_recipe("mup"), sizes), 3));
    CHECK_MESSAGE(mup.summary.find("; 48 would explain every random tensor") != std::string::npos,
                  mup.summary);
}

TEST_CASE("other names: roles say which tensor is which") {
    std::vector<SampleTensor> model = gpt2_model(3);
    for (SampleTensor& one : model) {
        const auto replace = [&](const std::string& from, const std::string& to) {
            const std::size_t at = one.name.find(from);
            if (at != std::string::npos) one.name.replace(at, from.size(), to);
        };
        replace("h.", "blocks.");
        replace("attn.c_attn", "self_attention.qkv");
        replace("attn.c_proj", "self_attention.dense");
        replace("mlp.c_fc", "mlp.fc1");
        replace("mlp.c_proj", "mlp.fc2");
        replace("wte", "token_embedding");
    }
    const cli::Folder folder;
    ModelQuestion question;
    question.path = folder.write("m.safetensors", safetensors_of(model));
    question.layout = WeightLayout::keras;
    const ModelAudit found = audit_model(question, {});
    REQUIRE(found.has_recipe());
    CHECK(found.recipes.front().recipe == "gpt2");
    CHECK(found.recipes.front().by_role);
}

TEST_CASE("what differs from the recipe is named, and what it is instead") {
    std::vector<SampleTensor> model = gpt2_model(4);
    SampleTensor& forgotten = tensor_named(model, "h.2.mlp.c_proj.weight");
    forgotten.values = floats(weights_samples::normal_weights(forgotten.values.size(), 0.02, 77));
    SampleTensor& linear = tensor_named(model, "h.1.mlp.c_fc.weight");
    linear.values = floats(weights_samples::uniform(linear.values.size(), 1 / std::sqrt(96.0), 78));
    const ModelAudit found = audit(model);
    REQUIRE(found.has_recipe());
    REQUIRE(found.recipes.front().expected.differences.size() == 2);
    REQUIRE(found.findings.size() == 2);
    CHECK(found.findings[0].text.starts_with("h.1.mlp.c_fc.weight: gpt2 has normal of std 0.02"));
    CHECK_MESSAGE(found.findings[0].text.ends_with(
                      "it looks like the default of torch.nn.Linear and Conv, uniform ±1/sqrt(fan_in); these "
                      "weights have PyTorch's default, as if the initialisation never ran"),
                  found.findings[0].text);
    CHECK(found.accusations() == 2);
    CHECK(found.findings[1].text.starts_with(
        "h.2.mlp.c_proj.weight: gpt2 has normal of std 0.007071, std 0.02/sqrt(2*4)"));
    CHECK(found.findings[1].text.find("the residual scaling 1/sqrt(2N) is missing") != std::string::npos);
    CHECK(found.findings[1].text.find("it looks like a normal of std 0.02") != std::string::npos);
    CHECK(found.summary.find("gpt2") != std::string::npos);
}

TEST_CASE("sizes that are given hold; those that no recipe has are refused") {
    const ModelAudit found = audit(gpt2_model(5), {{"heads", "3", "--set"}});
    CHECK(size(found.recipes.front(), "heads") == "3");
    CHECK_THROWS_AS(audit(gpt2_model(5), {{"haeds", "3", "--set"}}), InputError);
    const cli::Folder folder;
    folder.write("config.json", R"({"n_head": 6, "n_layer": 4})");
    ModelQuestion question;
    question.path = folder.write("model.safetensors", safetensors_of(gpt2_model(5)));
    CHECK(size(audit_model(question, {}).recipes.front(), "heads") == "6");
    folder.write("config.json", "{ no json");
    CHECK(size(audit_model(question, {}).recipes.front(), "heads") != "6");
}

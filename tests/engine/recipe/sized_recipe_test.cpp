// Recipes with sizes: shapes, laws layer by layer, patterns of names, and sizes that cannot be.

#include <doctest/doctest.h>

#include <algorithm>
#include <regex>
#include <sigprop/core/base/errors.hpp>

#include "engine/recipe/sized_recipe.hpp"

#include "tests/engine/recipe/recipe_text.hpp"

using namespace sigprop;

namespace {

Recipe small() { return read_recipe(recipes::text(), "r.json"); }

std::string error_of(const Recipe& recipe, const RecipeSettings& settings) {
    try {
        static_cast<void>(sized(recipe, settings));
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

bool matches(const std::string& pattern, const std::string& name) {
    return std::regex_search(name, std::regex(pattern));
}

}  // namespace

TEST_CASE("sizes enter shapes, fans and expressions") {
    const SizedRecipe recipe = sized(small(), {{"d_model", "64"}, {"std", "1/8"}});
    CHECK(recipe.d_ff == 256);
    const SizedTensor& hidden = *recipe.find("hidden", 0);
    CHECK(hidden.shape == std::vector<std::int64_t>{256, 64});
    CHECK(hidden.fan_in == 64);
    CHECK(hidden.std == "sqrt(3)*(1/8)/sqrt(3)");
    CHECK(recipe.find("value", 0)->std == "1/8*truncated_normal.std(-2, 2)");
    CHECK(recipe.stream.initial == "(1/8)^2");
    CHECK(recipe.stream.scores == "1/sqrt(64/4)");
    CHECK(sized(shipped_recipe("gpt2")).find("query_key_value", 0)->fan_in == 768);  // layout in_out
}

TEST_CASE("a tensor whose law depends on the layer is one tensor a layer") {
    const SizedRecipe recipe = sized(small());
    REQUIRE(recipe.tensors.size() == 8);
    const SizedTensor& last = *recipe.find("attention_output", 2);
    CHECK(last.name == "h.2.o.weight");
    CHECK(last.std == "0.1/sqrt(2 + 1)");
    CHECK(matches(last.pattern, "model.h.2.o.weight"));
    CHECK_FALSE(matches(last.pattern, "model.h.12.o.weight"));
    CHECK(recipe.find("attention_output", 3) == nullptr);
}

TEST_CASE("patterns find names as frameworks write them, and no others") {
    const std::string pattern = sized(shipped_recipe("gpt2")).find("hidden", 0)->pattern;
    for (const char* name :
         {"transformer.h.11.mlp.c_fc.weight", "h.0.mlp.c_fc.weight", "a/h/3/mlp/c_fc/weight"})
        CHECK(matches(pattern, name));
    for (const char* name :
         {"h.x.mlp.c_fc.weight", "h.0.mlp.c_fc.weights", "h.0.mlp.c_fcXweight", "myh.0.mlp.c_fc.weight"})
        CHECK_FALSE(matches(pattern, name));
    const SizedRecipe vit = sized(shipped_recipe("vit"));
    CHECK(matches(vit.tensors.back().pattern, "Transformer/encoder_norm/bias"));
}

TEST_CASE("gated units have their own matrices") {
    const SizedRecipe swiglu = sized(shipped_recipe("t5"), {{"activation", "geglu"}});
    CHECK(swiglu.gated);
    CHECK(swiglu.activation == "gelu");
    CHECK(swiglu.find("up", 0) != nullptr);
    CHECK(swiglu.find("hidden", 0)->name == "**.DenseReluDense.wi_0.weight");
    CHECK(sized(shipped_recipe("t5")).find("up", 0) == nullptr);
    CHECK(sized(shipped_recipe("t5"), {{"activation", "glu(gelu_tanh)"}}).activation == "gelu_tanh");
    CHECK(error_of(shipped_recipe("gpt2"), {{"activation", "swiglu"}}) ==
          "gpt2's feed-forward unit is not gated: activation must be a function of one input, not swiglu");
}

TEST_CASE("tensors that are there under conditions, and fans of their own") {
    const RecipeSettings sizes = {{"d_model", "64"}, {"d_ff", "96"}, {"heads", "4"}};
    const auto with = [&](RecipeSettings more) {
        more.insert(more.end(), sizes.begin(), sizes.end());
        return sized(shipped_recipe("llama"), more);
    };
    CHECK(with({}).find("head", 0)->tied_to.empty());
    CHECK(with({{"tied", "true"}}).find("head", 0)->tied_to == "embed_tokens.weight");
    CHECK(error_of(shipped_recipe("qwen3"), {{"tied", "-1"}}) ==
          "tied must be a whole number from 0 to 10^12, not -1");
    const SizedRecipe resnet = sized(shipped_recipe("resnet"));
    const auto first = std::ranges::find(resnet.tensors, std::string("conv1.weight"), &SizedTensor::name);
    REQUIRE(first != resnet.tensors.end());
    CHECK(first->fan_in == 3 * 7 * 7);
    CHECK(first->std == "sqrt(2/3136)");  // 64 * 7 * 7
    CHECK(resnet.d_model == 1);
    const SizedRecipe neox = sized(shipped_recipe("gpt_neox"));
    CHECK(matches(neox.find("head", 0)->pattern, "embed_out.weight"));
    CHECK(matches(neox.find("head", 0)->pattern, "lm_head.weight"));
    CHECK_FALSE(matches(neox.find("head", 0)->pattern, "my_head.weight"));
    CHECK(error_of(shipped_recipe("deepseek_v3"), {{"layers", "2"}, {"dense_layers", "3"}})
              .find("sparse_layers = layers - dense_layers must be a whole number from 0") == 0);
}

TEST_CASE("rates of u-muP and CompleteP: by width and by depth") {
    const SizedRecipe unit = sized(shipped_recipe("u_mup"), {{"d_model", "256"}, {"layers", "4"}});
    CHECK(unit.find("hidden", 0)->std == "1");
    CHECK(unit.find("hidden", 0)->learning_rate == "1/sqrt(256)/sqrt(4)");
    CHECK(unit.find("hidden_output", 0)->learning_rate == "1/sqrt(1024)/sqrt(4)");
    const SizedRecipe complete =
        sized(shipped_recipe("complete_p"), {{"d_model", "512"}, {"layers", "8"}, {"base_layers", "2"}});
    CHECK(complete.find("hidden", 0)->std == "0.02/sqrt(512/256)");
    CHECK(complete.find("hidden", 0)->learning_rate == "256/512*(8/2)^(1 - 1)");
    CHECK(complete.stream.branch == "(2/8)^1");
}

TEST_CASE("sizes that cannot be are refused with their names") {
    CHECK(error_of(small(), {{"heads", "5"}}) == "heads must divide d_model: 5 does not divide 32");
    CHECK(error_of(shipped_recipe("llama"), {{"heads", "5"}}) ==
          "heads must divide d_model: 5 does not divide 4096");
    CHECK(error_of(shipped_recipe("mixtral"), {{"heads", "5"}, {"kv_heads", "5"}})
              .find("head_dim = d_model/heads must be a whole number from 1 to 10^12, not 819.2") == 0);
    CHECK(error_of(small(), {{"layers", "0"}}) == "layers must be a whole number from 1 to 10000, not 0");
    CHECK(error_of(small(), {{"layers", "-3"}}).find("not -3") != std::string::npos);
    CHECK(error_of(small(), {{"layers", "2.5"}}).find("not 2.5") != std::string::npos);
    CHECK(error_of(small(), {{"layers", "1e30"}}).find("from 1 to 10000") != std::string::npos);
    CHECK(error_of(small(), {{"layers", "1e6"}}) ==
          "layers must be a whole number from 1 to 10000, not 1000000 (1e6)");
    CHECK(error_of(small(), {{"d_ff", "8/3*d_model"}}).find("d_ff must be a whole number") !=
          std::string::npos);
    CHECK(error_of(small(), {{"dmodel", "64"}}) == "small has no size 'dmodel'; did you mean 'd_model'?");
    CHECK(error_of(small(), {{"heads", "2"}, {"heads", "4"}}) == "the size heads is given twice");
    CHECK(error_of(small(), {{"activation", "nothing"}}).find("activation: ") == 0);
    CHECK(error_of(small(), {{"std", "x"}}).find("std: ") == 0);
    CHECK(error_of(small(), {{"layers", "banana"}}).find("layers") != std::string::npos);
    CHECK(error_of(shipped_recipe("llama"), {{"d_model", "1024"}})
              .find("d_model is given, so d_ff is required, too") == 0);
    CHECK(error_of(read_recipe(recipes::changed("pre_norm", "post_norm"), "r.json"), {})
              .find("initial must be 1") != std::string::npos);
}

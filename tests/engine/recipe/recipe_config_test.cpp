// Sizes from a config.json: which recipe it is, which key says what, and what is refused with its place.

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <sigprop/core/base/errors.hpp>

#include "engine/recipe/recipe_config.hpp"
#include "tests/cli/run_tool.hpp"

using namespace sigprop;

namespace {

constexpr const char* qwen = R"({
  "model_type": "qwen3",
  "hidden_size": 64, "intermediate_size": 96, "num_hidden_layers": 2, "num_attention_heads": 4,
  "num_key_value_heads": 2, "head_dim": 24, "vocab_size": 99, "max_position_embeddings": 128,
  "hidden_act": "silu", "initializer_range": 0.03, "rms_norm_eps": 1e-06,
  "tie_word_embeddings": true, "attention_bias": false
})";

std::string changed(const std::string& from, const std::string& to) {
    std::string text = qwen;
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

std::string value(const RecipeSettings& settings, const std::string& name) {
    const auto found = std::ranges::find(settings, name, &RecipeSettings::value_type::first);
    return found == settings.end() ? "" : found->second;
}

RecipeSettings settings_of(const std::string& text, const RecipeSettings& given = {}) {
    const ModelConfig config = model_config(text, "config.json");
    return config_settings(recipe_of(config), config, given);
}

std::string error_of(const std::string& text, const char* recipe = "qwen3") {
    try {
        static_cast<void>(config_settings(shipped_recipe(recipe), model_config(text, "config.json"), {}));
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("a config.json says its recipe and its sizes") {
    const ModelConfig config = model_config(qwen, "config.json");
    CHECK(recipe_of(config).name == "qwen3");
    const RecipeSettings settings = settings_of(qwen);
    CHECK(value(settings, "d_model") == "64");
    CHECK(value(settings, "head_dim") == "24");
    CHECK(value(settings, "std") == "0.03");
    CHECK(value(settings, "tied") == "1");
    CHECK(value(settings, "attention_bias") == "0");
    CHECK(value(settings, "activation") == "glu(silu)");
    const SizedRecipe sized_qwen = sized(shipped_recipe("qwen3"), settings);
    CHECK(sized_qwen.find("query", 0)->shape == std::vector<std::int64_t>{96, 64});
    CHECK(sized_qwen.find("query", 0)->std == "0.03");
    CHECK(sized_qwen.find("head", 0)->tied_to == "embed_tokens.weight");
}

TEST_CASE("what is given holds before the config, and needs no key there") {
    const RecipeSettings given = {{"d_model", "128"}};
    const RecipeSettings settings = settings_of(changed("\"hidden_size\": 64, ", ""), given);
    CHECK(value(settings, "d_model").empty());
    CHECK(value(with_settings(settings, given), "d_model") == "128");
    CHECK(value(with_settings({{"a", "1"}, {"b", "2"}}, {{"a", "3"}}), "a") == "3");
}

TEST_CASE("keys inside other objects, in lists, that are null, and of several towers") {
    const RecipeSettings unet = settings_of(
        R"({"_class_name": "UNet2DConditionModel", "block_out_channels": [32, 64, 96, 96], "cross_attention_dim": 40,
            "in_channels": 4, "out_channels": 4})");
    CHECK(value(unet, "width3") == "96");
    const RecipeSettings gpt2 = settings_of(
        R"({"model_type": "gpt2", "n_embd": 64, "n_layer": 2, "n_head": 4, "n_inner": null, "n_positions": 9,
            "vocab_size": 99, "activation_function": "gelu_new"})");
    CHECK(value(gpt2, "d_ff").empty());
    CHECK(value(gpt2, "activation") == "gelu_tanh");
    const std::string inside = changed("\"qwen3\"", "\"gemma3_text\"");
    const RecipeSettings gemma = settings_of("{\"model_type\": \"gemma3\", \"text_config\": " + inside + "}");
    CHECK(value(gemma, "head_dim") == "24");
    const std::string deepseek =
        R"({"model_type": "deepseek_v3", "hidden_size": 64, "intermediate_size": 96, "num_hidden_layers": 2,
            "num_attention_heads": 4, "vocab_size": 99, "kv_lora_rank": 16, "qk_nope_head_dim": 8,
            "qk_rope_head_dim": 8, "v_head_dim": 8, "moe_intermediate_size": 32, "n_routed_experts": 4,
            "n_shared_experts": 1, "first_k_dense_replace": 1, "q_lora_rank": null})";
    CHECK(value(settings_of(deepseek), "q_rank") == "0");
}

TEST_CASE("a config of another model is refused, with the recipe that fits") {
    CHECK(error_of(qwen, "gpt2") ==
          "config.json:2:17: this is a config of qwen3, but gpt2 needs one of gpt2: the recipe qwen3 fits");
    CHECK(error_of(changed("\"qwen3\"", "\"rwkv\""), "llama").find("no recipe covers rwkv") !=
          std::string::npos);
    CHECK(error_of(qwen, "deepnorm").find("no config.json has the sizes of deepnorm") != std::string::npos);
    CHECK(error_of("{}").find("it has neither model_type nor _class_name") != std::string::npos);
    CHECK_THROWS_WITH_AS(static_cast<void>(recipe_of(model_config(R"({"model_type": "rwkv"})", "c.json"))),
                         doctest::Contains("c.json has the model type rwkv, which no recipe covers"),
                         InputError);
    // another recipe with the same sizes
    CHECK(error_of(changed("\"qwen3\"", "\"llama\""), "llama_torchtitan").empty());
}

TEST_CASE("sizes that cannot be are refused with their place") {
    CHECK(error_of(changed("64,", "-64,")) ==
          "config.json:3:18: hidden_size must be a whole number of 1 or more, not -64: the recipe uses it as "
          "d_model");
    CHECK(error_of(changed("64,", "0,")).find("hidden_size must be a whole number of 1 or more, not 0") !=
          std::string::npos);
    CHECK(error_of(changed("64,", "\"64\",")).find("hidden_size must be a number") != std::string::npos);
    CHECK(error_of(changed("64,", "NaN,")).find("config.json:3:18") == 0);
    CHECK(error_of(changed("0.03", "-0.03")).find("initializer_range must not be negative") !=
          std::string::npos);
    CHECK(error_of(changed("true", "2.5")).find("tie_word_embeddings must be a whole number of 0 or more") !=
          std::string::npos);
    CHECK(error_of(changed("silu", "sliu")).find("hidden_act 'sliu' is not a known activation") !=
          std::string::npos);
    CHECK(error_of(changed("64, ", "64 ")).find("config.json:3:21") == 0);
    CHECK(error_of("[1]").find("a config.json must be an object") != std::string::npos);
    const std::string missing = error_of(changed("\"hidden_size\": 64, \"intermediate_size\": 96, ", ""));
    CHECK(missing ==
          "config.json:1:1: it lacks hidden_size (d_model), intermediate_size (d_ff), which qwen3 "
          "needs: add them there, or give the sizes by flags");
    CHECK(error_of(changed("\"head_dim\": 24, ", "")).find("head_dim (head_dim)") != std::string::npos);
    CHECK(error_of(changed("\"num_key_value_heads\": 2, ", "")).empty());  // follows from other sizes
}

TEST_CASE("a folder is its config.json") {
    const cli::Folder folder;
    CHECK_THROWS_WITH_AS(static_cast<void>(read_model_config(folder / ".")),
                         doctest::Contains("has no config.json"), InputError);
    folder.write("config.json", qwen);
    CHECK(read_model_config(folder / ".").type() == "qwen3");
    CHECK_THROWS_AS(static_cast<void>(read_model_config(folder / "none.json")), IoError);
}

TEST_CASE("each model type belongs to one recipe") {
    std::set<std::string> types;
    for (const Recipe& one : shipped_recipes())
        for (const std::string& type : one.model_types) CHECK_MESSAGE(types.insert(type).second, type);
    CHECK(types.contains("deepseek_v3"));
}

// Recipe files: what is read, and what is refused with its place.

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <sigprop/core/base/errors.hpp>

#include "engine/recipe/recipe.hpp"
#include "formats/files.hpp"

#include "tests/engine/recipe/recipe_text.hpp"
#include "tests/support/schema_check.hpp"

using namespace sigprop;

namespace {

const std::filesystem::path root = SIGPROP_SOURCE_DIR;

std::string error_of(const std::string& from, const std::string& to) {
    try {
        static_cast<void>(read_recipe(recipes::changed(from, to), "r.json"));
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("a recipe is read in full") {
    const Recipe recipe = read_recipe(recipes::text(), "r.json");
    CHECK(recipe.name == "small");
    REQUIRE(recipe.parameters.size() == 6);
    CHECK(recipe.parameters[1].fallback == "4*d_model");
    CHECK(recipe.parameters[4].kind == RecipeParameterKind::activation);
    REQUIRE(recipe.tensors.size() == 6);
    CHECK(recipe.tensors[1].fan_in_first);
    CHECK_FALSE(recipe.tensors[2].fan_in_first);
    CHECK(recipe.tensors[2].law == TensorLaw::truncated_normal);
    CHECK(recipe.tensors[2].cut == "2");
    CHECK(recipe.stream.layer_norm);
    CHECK(recipe.stream.skip == "1");
    CHECK(recipe.stream.scores == "1 / sqrt(d_model / heads)");
}

TEST_CASE("what is wrong in a recipe is named with its line") {
    CHECK(error_of("\"law\": \"normal\"", "\"law\": \"norml\"") ==
          "r.json:13:102: law 'norml' is unknown: did you mean 'normal'?");
    CHECK(error_of("\"role\": \"value\"", "\"role\": \"values\"").find("role 'values' is unknown") !=
          std::string::npos);
    CHECK(error_of("\"cut\": 2, ", "").find("cut, in units of scale, is only for a truncated_normal") !=
          std::string::npos);
    CHECK(error_of("\"law\": \"normal\"", "\"cut\": 2, \"law\": \"normal\"")
              .find("is only for a truncated_normal") != std::string::npos);
    CHECK(
        error_of("\"shape\"", "\"shapes\"").find("unknown key 'shapes' in a tensor: did you mean 'shape'?") !=
        std::string::npos);
    CHECK(
        error_of("\"name\": \"heads\"", "\"name\": \"head\"").find("no size before this is named 'heads'") !=
        std::string::npos);
    CHECK(error_of("\"name\": \"d_ff\"", "\"name\": \"d_model\"").find("the size 'd_model' is given twice") !=
          std::string::npos);
    CHECK(error_of("\"name\": \"d_ff\"", "\"name\": \"ff\"").find("sizes must contain d_ff") !=
          std::string::npos);
    CHECK(error_of("\"name\": \"d_ff\"", "\"name\": \"layer\"").find("the name layer is reserved") !=
          std::string::npos);
    CHECK(error_of("\"norm\": \"layer_norm\"", "\"norm\": \"layer_norm\", \"skip\": 2")
              .find("only post_norm has a factor on the skip path") != std::string::npos);
    CHECK(error_of("4 * d_model", "4 * (d_model").find("r.json:6:") != std::string::npos);
    CHECK(error_of("\"recipe\": \"small\", ", "").find("the key 'recipe' is missing") != std::string::npos);
    CHECK(error_of("\"role\": \"value\"", "\"tied_to\": \"wt\", \"role\": \"value\"")
              .find("no tensor before this is named 'wt'") != std::string::npos);
    CHECK(error_of("[\"heads\", \"d_model\"]", "[\"heads\"]").find("an entry of divides must be a pair") !=
          std::string::npos);
}

TEST_CASE("laws of a family: a tensor without one has that of its name") {
    const Recipe& qwen = shipped_recipe("qwen3");
    const auto named = [&](const std::string& name) {
        return *std::ranges::find(qwen.tensors, name, &RecipeTensor::name);
    };
    CHECK(named("layers.*.self_attn.q_proj.weight").scale == "std");  // initializer_range
    CHECK(named("layers.*.self_attn.q_norm.weight").law == TensorLaw::constant);
    const Recipe& clip = shipped_recipe("clip");
    const auto fc2 = std::ranges::find(
        clip.tensors, std::string("vision_model.encoder.layers.*.mlp.fc2.weight"), &RecipeTensor::name);
    CHECK(fc2->scale == "factor/sqrt(2*vision_width*vision_layers)");
    const Recipe& mamba = shipped_recipe("mamba2");
    const auto log =
        std::ranges::find(mamba.tensors, std::string("layers.*.mixer.A_log"), &RecipeTensor::name);
    CHECK_FALSE(log->has_law);
    const auto out =
        std::ranges::find(mamba.tensors, std::string("layers.*.mixer.out_proj.weight"), &RecipeTensor::name);
    CHECK(out->law == TensorLaw::uniform);
    CHECK(out->std == "1/sqrt(3*fan_in)");
    CHECK(error_of(R"("summary")", R"("family": "gpt3", "summary")")
              .find("no family of src/architectures is named 'gpt3'; did you mean 'gpt2'?") !=
          std::string::npos);
    CHECK(error_of(R"("scale": "std", "law": "normal"})", R"("scale": "std"})")
              .find("the key 'law' is missing") != std::string::npos);
}

TEST_CASE("a recipe extends another: sizes by name, all else as a whole") {
    const Recipe& llama3 = shipped_recipe("llama3");
    CHECK(llama3.tensors.size() == shipped_recipe("llama").tensors.size());
    CHECK(llama3.parameters.size() == shipped_recipe("llama").parameters.size());
    CHECK(std::ranges::find(llama3.parameters, std::string("vocab"), &RecipeParameter::name)->fallback ==
          "128256");
    CHECK(llama3.stream.is_known());
    const auto read = [](const std::string& base) {
        try {
            static_cast<void>(read_recipe(
                R"({"recipe": "r", "summary": "s", "sources": [], "extends": ")" + base + "\"}", "r.json"));
        } catch (const InputError& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    CHECK(read("gpt2").empty());
    CHECK(read("gtp2").find("no shipped recipe is named 'gtp2'; did you mean 'gpt2'?") != std::string::npos);
    CHECK(read("llama3").find("'llama3' itself extends a recipe") != std::string::npos);
}

TEST_CASE("conditions, tables and streams that are not there") {
    CHECK(
        error_of(R"("role": "value")", R"("when": "tied", "role": "value")").find("when 'tied' is unknown") !=
        std::string::npos);
    CHECK(error_of(R"("scale": "std / 2", "law": "normal")", R"("law": "any")")
              .find("a tensor of the law any must say in why what its numbers are") != std::string::npos);
    CHECK(error_of(R"("scale": "std / 2", "law": "normal")", R"("scale": 1, "why": "a table", "law": "any")")
              .find("the law any cannot have a scale") != std::string::npos);
    CHECK(error_of(R"("name": "std")", R"("name": "fan_in")").find("the name fan_in is reserved") !=
          std::string::npos);
    CHECK_FALSE(shipped_recipe("resnet").stream.is_known());
}

TEST_CASE("the shipped recipes fit their schema, and are found by name") {
    const Json schema = parse_json(read_file(root / "results/schema/recipe.schema.json"), "schema");
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(root / "src/recipes")) {
        ++files;
        const std::string name = entry.path().stem().string();
        CAPTURE(name);
        const auto errors = schema::Checker(schema)(parse_json(read_file(entry.path()), name));
        CHECK((errors.empty() ? "" : errors.front()) == "");
        CHECK(shipped_recipe(name).name == name);
    }
    CHECK(shipped_recipes().size() == files);
    const auto errors = schema::Checker(schema)(parse_json(recipes::changed("normal", "normel"), "r"));
    CHECK_FALSE(errors.empty());
    CHECK_THROWS_WITH(static_cast<void>(shipped_recipe("gpt")),
                      "no recipe is named 'gpt'; did you mean 'gpt2'?");
}

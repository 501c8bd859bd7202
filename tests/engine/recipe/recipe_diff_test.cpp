// Recipes against each other: what is matched, what differs, and what only one of them has.

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <sigprop/core/base/errors.hpp>

#include "engine/recipe/recipe_diff.hpp"
#include "formats/files.hpp"

#include "tests/engine/recipe/recipe_text.hpp"
#include "tests/support/schema_check.hpp"

using namespace sigprop;

namespace {

Context twelve() {
    Context context;
    context.digits = 12;
    return context;
}

RecipeDiff compared(const Recipe& before, const Recipe& after, const RecipeSettings& settings = {}) {
    auto both = sized_alike(before, after, settings);
    return compare_recipes(std::move(both.first), std::move(both.second), twelve());
}

RecipeDiff compared(const char* before, const char* after, const RecipeSettings& settings = {}) {
    return compared(shipped_recipe(before), shipped_recipe(after), settings);
}

Recipe small(const std::string& from, const std::string& to) {
    return read_recipe(recipes::changed(from, to), "r.json");
}

const RecipeChange* change(const RecipeDiff& diff, const std::string& role) {
    const auto found = std::ranges::find(diff.changed, role, &RecipeChange::role);
    return found == diff.changed.end() ? nullptr : &*found;
}

}  // namespace

TEST_CASE("every recipe is equal to itself") {
    for (const Recipe& one : shipped_recipes()) {
        CAPTURE(one.name);
        const RecipeDiff diff = compared(one, one);
        CHECK_MESSAGE(diff.empty(), recipe_diff_text(diff));
        CHECK(diff.compared > 0);
    }
}

TEST_CASE("one law that differs is found, and nothing else") {
    const Recipe plain = read_recipe(recipes::text(), "r.json");
    const RecipeDiff diff = compared(plain, small("std / 2", "std / 3"));
    REQUIRE(diff.changed.size() == 1);
    CHECK(diff.changed[0].role == "hidden_output");
    CHECK(diff.changed[0].differs == std::vector<std::string>{"std"});
    CHECK(diff.changed[0].before.expression == "0.1/2");
    CHECK(diff.changed[0].after.value == "0.0333333333333");
    CHECK(diff.only_before.empty());
    CHECK(diff.only_after.empty());
    // the same number written otherwise is the same
    CHECK(compared(plain, small("std / 2", "0.5 * std")).empty());
    const RecipeDiff cut = compared(plain, small("\"cut\": 2", "\"cut\": 3"));
    REQUIRE(cut.changed.size() == 1);
    CHECK(cut.changed[0].differs == std::vector<std::string>{"std", "cut"});
    const RecipeDiff law = compared(
        plain, small(R"("scale": "sqrt(3) * std", "law": "uniform")", R"("scale": "std", "law": "normal")"));
    REQUIRE(law.changed.size() == 1);
    CHECK(law.changed[0].differs == std::vector<std::string>{"law"});  // the std is the same
    const RecipeDiff deep = compared(plain, small("std / sqrt(layer + 1)", "std"));
    REQUIRE(deep.changed.size() == 2);  // layers 1 and 2; in layer 0 they agree
    CHECK(deep.changed[0].layer == 1);
}

TEST_CASE("matrices with other names are matched by their roles, fused ones by their parts") {
    const RecipeDiff diff = compared("gpt2", "megatron", {{"layers", "3"}});
    CHECK_MESSAGE(diff.empty(), recipe_diff_text(diff));
    CHECK(diff.after.d_model == 768);  // the first one's sizes, for both
    const RecipeDiff neox = compared("gpt_neox", "megatron", {{"d_model", "512"}, {"d_ff", "2048"}});
    REQUIRE(change(neox, "attention_output") != nullptr);
    CHECK(change(neox, "attention_output")->after.expression == "0.02/sqrt(2*44)");
    CHECK(change(neox, "hidden_output") != nullptr);
    CHECK(change(neox, "hidden") == nullptr);
    REQUIRE(neox.only_after.size() == 1);
    CHECK(neox.only_after[0].role == "position");
    const RecipeDiff split =
        compared("llama", "u_mup", {{"d_model", "128"}, {"d_ff", "256"}, {"heads", "4"}});
    std::size_t fused = 0;
    for (const RecipeChange& one : split.changed)
        if (one.after.name == "layers.*.mhsa.linear_qkv.weight") ++fused;
    CHECK(fused == 3);
    CHECK(change(split, "query")->differs == std::vector<std::string>{"std", "learning_rate"});
}

TEST_CASE("what only one has, and what is tied") {
    const RecipeDiff diff = compared("gpt2", "llama", {{"d_model", "64"}, {"d_ff", "128"}, {"heads", "4"}});
    CHECK(diff.only_before.size() == 1);  // positions
    CHECK(diff.only_before[0].tensor.name == "wpe.weight");
    const auto up = std::ranges::find(diff.only_after, std::string("up"), &LoneTensor::role);
    CHECK(up != diff.only_after.end());  // the activation is each one's own
    REQUIRE(change(diff, "head") != nullptr);
    CHECK(change(diff, "head")->differs == std::vector<std::string>{"tied_to"});
    const RecipeDiff gains = compared("gemma3", "qwen3");
    REQUIRE(change(gains, "norm_gain") != nullptr);
    CHECK(change(gains, "norm_gain")->differs == std::vector<std::string>{"value"});
}

TEST_CASE("sizes that neither has are refused") {
    CHECK_THROWS_WITH_AS(static_cast<void>(compared("gpt2", "llama", {{"layres", "2"}})),
                         "neither gpt2 nor llama has a size 'layres'; did you mean 'layers'?", InputError);
    CHECK_NOTHROW(static_cast<void>(compared("gpt2", "mup", {{"base_width", "96"}})));  // one of them has it
}

TEST_CASE("the JSON of a comparison fits its schema") {
    const std::filesystem::path root = SIGPROP_SOURCE_DIR;
    const Json schema = parse_json(read_file(root / "results/schema/recipe_diff.schema.json"), "schema");
    for (const auto& [a, b] : {std::pair("gpt2", "megatron"),
                               {"llama", "llama_torchtitan"},
                               {"mixtral", "deepseek_v3"},
                               {"gpt2", "complete_p"},
                               {"mamba2", "whisper"}}) {
        const Json made = recipe_diff_json(compared(a, b, {{"layers", "3"}}));
        const auto errors = schema::Checker(schema)(made);
        CHECK((errors.empty() ? "" : errors.front()) == "");
        CHECK(
            made.at("equal").as_boolean() ==
            (made.at("changed").size() + made.at("only_before").size() + made.at("only_after").size() == 0));
    }
}

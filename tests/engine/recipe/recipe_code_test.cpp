// Code and specifications made from recipes.

#include <doctest/doctest.h>

#include <filesystem>
#include <sigprop/core/base/errors.hpp>

#include "engine/recipe/recipe_report.hpp"
#include "formats/files.hpp"

#include "tests/engine/recipe/recipe_text.hpp"
#include "tests/support/schema_check.hpp"

using namespace sigprop;

namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

Context twelve_digits() {
    Context context;
    context.digits = 12;
    return context;
}

}  // namespace

TEST_CASE("every recipe's specification fits its schema") {
    const std::filesystem::path root = SIGPROP_SOURCE_DIR;
    const Json schema = parse_json(read_file(root / "results/schema/spec.schema.json"), "schema");
    for (const Recipe& recipe : shipped_recipes()) {
        CAPTURE(recipe.name);
        const Json spec = parse_json(recipe_spec(sized(recipe), twelve_digits()), "spec");
        const auto errors = schema::Checker(schema)(spec);
        CHECK((errors.empty() ? "" : errors.front()) == "");
    }
    const Json spec = parse_json(recipe_spec(sized(shipped_recipe("bert")), twelve_digits()), "spec");
    const Json& first = spec.at("tensors").as_array().front();
    CHECK(first.at("scale").as_string() == "0.0200000000000");
    CHECK(first.at("cut").as_string() == "2");
    CHECK(first.at("std").as_string() == "0.0175925132207");
}

TEST_CASE("code names laws, numbers and learning rates") {
    const SizedRecipe mup = sized(shipped_recipe("mup"));
    const std::string torch = torch_code(mup, twelve_digits());
    CHECK(has(torch, R"((r"(^|[./])h[./][0-9]+[./]mlp[./]c_fc[./]weight$", "normal", 0.01, None, 0.25),)"));
    CHECK(has(torch, "def parameter_groups(model, lr):"));
    CHECK_FALSE(has(torch_code(sized(shipped_recipe("gpt2")), twelve_digits()), "def parameter_groups"));
    const std::string jax = jax_code(sized(shipped_recipe("vit")), twelve_digits());
    CHECK(has(jax, R"("uniform", 0.0625, None, None),)"));  // sqrt(6 / (768 + 768))
    CHECK(has(jax, "jax.random.truncated_normal(key, -cut, cut"));
}

TEST_CASE(
    "tensors without a law: left alone by PyTorch code, not judged by a specification, refused for JAX") {
    const SizedRecipe mamba = sized(shipped_recipe("mamba2"));
    CHECK(has(torch_code(mamba, twelve_digits()), R"("any", None, None, None),  # log(1), log(2))"));
    CHECK(has(recipe_spec(mamba, twelve_digits()), R"("law": "any")"));
    CHECK_THROWS_WITH_AS(static_cast<void>(jax_code(mamba, twelve_digits())),
                         doctest::Contains("layers.*.mixer.A_log has none"), InputError);
    const Report report = recipe_report(mamba, predict_stream(mamba, 12), twelve_digits());
    CHECK(report.series.empty());
    CHECK_FALSE(report.records.empty());
}

TEST_CASE("a report has a record a tensor, and three curves") {
    const SizedRecipe recipe = sized(read_recipe(recipes::text(), "r.json"));
    const Report report = recipe_report(recipe, predict_stream(recipe, 12), twelve_digits());
    REQUIRE(report.records.size() == 8);
    CHECK(report.records[2].id == "recipe.small.h.*.v.weight");
    CHECK(report.records[2].computed.decimal == "0.0879625661034");
    REQUIRE(report.series.size() == 3);
    CHECK(report.series[0].axes[0].values == std::vector<std::string>{"0", "1", "2", "3"});
    CHECK(*report.series[0].value[0] == "0.0100000000000");
}

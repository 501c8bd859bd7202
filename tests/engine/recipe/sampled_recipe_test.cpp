// Every recipe against sampled networks of its own: what is predicted of the stream lies within the intervals
// of the means.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <sigprop/core/base/confidence.hpp>
#include <sigprop/core/base/errors.hpp>

#include "engine/recipe/recipe_report.hpp"
#include "engine/recipe/sampled_recipe.hpp"

#include "tests/engine/recipe/recipe_text.hpp"
#include "tests/support/share.hpp"

using namespace sigprop;

namespace {

struct Case {
    const char* recipe;
    RecipeSettings settings;
};

const std::vector<Case> cases = {
    {"gpt2", {{"d_model", "96"}, {"layers", "4"}, {"heads", "4"}, {"std", "0.08"}}},
    {"gpt2", {{"d_model", "64"}, {"layers", "6"}, {"heads", "2"}, {"std", "0.3"}, {"activation", "relu"}}},
    {"llama", {{"d_model", "96"}, {"d_ff", "256"}, {"layers", "3"}, {"heads", "4"}, {"std", "0.1"}}},
    {"llama_torchtitan",
     {{"d_model", "96"}, {"d_ff", "256"}, {"layers", "3"}, {"heads", "4"}, {"std", "0.1"}}},
    {"t5", {{"d_model", "96"}, {"layers", "3"}, {"heads", "4"}}},
    {"t5", {{"d_model", "96"}, {"layers", "3"}, {"heads", "4"}, {"activation", "geglu"}}},
    {"vit", {{"d_model", "192"}, {"layers", "3"}, {"heads", "4"}}},
    {"mup", {{"d_model", "128"}, {"base_width", "64"}, {"layers", "3"}, {"heads", "4"}, {"std", "0.1"}}},
    {"bert", {{"d_model", "192"}, {"layers", "3"}, {"heads", "4"}, {"std", "0.05"}}},
    {"bert_transformers", {{"d_model", "96"}, {"layers", "3"}, {"heads", "4"}, {"std", "0.08"}}},
    {"deepnorm", {{"d_model", "96"}, {"layers", "6"}, {"heads", "4"}}},
    {"llama3",
     {{"d_model", "96"},
      {"d_ff", "256"},
      {"layers", "3"},
      {"heads", "4"},
      {"kv_heads", "2"},
      {"std", "0.1"}}},
    {"qwen3",
     {{"d_model", "96"},
      {"d_ff", "256"},
      {"layers", "3"},
      {"heads", "4"},
      {"head_dim", "24"},
      {"std", "0.1"}}},
    {"megatron", {{"d_model", "96"}, {"layers", "4"}, {"heads", "4"}, {"std", "0.08"}}},
    {"vit_transformers", {{"d_model", "96"}, {"layers", "3"}, {"heads", "4"}, {"std", "0.08"}}},
    {"complete_p",
     {{"d_model", "128"}, {"base_width", "64"}, {"layers", "4"}, {"heads", "4"}, {"std", "0.15"}}},
    {"gpt2", {{"d_model", "192"}, {"layers", "3"}, {"heads", "4"}, {"std", "0.002"}}},
    {"llama",
     {{"d_model", "96"},
      {"d_ff", "256"},
      {"layers", "3"},
      {"heads", "4"},
      {"std", "0.05"},
      {"norm_epsilon", "0.01"}}},
    {"deepnorm", {{"d_model", "192"}, {"layers", "3"}, {"heads", "4"}, {"norm_epsilon", "0.3"}}},
};
constexpr std::int64_t networks = 48;

const Series& series(const Report& report, const std::string& id) {
    for (const Series& one : report.series) {
        if (one.id == id) return one;
    }
    FAIL("no series " << id);
    return report.series.front();
}

Report report_of(const SizedRecipe& recipe) {
    Context context;
    context.digits = 12;
    Report report = recipe_report(recipe, predict_stream(recipe, context.digits), context);
    add_samples(report, recipe, networks, context);
    return report;
}

/// How many standard errors the sampled curve lies from the predicted one, at most.
double distance(const Report& report, const std::string& name, const std::string& what) {
    const Series& predicted = series(report, "recipe." + name + "." + what);
    const Series& sampled = series(report, "recipe." + name + ".sampled_" + what);
    double most = 0;
    for (std::size_t i = 0; i < predicted.number.size(); ++i) {
        const double rounding = 1e-5 * *predicted.number[i];  // float32 networks
        const double error = std::hypot(*sampled.radius[i], rounding);
        most = std::max(most, std::fabs(*sampled.number[i] - *predicted.number[i]) / error);
    }
    return most;
}

/// Of all intervals of all cases one in a thousand test runs would miss.
double limit() {
    constexpr double intervals = 94;
    return critical_value(1e-3 / intervals, static_cast<int>(networks) - 1);
}

}  // namespace

TEST_CASE("sampled networks have the second moments that a recipe predicts") {
    for (const Case& one : test::share_of(cases, 3)) {
        const SizedRecipe recipe = sized(shipped_recipe(one.recipe), one.settings);
        const Report report = report_of(recipe);
        CAPTURE(one.recipe);
        CHECK(distance(report, one.recipe, "second_moment") < limit());
    }
    for (const Recipe& shipped : shipped_recipes()) {
        if (!shipped.stream.is_known()) continue;
        CHECK_MESSAGE(std::ranges::any_of(cases, [&](const Case& one) { return shipped.name == one.recipe; }),
                      shipped.name, " is not sampled: give it a case");
    }
}

TEST_CASE("a wrong recipe is seen") {
    SizedRecipe recipe = sized(shipped_recipe("gpt2"), cases[0].settings);
    const StreamPrediction right = predict_stream(recipe, 12);
    // the factor for depth forgotten, as happens to people
    for (SizedTensor& one : recipe.tensors) {
        if (one.role == "hidden_output") one.scale = one.std = "0.08";
    }
    Context context;
    context.digits = 12;
    Report report = recipe_report(recipe, right, context);
    add_samples(report, recipe, networks, context);
    CHECK(distance(report, "gpt2", "second_moment") > 10);
}

TEST_CASE("a prediction without the norms' epsilon is seen") {
    for (const std::size_t i : {cases.size() - 3, cases.size() - 2, cases.size() - 1}) {
        RecipeSettings without = cases[i].settings;
        if (without.back().first == "norm_epsilon") without.pop_back();
        without.emplace_back("norm_epsilon", "0");
        Context context;
        context.digits = 12;
        const StreamPrediction wrong =
            predict_stream(sized(shipped_recipe(cases[i].recipe), without), context.digits);
        const SizedRecipe right = sized(shipped_recipe(cases[i].recipe), cases[i].settings);
        Report report = recipe_report(right, wrong, context);
        add_samples(report, right, networks, context);
        CAPTURE(i);
        CHECK(distance(report, cases[i].recipe, "second_moment") > 10);
    }
}

TEST_CASE("gradients of sampled networks: near what wide ones have") {
    // Theory is a limit of large width: at this one some per cent are left, of which a growth that were wrong
    // would be many times.
    const SizedRecipe recipe =
        sized(shipped_recipe("gpt2"), {{"d_model", "256"}, {"layers", "4"}, {"heads", "4"}, {"std", "0.06"}});
    const Report report = report_of(recipe);
    const Series& predicted = series(report, "recipe.gpt2.gradient_ratio");
    const Series& sampled = series(report, "recipe.gpt2.sampled_gradient_ratio");
    for (std::size_t i = 0; i < predicted.number.size(); ++i)
        CHECK(*sampled.number[i] / *predicted.number[i] == doctest::Approx(1).epsilon(0.1));
    CHECK(*predicted.number[0] > 10 * *predicted.number[4]);
}

TEST_CASE("factors of the skip path and of deeper branches reach the networks") {
    const NetworkDesign deep = network_of(sized(shipped_recipe("deepnorm")));
    CHECK(deep.steps.back().skip == doctest::Approx(std::pow(200.0, 0.25)));
    const NetworkDesign titan = network_of(sized(shipped_recipe("llama_torchtitan")));
    CHECK(titan.steps[6].branch == doctest::Approx(1 / std::sqrt(4.0)));  // layer 3: wo alone
    CHECK(titan.steps[7].branch == doctest::Approx(1 / 4.0));             // w2 and w3
}

TEST_CASE("networks that a recipe does not describe are refused") {
    const auto error = [](const char* name, const RecipeSettings& settings) {
        try {
            static_cast<void>(network_of(sized(shipped_recipe(name), settings)));
        } catch (const InputError& refused) {
            return std::string(refused.what());
        }
        return std::string();
    };
    CHECK(error("t5", {{"d_kv", "16"}}).find("its heads are not d_model / heads wide") != std::string::npos);
    const Recipe small = read_recipe(recipes::text(), "r.json");
    CHECK_THROWS_WITH_AS(
        static_cast<void>(network_of(sized(small))),
        "sigprop cannot sample these networks: the laws of h.*.v.weight and h.*.qk.weight differ",
        InputError);
}

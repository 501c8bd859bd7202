// Recipes: a model's tensors with their proved stds, and its stream.

#include <array>

#include "engine/recipe/prediction.hpp"
#include "engine/recipe/recipe_config.hpp"
#include "engine/recipe/recipe_diff.hpp"
#include "engine/recipe/recipe_report.hpp"
#include "engine/recipe/sampled_recipe.hpp"
#include "engine/recipe/sized_recipe.hpp"
#include "report/table.hpp"

#include "functions.hpp"
#include "reports.hpp"
#include "running.hpp"

namespace sigprop::python {
namespace {

struct HeldRecipe {
    SizedRecipe recipe;
    Context context;
};

/// A text and what it is called; none where there is no text.
using NamedText = std::pair<std::string, std::string>;

/// `json` is a recipe of the user's own where it is not empty.
Recipe recipe_called(const std::string& name, const std::string& json) {
    return json.empty() ? shipped_recipe(name) : read_recipe(json, name);
}

NamedText named_text(const Request& request, const char* name) { return request[name].get<NamedText>(); }

SizedRecipe sized_like(const std::string& name, const std::string& json, const RecipeSettings& settings,
                       const NamedText& like) {
    if (like.first.empty()) return sized(recipe_called(name, json), settings);
    const ModelConfig config = model_config(like.first, like.second);
    const Recipe own = name.empty() ? recipe_of(config) : recipe_called(name, json);
    return sized(own, with_settings(config_settings(own, config, settings), settings));
}

/// {name, json, settings: [[name, text]], options, like}: `like` is a config.json and its name; without a
/// name its model type chooses the recipe. Tensors are name, role, layer, shape, fan_in, law, std, scale,
/// cut, learning_rate, why, with numbers as expressions.
Value made(const Request& request) {
    auto held = std::make_shared<HeldRecipe>(
        HeldRecipe{sized_like(request.text("name"), request.text("json"), request.pairs("settings"),
                              named_text(request, "like")),
                   context_of(request)});
    const SizedRecipe& recipe = held->recipe;
    Value tensors = Value::array();
    for (const SizedTensor& one : recipe.tensors) {
        tensors.push_back(
            Value::array({one.name, one.role, or_null(one.layer), one.shape, or_null(one.fan_in),
                          one.has_law ? std::string(to_string(one.law)) : "any", one.std, one.scale, one.cut,
                          one.learning_rate, one.why}));
    }
    Value value = {{"name", recipe.name},
                   {"summary", recipe.summary},
                   {"parameters", recipe.parameters},
                   {"notes", recipe.notes},
                   {"tensors", tensors}};
    value["object"] = keep(std::move(held));
    return value;
}

/// [equal, text, json]
Value described(const RecipeDiff& diff) {
    return Value::array({diff.empty(), recipe_diff_text(diff), write_json(recipe_diff_json(diff))});
}

/// {before, after, options}
Value compared_recipes(const Request& request) {
    return described(compare_recipes(request.object<HeldRecipe>("before")->recipe,
                                     request.object<HeldRecipe>("after")->recipe, context_of(request)));
}

/// {before, after, settings, options, like}: both at the same sizes; a recipe is its name, and its text where
/// it is the user's own
Value compared_alike(const Request& request) {
    const auto recipe_named = [&](const char* name) {
        const NamedText given = named_text(request, name);
        return recipe_called(given.first, given.second);
    };
    const Recipe first = recipe_named("before");
    const Recipe second = recipe_named("after");
    const NamedText like = named_text(request, "like");
    std::optional<ModelConfig> config;
    if (!like.first.empty()) config = model_config(like.first, like.second);
    auto both = sized_alike(first, second, shared_settings(first, second, config, request.pairs("settings")));
    return described(compare_recipes(std::move(both.first), std::move(both.second), context_of(request)));
}

/// {recipe, networks}: the number of the report
Value report_of(const Request& request) {
    const auto recipe = request.object<HeldRecipe>("recipe");
    const HeldRecipe& held = *recipe;
    const auto networks = request.whole("networks");
    return keep(run(held.context, request, [&](const Context& context, Progress&) {
        HeldReport made;
        made.report = recipe_report(held.recipe, predict_stream(held.recipe, context.digits), context);
        if (networks > 0) add_samples(made.report, held.recipe, networks, context);
        made.text = evidence_text(made.report.records);
        return std::make_shared<HeldReport>(std::move(made));
    }));
}

/// {recipe, kind: torch, jax or spec}
Value code_of(const Request& request) {
    const auto held = request.object<HeldRecipe>("recipe");
    const std::string kind = request.text("kind");
    if (kind == "torch") return torch_code(held->recipe, held->context);
    if (kind == "jax") return jax_code(held->recipe, held->context);
    return recipe_spec(held->recipe, held->context);
}

Value names(const Request&) {
    Value all = Value::array();
    for (const Recipe& one : shipped_recipes()) all.push_back(one.name);
    return all;
}

}  // namespace

std::span<const Function> recipe_functions() {
    static constexpr std::array all = {Function{"recipe", &made},
                                       Function{"recipe.report", &report_of},
                                       Function{"recipe.code", &code_of},
                                       Function{"diff_recipes", &compared_recipes},
                                       Function{"diff_recipes_alike", &compared_alike},
                                       Function{"recipe_names", &names}};
    return all;
}

}  // namespace sigprop::python

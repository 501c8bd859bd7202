// Recipes: a model's tensors with their proved stds, and its stream.

#include <pybind11/stl.h>

#include "engine/recipe/prediction.hpp"
#include "engine/recipe/recipe_config.hpp"
#include "engine/recipe/recipe_diff.hpp"
#include "engine/recipe/recipe_report.hpp"
#include "engine/recipe/sampled_recipe.hpp"
#include "engine/recipe/sized_recipe.hpp"
#include "report/table.hpp"

#include "reports.hpp"
#include "running.hpp"
#include "text.hpp"

namespace sigprop::python {
namespace {

struct HeldRecipe {
    SizedRecipe recipe;
    Context context;

    std::string code(const std::string& kind) const {
        if (kind == "torch") return torch_code(recipe, context);
        if (kind == "jax") return jax_code(recipe, context);
        return recipe_spec(recipe, context);
    }
};

/// A text and what it is called; none where there is no text.
using NamedText = std::pair<std::string, std::string>;

/// `json` is a recipe of the user's own where it is not empty.
Recipe recipe_called(const std::string& name, const std::string& json) {
    return json.empty() ? shipped_recipe(name) : read_recipe(json, name);
}

/// `like` is a config.json; without a name its model type chooses the recipe.
std::shared_ptr<HeldRecipe> made(const std::string& name, const std::string& json,
                                 const RecipeSettings& settings, const py::dict& options,
                                 const NamedText& like) {
    Context context = context_of(options);
    if (like.first.empty())
        return std::make_shared<HeldRecipe>(HeldRecipe{sized(recipe_called(name, json), settings), context});
    const ModelConfig config = model_config(like.first, like.second);
    const Recipe own = name.empty() ? recipe_of(config) : recipe_called(name, json);
    return std::make_shared<HeldRecipe>(
        HeldRecipe{sized(own, with_settings(config_settings(own, config, settings), settings)), context});
}

/// (equal, text, json)
py::tuple described(const RecipeDiff& diff) {
    return py::make_tuple(diff.empty(), text_of(recipe_diff_text(diff)),
                          text_of(write_json(recipe_diff_json(diff))));
}

py::tuple compared_recipes(const HeldRecipe& before, const HeldRecipe& after, const py::dict& options) {
    return described(compare_recipes(before.recipe, after.recipe, context_of(options)));
}

/// Both at the same sizes; a recipe is its name, and its text where it is the user's own.
py::tuple compared_alike(const NamedText& before, const NamedText& after, const RecipeSettings& settings,
                         const py::dict& options, const NamedText& like) {
    const Recipe first = recipe_called(before.first, before.second);
    const Recipe second = recipe_called(after.first, after.second);
    std::optional<ModelConfig> config;
    if (!like.first.empty()) config = model_config(like.first, like.second);
    auto both = sized_alike(first, second, shared_settings(first, second, config, settings));
    return described(compare_recipes(std::move(both.first), std::move(both.second), context_of(options)));
}

std::shared_ptr<HeldReport> report_of(const HeldRecipe& held, std::int64_t networks) {
    return run(held.context, [&](const Context& context, Progress&) {
        HeldReport made;
        made.report = recipe_report(held.recipe, predict_stream(held.recipe, context.digits), context);
        if (networks > 0) add_samples(made.report, held.recipe, networks, context);
        made.text = evidence_text(made.report.records);
        return std::make_shared<HeldReport>(std::move(made));
    });
}

/// (name, role, layer, shape, fan_in, law, std, scale, cut, learning_rate, why), numbers as expressions
py::list tensors(const HeldRecipe& held) {
    py::list rows;
    for (const SizedTensor& one : held.recipe.tensors) {
        rows.append(py::make_tuple(one.name, one.role, one.layer, one.shape, one.fan_in,
                                   one.has_law ? to_string(one.law) : "any", one.std, one.scale, one.cut,
                                   one.learning_rate, one.why));
    }
    return rows;
}

}  // namespace

void bind_recipe(py::module_& module) {
    py::class_<HeldRecipe, std::shared_ptr<HeldRecipe>>(module, "Recipe")
        .def_property_readonly("name", [](const HeldRecipe& held) { return held.recipe.name; })
        .def_property_readonly("summary", [](const HeldRecipe& held) { return held.recipe.summary; })
        .def_property_readonly("parameters", [](const HeldRecipe& held) { return held.recipe.parameters; })
        .def_property_readonly("notes", [](const HeldRecipe& held) { return held.recipe.notes; })
        .def("tensors", &tensors)
        .def("report", &report_of, py::arg("networks"))
        .def("code", &HeldRecipe::code, py::arg("kind"));
    module.def("recipe", &made, py::arg("name"), py::arg("json"), py::arg("settings"), py::arg("options"),
               py::arg("like"));
    module.def("diff_recipes", &compared_recipes, py::arg("before"), py::arg("after"), py::arg("options"));
    module.def("diff_recipes_alike", &compared_alike, py::arg("before"), py::arg("after"),
               py::arg("settings"), py::arg("options"), py::arg("like"));
    module.def("recipe_names", [] {
        std::vector<std::string> names;
        for (const Recipe& one : shipped_recipes()) names.push_back(one.name);
        return names;
    });
}

}  // namespace sigprop::python

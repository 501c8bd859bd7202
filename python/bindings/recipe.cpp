// Recipes: a model's tensors with their proved stds, and its stream.

#include <pybind11/stl.h>

#include "engine/recipe/prediction.hpp"
#include "engine/recipe/recipe_report.hpp"
#include "engine/recipe/sampled_recipe.hpp"
#include "engine/recipe/sized_recipe.hpp"
#include "report/table.hpp"

#include "reports.hpp"
#include "running.hpp"

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

/// `json` is a recipe of the user's own where it is not empty.
std::shared_ptr<HeldRecipe> made(const std::string& name, const std::string& json,
                                 const RecipeSettings& settings, const py::dict& options) {
    Context context = context_of(options);
    const Recipe own = json.empty() ? shipped_recipe(name) : read_recipe(json, name);
    return std::make_shared<HeldRecipe>(HeldRecipe{sized(own, settings), context});
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
        rows.append(py::make_tuple(one.name, one.role, one.layer, one.shape, one.fan_in, to_string(one.law),
                                   one.std, one.scale, one.cut, one.learning_rate, one.why));
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
    module.def("recipe", &made, py::arg("name"), py::arg("json"), py::arg("settings"), py::arg("options"));
    module.def("recipe_names", [] {
        std::vector<std::string> names;
        for (const Recipe& one : shipped_recipes()) names.push_back(one.name);
        return names;
    });
}

}  // namespace sigprop::python

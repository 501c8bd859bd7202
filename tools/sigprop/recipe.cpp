// sigprop recipe: the initialisation of a whole model.

#include <fmt/format.h>

#include <sigprop/core/base/errors.hpp>

#include "core/base/limits.hpp"
#include "engine/recipe/recipe_report.hpp"
#include "engine/recipe/sampled_recipe.hpp"

#include "command.hpp"
#include "delivery.hpp"
#include "recipe_flags.hpp"
#include "recipe_text.hpp"
#include "terminal.hpp"

namespace sigprop::tool {
namespace {

std::string code(const std::string& kind, const SizedRecipe& recipe, const Context& context) {
    if (kind == "python") return torch_code(recipe, context);
    if (kind == "jax") return jax_code(recipe, context);
    if (kind == "spec") return recipe_spec(recipe, context);
    if (kind == "train") return train_command(recipe);
    refuse_value("emit", kind, "python (PyTorch), jax, spec or train");
}

Exit recipe_exit(const Report& report) {
    Exit code = Exit::ok;
    for (const Record& one : report.records) {
        if (one.verdict == Verdict::inconsistent || find_internal_error(one) != nullptr)
            code = Exit::internal;
        if (!one.computed.decimal) code = worse(code, Exit::undecided);
    }
    return code;
}

}  // namespace

Exit run_recipe(const Invocation& call) {
    const std::optional<ModelConfig> config = given_config(call.flags);
    if (call.words.empty() && !config) {
        for (const char* flag : {"emit", "set", "networks"})
            if (call.flags.has(flag))
                throw InputError(
                    fmt::format("--{} needs the name of a recipe; `sigprop recipe` lists all names", flag));
        print(recipe_list());
        return Exit::ok;
    }
    const Delivery delivery(call);
    Context context = call.options.context;
    constexpr long digits_of_table = 12;
    if (!call.options.own_digits && !call.options.output("json")) context.digits = digits_of_table;
    const Recipe chosen = call.words.empty() ? recipe_of(*config) : recipe_named(call.words.front());
    const SizedRecipe recipe = sized(chosen, sizes_given(chosen, call.flags, config));
    if (const auto kind = call.flags.one("emit")) {
        for (const auto& [flag, path] : call.options.outputs)
            throw InputError("--emit writes code instead of a report: remove --" + std::string(flag));
        if (call.flags.has("networks"))
            throw InputError("--emit writes code and samples nothing: remove --networks");
        print(code(*kind, recipe, context));
        return Exit::ok;
    }
    Report report = recipe_report(recipe, predict_stream(recipe, context.digits), context);
    if (const auto networks = call.flags.count("networks", 1'000'000))
        add_samples(report, recipe, *networks, context);
    Forms forms = record_forms(evidence_text);
    forms.text = whole([&](const Report& made, const TextOptions&) { return recipe_text(recipe, made); });
    const Exit code = recipe_exit(report);
    return delivery.finish(std::move(report), code, forms);
}

}  // namespace sigprop::tool

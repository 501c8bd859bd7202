// sigprop recipe: the initialisation of a whole model.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <sigprop/core/base/errors.hpp>

#include "core/base/limits.hpp"
#include "engine/recipe/recipe_report.hpp"
#include "engine/recipe/sampled_recipe.hpp"
#include "formats/files.hpp"

#include "command.hpp"
#include "delivery.hpp"
#include "recipe_text.hpp"
#include "terminal.hpp"

namespace sigprop::tool {
namespace {

/// Flags that are sizes: "d-model" is d_model.
constexpr std::array<const char*, 8> size_flags = {"d-model",    "d-ff",  "layers",  "heads",
                                                   "activation", "vocab", "context", "kv-heads"};

RecipeSettings settings_of(const GivenFlags& flags) {
    RecipeSettings settings;
    for (const char* flag : size_flags) {
        if (const auto text = flags.one(flag)) {
            std::string name = flag;
            std::ranges::replace(name, '-', '_');
            settings.emplace_back(name, *text);
        }
    }
    for (const std::string& pair : flags.all("set")) {
        const std::size_t equals = pair.find('=');
        if (equals == 0 || equals == std::string::npos || equals + 1 == pair.size())
            refuse_value("set", pair, "NAME=VALUE, such as std=0.01");
        settings.emplace_back(pair.substr(0, equals), pair.substr(equals + 1));
    }
    return settings;
}

Recipe recipe_named(const std::string& word) {
    if (word.ends_with(".json")) return read_recipe(read_file(word), word);
    return shipped_recipe(word);
}

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
    if (call.words.empty()) {
        for (const char* flag : {"emit", "set", "networks"})
            if (call.flags.has(flag))
                throw InputError(
                    fmt::format("--{} needs the name of a recipe; `sigprop recipe` lists them", flag));
        print(recipe_list());
        return Exit::ok;
    }
    const Delivery delivery(call);
    Context context = call.options.context;
    constexpr long digits_of_table = 12;
    if (!call.options.own_digits && !call.options.output("json")) context.digits = digits_of_table;
    const SizedRecipe recipe = sized(recipe_named(call.words.front()), settings_of(call.flags));
    if (const auto kind = call.flags.one("emit")) {
        for (const auto& [flag, path] : call.options.outputs)
            throw InputError("--emit writes code instead of a report: leave out --" + std::string(flag));
        if (call.flags.has("networks"))
            throw InputError("--emit writes code, which samples nothing: leave out --networks");
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

#include "engine/recipe/recipe.hpp"

#include <algorithm>
#include <array>
#include <sigprop/core/base/errors.hpp>

#include "core/base/embedded.hpp"
#include "core/base/suggest.hpp"
#include "core/base/words.hpp"
#include "formats/field.hpp"

namespace sigprop {
namespace {

/// In the order of TensorLaw.
constexpr std::array<std::string_view, 5> tensor_laws = {"normal", "truncated_normal", "uniform", "constant",
                                                         "any"};

}  // namespace

const std::vector<std::string>& tensor_roles() {
    static const std::vector<std::string> names = {
        "embedding",     "position",  "patch_embedding",  "query_key_value", "query",     "key",
        "value",         "query_key", "attention_output", "gate_up",         "hidden",    "up",
        "hidden_output", "head",      "router",           "convolution",     "norm_gain", "bias",
        "other"};
    return names;
}

std::string_view to_string(TensorLaw law) { return tensor_laws.at(static_cast<std::size_t>(law)); }

std::optional<TensorLaw> read_tensor_law(const Json& object) {
    const std::size_t word = one_of(needed(object, "law"), "law", tensor_laws);
    return word + 1 < tensor_laws.size() ? std::optional(static_cast<TensorLaw>(word)) : std::nullopt;
}

const std::vector<Recipe>& shipped_recipes() {
    static const std::vector<Recipe> all = [] {
        std::vector<Recipe> recipes;
        for (const embedded::File& file : embedded::recipes())
            recipes.push_back(read_recipe(file.text, "src/recipes/" + std::string(file.name) + ".json"));
        return recipes;
    }();
    return all;
}

const Recipe& shipped_recipe(std::string_view name) {
    std::vector<std::string> names;
    for (const Recipe& one : shipped_recipes()) {
        if (one.name == name) return one;
        names.push_back(one.name);
    }
    const std::optional<std::string> nearest = nearest_name(name, names);
    throw InputError("no recipe is named '" + std::string(name.substr(0, 60)) + "'" +
                     (nearest ? "; did you mean '" + *nearest + "'?"
                              : "; the recipes are " + joined(names) + ", or give your own file, NAME.json"));
}

}  // namespace sigprop

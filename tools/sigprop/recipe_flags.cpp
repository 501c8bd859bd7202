#include "recipe_flags.hpp"

#include <algorithm>
#include <array>

#include "reading.hpp"

namespace sigprop::tool {
namespace {

/// Flags that are sizes: "d-model" is d_model.
constexpr std::array<const char*, 8> size_flags = {"d-model",  "d-ff",       "layers", "heads",
                                                   "kv-heads", "activation", "vocab",  "context"};

}  // namespace

Recipe recipe_named(const std::string& word) {
    if (word.ends_with(".json")) return read_recipe(read_named("the recipe", word), word);
    return shipped_recipe(word);
}

RecipeSettings given_sizes(const GivenFlags& flags) {
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

std::optional<ModelConfig> given_config(const GivenFlags& flags) {
    const auto path = flags.one("like");
    if (!path) return std::nullopt;
    return reading("the config", *path, [&] { return read_model_config(*path); });
}

RecipeSettings sizes_given(const Recipe& recipe, const GivenFlags& flags,
                           const std::optional<ModelConfig>& config) {
    RecipeSettings given = given_sizes(flags);
    if (!config) return given;
    return with_settings(config_settings(recipe, *config, given), given);
}

}  // namespace sigprop::tool

#pragma once
// Recipes and their sizes as commands take them: a name or a file, flags, --set, and --like with a
// config.json.

#include <optional>
#include <string>

#include "engine/recipe/recipe_config.hpp"

#include "flags.hpp"

namespace sigprop::tool {

/// A shipped recipe, or one of the user's own: NAME.json.
[[nodiscard]] Recipe recipe_named(const std::string& word);

/// What flags and --set say.
[[nodiscard]] RecipeSettings given_sizes(const GivenFlags& flags);

/// The config.json of --like.
[[nodiscard]] std::optional<ModelConfig> given_config(const GivenFlags& flags);

/// What flags say, and what --like says of the rest.
[[nodiscard]] RecipeSettings sizes_given(const Recipe& recipe, const GivenFlags& flags,
                                         const std::optional<ModelConfig>& config);

}  // namespace sigprop::tool

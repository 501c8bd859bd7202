#pragma once
// Recipes for people at a terminal.

#include <sigprop/engine/record.hpp>
#include <string>

#include "engine/recipe/recipe.hpp"
#include "engine/recipe/sized_recipe.hpp"

namespace sigprop::tool {

/// `show recipe.gpt2`: what it is, from where, its sizes and its tensors, with names for sizes.
[[nodiscard]] std::string recipe_description(const Recipe& recipe);

/// `recipe` alone: a line for each.
[[nodiscard]] std::string recipe_list();

/// `recipe gpt2`: every tensor with its shape, law and std, and the stream block by block. `report` is that
/// of the recipe, with the curves of sampled networks if there are any.
[[nodiscard]] std::string recipe_text(const SizedRecipe& recipe, const Report& report);

}  // namespace sigprop::tool

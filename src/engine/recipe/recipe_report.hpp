#pragma once
// A sized recipe as records and curves, and as code and data to use.

#include <sigprop/core/base/context.hpp>
#include <sigprop/engine/record.hpp>
#include <string>

#include "engine/recipe/prediction.hpp"
#include "engine/recipe/sized_recipe.hpp"

namespace sigprop {

/// A record for each tensor with a random law, its std, named "recipe.gpt2.wte.weight"; and the curves
/// recipe.gpt2.second_moment, .least_second_moment and .gradient_ratio against the block.
[[nodiscard]] Report recipe_report(const SizedRecipe& recipe, const StreamPrediction& stream,
                                   const Context& context);

/// A curve against the block, whose points have no values yet.
[[nodiscard]] Series block_curve(const std::string& id, const char* what, std::size_t points);

/// A function init_weights(model) for PyTorch, and parameter_groups(model, lr) where the recipe has learning
/// rates. Numbers are the doubles nearest to the exact values.
[[nodiscard]] std::string torch_code(const SizedRecipe& recipe, const Context& context);
/// A function init_params(key, tree) for JAX.
[[nodiscard]] std::string jax_code(const SizedRecipe& recipe, const Context& context);
/// A call of `sigprop train` for networks of this recipe, on one line.
/// Errors   InputError for what such networks cannot be: laws that differ between matrices or layers
[[nodiscard]] std::string train_command(const SizedRecipe& recipe);
/// Names' patterns, shapes and laws as JSON, for `sigprop measure model --spec`.
[[nodiscard]] std::string recipe_spec(const SizedRecipe& recipe, const Context& context);

}  // namespace sigprop

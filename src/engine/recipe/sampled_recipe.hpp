#pragma once
// The networks that a recipe describes, sampled: the second route to what prediction.hpp says.

#include <cstdint>
#include <sigprop/core/base/context.hpp>
#include <sigprop/engine/record.hpp>

#include "engine/recipe/sized_recipe.hpp"
#include "models/network/network.hpp"

namespace sigprop {

/// The recipe's blocks as a network; its input are tokens with |x|^2 = d initial.
/// Errors   InputError for what such networks cannot be: matrices of a block with different laws, heads that
///          are not d_model / heads wide, layers that differ in more than the size of a branch
[[nodiscard]] NetworkDesign network_of(const SizedRecipe& recipe);

/// Samples networks of sequences of one token, and appends the curves sampled_second_moment and
/// sampled_gradient_ratio: means over networks with their standard errors.
/// Errors   as network_of and sample_networks
void add_samples(Report& report, const SizedRecipe& recipe, std::int64_t networks, const Context& context);

}  // namespace sigprop

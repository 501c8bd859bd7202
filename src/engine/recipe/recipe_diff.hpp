#pragma once
// Two recipes tensor by tensor: where the laws of the same matrix differ, and which matrices only one of them
// has. Tensors are matched by their names, else by their roles in the order of each recipe, so that the query
// of one library meets that of another, and a fused matrix meets each of its parts. Tensors of the role other
// are matched by names alone.

#include <cstdint>
#include <optional>
#include <sigprop/core/base/context.hpp>
#include <string>
#include <vector>

#include "engine/recipe/recipe_config.hpp"
#include "formats/json.hpp"

namespace sigprop {

/// One tensor of a recipe, as it is compared.
struct ComparedTensor {
    std::string name, law;
    std::string expression;            ///< of the std, or of a constant's value
    std::string written;               ///< the scale with the names of sizes
    std::optional<std::string> value;  ///< the std, or a constant's value: proved digits
    std::optional<std::string> cut;
    std::string learning_rate;  ///< empty: the recipe does not say
    std::string tied_to;
    std::vector<std::int64_t> shape;
};

struct RecipeChange {
    std::string role;
    std::optional<std::int64_t> layer;  ///< where the law differs from layer to layer
    std::vector<std::string> differs;   ///< law, std, value, cut, learning_rate, tied_to
    ComparedTensor before, after;
};

struct LoneTensor {
    std::string role;
    ComparedTensor tensor;
};

struct RecipeDiff {
    SizedRecipe before, after;
    std::vector<RecipeChange> changed;
    std::vector<LoneTensor> only_before, only_after;
    std::size_t compared = 0;  ///< pairs of tensors, layers with laws of their own each by itself

    [[nodiscard]] bool empty() const { return changed.empty() && only_before.empty() && only_after.empty(); }
};

/// Both recipes at the same sizes: those that are given, and whole numbers that both know and nobody gave as
/// the first has them. A std is the recipe's own, and so is an activation.
/// Errors   InputError as of `sized`, and for a size that neither has
[[nodiscard]] std::pair<SizedRecipe, SizedRecipe> sized_alike(const Recipe& before, const Recipe& after,
                                                              const RecipeSettings& settings);

/// What is given, and of the rest what the config says to the first recipe that takes it, for both.
/// Errors   those of the first where neither takes it
[[nodiscard]] RecipeSettings shared_settings(const Recipe& before, const Recipe& after,
                                             const std::optional<ModelConfig>& config,
                                             const RecipeSettings& given);

/// Stds are different where their enclosures are disjoint.
/// Accuracy digits of the context
/// Errors   InputError for a std that has no value
[[nodiscard]] RecipeDiff compare_recipes(SizedRecipe before, SizedRecipe after, const Context& context);

/// The sizes that both have, a line for each side of a change, and a summary.
[[nodiscard]] std::string recipe_diff_text(const RecipeDiff& diff);

/// As results/schema/recipe_diff.schema.json says.
[[nodiscard]] Json recipe_diff_json(const RecipeDiff& diff);

}  // namespace sigprop

#pragma once
// A recipe whose sizes have values: every tensor of the model with its shape and its law, as expressions that
// can be evaluated with proof.
//
//     const SizedRecipe gpt2 = sized(shipped_recipe("gpt2"), {{"layers", "24"}});
//     gpt2.tensors[5].std;     // "0.02 / sqrt(2 * 24)"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/recipe/recipe.hpp"

namespace sigprop {

struct SizedTensor {
    std::string
        name;  ///< as in the recipe; of a tensor that differs from layer to layer with the layer's number
    std::string group;     ///< the name in the recipe, the same in all layers
    std::string in_files;  ///< as `name`, in files; empty where that is the same
    std::string pattern;   ///< a regular expression, the same in Python and ECMAScript: names of parameters
                           ///< have a match
    std::string role;
    std::optional<std::int64_t> layer;  ///< of a tensor that differs from layer to layer
    std::vector<std::int64_t> shape;
    std::optional<std::int64_t> fan_in;  ///< none for vectors
    bool has_law = true;                 ///< else `why` says what its numbers are
    TensorLaw law = TensorLaw::normal;
    std::string tied_to;  ///< the name of the tensor whose numbers it shares; empty: they are its own
    // Canonical expressions:
    std::string scale, cut, learning_rate;  ///< as in RecipeTensor
    std::string std;                        ///< of the law, after truncation; constants have none
    std::string written;                    ///< the scale with the names of sizes in place of their values
    std::string why;
};

struct SizedRecipe {
    std::string name, summary;
    std::vector<std::pair<std::string, std::string>> parameters;  ///< with their values
    std::vector<std::pair<std::string, std::string>> given;       ///< those that are not the recipe's own
    std::vector<std::string> notes;
    std::vector<RecipeSource> sources;
    std::string activation;  ///< of a gated unit, that of the gate
    bool gated = false;
    std::int64_t d_model = 1, d_ff = 1, layers = 1, heads = 1;  ///< 1 where the recipe has no such size
    std::vector<SizedTensor> tensors;
    RecipeStream stream;  ///< with values in its expressions; not every recipe has one

    /// The tensor of this role in a layer; nullptr if there is none.
    [[nodiscard]] const SizedTensor* find(std::string_view role, std::int64_t layer) const;
};

using RecipeSettings = std::vector<std::pair<std::string, std::string>>;  ///< size and expression

/// Of two settings of one size the last holds where `over` stands for what a person gave.
[[nodiscard]] RecipeSettings with_settings(RecipeSettings settings, const RecipeSettings& over);

/// Errors   InputError for an unknown size (with the nearest), sizes that are no whole numbers from 1 to
///          10^12 (layers: 10^4) or do not divide as the recipe says, a size that another asks for, an
///          expression that does not bind
[[nodiscard]] SizedRecipe sized(const Recipe& recipe, const RecipeSettings& settings = {});

/// The regular expression for a recipe's name of a tensor: * is a layer's number, ** anything. Frameworks put
/// modules' names before it, and separate names by dots or slashes.
[[nodiscard]] std::string name_pattern(const std::string& name);

}  // namespace sigprop

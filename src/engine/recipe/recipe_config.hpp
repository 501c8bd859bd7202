#pragma once
// The sizes of a recipe from a config.json, as transformers and diffusers write it beside a model. Which key
// says which size stands in the recipe (RecipeParameter::config).
//
//     const ModelConfig config = read_model_config("models/Qwen3-8B");
//     sized(recipe_of(config), config_settings(recipe_of(config), config, {}));

#include <string>
#include <vector>

#include "engine/recipe/sized_recipe.hpp"
#include "formats/json.hpp"

namespace sigprop {

struct ModelConfig {
    std::string text, name;  ///< name is that of the file, for errors
    Json root;

    /// model_type, or _class_name as diffusers writes it; empty where it has neither.
    [[nodiscard]] std::string type() const;
};

/// Errors   InputError "name:line:column: …" for what is no JSON, and no object
[[nodiscard]] ModelConfig model_config(std::string text, std::string name);

/// The same of a file, or of the config.json in a folder.
/// Errors   as model_config; IoError for what cannot be read
[[nodiscard]] ModelConfig read_model_config(const std::string& path);

/// The recipe of the config's model type. A model of several towers whose text_config has one is taken by
/// that.
/// Errors   InputError where there is none
[[nodiscard]] const Recipe& recipe_of(const ModelConfig& config);

/// Whether the recipe's sizes may be those of this config.
[[nodiscard]] bool takes_config(const Recipe& recipe, const ModelConfig& config);

/// The sizes that the config says, but for those that are given. A key that is missing or null leaves the
/// recipe's default where this follows from other sizes or is no whole number.
/// Errors   InputError "name:line:column: …" for a config of another model, with the recipe that fits; for
///          values that cannot be; for sizes that it does not say, with their keys
[[nodiscard]] RecipeSettings config_settings(const Recipe& recipe, const ModelConfig& config,
                                             const RecipeSettings& given);

}  // namespace sigprop

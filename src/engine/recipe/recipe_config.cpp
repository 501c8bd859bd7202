#include "engine/recipe/recipe_config.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <sigprop/core/base/errors.hpp>

#include "core/base/digit.hpp"
#include "core/base/words.hpp"
#include "core/expression/expression.hpp"
#include "core/expression/substitute.hpp"
#include "formats/field.hpp"
#include "formats/files.hpp"
#include "formats/place.hpp"
#include "quantities/activation/table.hpp"

namespace sigprop {
namespace {

/// Activations by the names that transformers' ACT2FN and T5's feed_forward_proj have for them, where ours
/// are others.
constexpr std::array<std::pair<std::string_view, std::string_view>, 16> activation_names = {{
    {"gelu_new", "gelu_tanh"},
    {"gelu_pytorch_tanh", "gelu_tanh"},
    {"gelu_fast", "gelu_tanh"},
    {"gelu_accurate", "gelu_tanh"},
    {"gelu-approximate", "gelu_tanh"},
    {"gelu_python", "gelu"},
    {"swish", "silu"},
    {"relu2", "squared_relu"},
    {"linear", "identity"},
    {"hardswish", "hard_swish"},
    {"hardsigmoid", "hard_sigmoid"},
    {"hard_tanh", "hardtanh"},
    {"gated-gelu", "glu(gelu_tanh)"},
    {"gated-silu", "glu(silu)"},
    {"gated-relu", "glu(relu)"},
    {"geglu", "geglu"},
}};

/// The value below a path of keys and positions, "vision_config.hidden_size", "hidden_sizes.0"; a null
/// pointer where there is none, or null.
const Json* value_at(const Json& root, std::string_view path) {
    const Json* at = &root;
    while (at != nullptr && !path.empty()) {
        const std::size_t dot = std::min(path.find('.'), path.size());
        const std::string part(path.substr(0, dot));
        path.remove_prefix(std::min(dot + 1, path.size()));
        constexpr std::size_t max_digits = 4;
        if (!at->is_array()) {
            at = at->find(part);
        } else if (is_digits(part) && part.size() <= max_digits && std::stoul(part) < at->size()) {
            at = &at->as_array()[std::stoul(part)];
        } else {
            at = nullptr;
        }
    }
    return at;
}

std::string type_of(const Json& root) {
    for (const char* key : {"model_type", "_class_name"})
        if (const Json* type = root.find(key); type != nullptr && type->is_string()) return type->as_string();
    return "";
}

bool has(const std::vector<std::string>& list, const std::string& one) {
    return std::ranges::find(list, one) != list.end();
}

/// The recipe of a model type; a null pointer where there is none.
const Recipe* recipe_of_type(const std::string& type) {
    for (const Recipe& one : shipped_recipes())
        if (has(one.model_types, type)) return &one;
    return nullptr;
}

/// The part of the config that speaks of the language model alone.
const Json* text_part(const ModelConfig& config) {
    const Json* text = config.root.find("text_config");
    return text != nullptr && text->is_object() ? text : nullptr;
}

class ConfigReader {
public:
    ConfigReader(const Recipe& recipe, const ModelConfig& config, const RecipeSettings& given)
        : recipe_(recipe), config_(config), given_(given), root_(&config.root) {}

    RecipeSettings operator()() {
        check_type();
        RecipeSettings settings;
        std::vector<std::string> missing;
        for (const RecipeParameter& one : recipe_.parameters) {
            if (one.config.empty() || is_given(one.name)) continue;
            const Json* value = nullptr;
            std::string key;
            for (const std::string& each : one.config) {
                value = value_at(*root_, each);
                key = each;
                if (value != nullptr) break;
            }
            // null leaves the default, and of what may be left out it means none
            if (value != nullptr && value->is_null()) {
                if (one.kind == RecipeParameterKind::count) settings.emplace_back(one.name, "0");
            } else if (value != nullptr) {
                settings.emplace_back(one.name, text_of(one, *value, key));
            } else if (is_needed(one)) {
                missing.push_back(one.config.front() + " (" + one.name + ")");
            }
        }
        if (!missing.empty())
            refuse(*root_, fmt::format("it lacks {}, which {} needs: add {} there, or give {} by flags",
                                       joined(missing), recipe_.name, missing.size() == 1 ? "it" : "them",
                                       missing.size() == 1 ? "the size" : "the sizes"));
        return settings;
    }

private:
    [[nodiscard]] bool is_given(const std::string& name) const {
        return std::ranges::find(given_, name, &RecipeSettings::value_type::first) != given_.end();
    }

    /// The config of the recipe's own library, or of a model whose sizes it takes; of several towers the
    /// text's.
    void check_type() {
        if (recipe_.model_types.empty() && recipe_.takes_sizes_of.empty())
            throw InputError("no config.json has the sizes of " + recipe_.name +
                             ": give them by flags, such as --set");
        const std::string type = type_of(*root_);
        if (type.empty())
            refuse(*root_, "it has neither model_type nor _class_name, so its model is unknown");
        if (fits(type)) return;
        const Json* text = text_part(config_);
        if (text != nullptr && fits(type_of(*text))) {
            root_ = text;
            return;
        }
        const Recipe* other = recipe_of_type(type);
        if (other == nullptr && text != nullptr) other = recipe_of_type(type_of(*text));
        const Json* key = root_->find("model_type");
        if (key == nullptr) key = &root_->at("_class_name");
        refuse(*key, fmt::format("this is a config of {}, but {} needs one of {}: {}", type, recipe_.name,
                                 joined(accepted()),
                                 other != nullptr ? "the recipe " + other->name + " fits"
                                                  : "no recipe covers " + type));
    }

    [[nodiscard]] bool fits(const std::string& type) const {
        return has(recipe_.model_types, type) || has(recipe_.takes_sizes_of, type);
    }

    [[nodiscard]] std::vector<std::string> accepted() const {
        std::vector<std::string> all = recipe_.model_types;
        all.insert(all.end(), recipe_.takes_sizes_of.begin(), recipe_.takes_sizes_of.end());
        return all;
    }

    /// Whether the recipe's default would be a guess: a whole number of some model that the config is not.
    [[nodiscard]] bool is_needed(const RecipeParameter& one) const {
        if (one.kind != RecipeParameterKind::integer || !is_digits(one.fallback)) return false;
        if (one.name == "layers" || one.name == "heads") return true;
        const auto names = [&](const std::string& text) {
            return !text.empty() && mentions(parse_expression(text), one.name);
        };
        for (const RecipeTensor& tensor : recipe_.tensors)
            if (std::ranges::any_of(tensor.shape, names) || names(tensor.scale) || names(tensor.fan_in))
                return true;
        return std::ranges::any_of(recipe_.parameters,
                                   [&](const RecipeParameter& other) { return names(other.fallback); });
    }

    static std::string text_of(const RecipeParameter& one, const Json& value, const std::string& key) {
        using enum RecipeParameterKind;
        if (one.kind == activation) return activation_of(one, value, key);
        if (one.kind == count && value.is_boolean()) return value.as_boolean() ? "1" : "0";
        if (!value.is_number())
            refuse(value, fmt::format("{} must be a number: the recipe uses it as {}", key, one.name));
        const std::string& text = value.as_number_text();
        if (one.kind == integer && (!value.is_integer() || text.front() == '-' || text == "0"))
            refuse(value,
                   fmt::format("{} must be a whole number of 1 or more, not {}: the recipe uses it as {}",
                               key, text, one.name));
        if (one.kind == count && (!value.is_integer() || text.front() == '-'))
            refuse(value, fmt::format("{} must be a whole number of 0 or more, or true or false, not {}: the "
                                      "recipe uses it as {}",
                                      key, text, one.name));
        if (one.kind == real && text.front() == '-')
            refuse(value, fmt::format("{} must not be negative: the recipe uses it as {}", key, one.name));
        return text;
    }

    static std::string activation_of(const RecipeParameter& one, const Json& value, const std::string& key) {
        const std::string& word = value.as_string(key);
        const auto known =
            std::ranges::find(activation_names, word, &std::pair<std::string_view, std::string_view>::first);
        std::string name = known == activation_names.end() ? word : std::string(known->second);
        if (name.starts_with("glu(")) return name;
        const ActivationEntry* entry = find_activation(name);
        if (entry == nullptr)
            refuse(value, fmt::format("{} '{}' is not a known activation: give one by --activation", key,
                                      word.substr(0, 40)));
        // A config names the function of the gate alone.
        const ActivationEntry* usual = find_activation(parse_expression(one.fallback).name);
        if (usual != nullptr && usual->gated && !entry->gated) name = "glu(" + name + ")";
        return name;
    }

    const Recipe& recipe_;
    const ModelConfig& config_;
    const RecipeSettings& given_;
    const Json* root_;
};

}  // namespace

std::string ModelConfig::type() const { return type_of(root); }

ModelConfig model_config(std::string text, std::string name) {
    ModelConfig config{.text = std::move(text), .name = std::move(name), .root = {}};
    config.root = parse_json(config.text, config.name);
    if (!config.root.is_object())
        throw input_error_at(config.text, config.root.offset(), 1, config.name,
                             "a config.json must be an object: {\"model_type\": …}");
    return config;
}

ModelConfig read_model_config(const std::string& path) {
    std::error_code ignored;
    std::string file = path;
    if (std::filesystem::is_directory(path, ignored)) {
        file = (std::filesystem::path(path) / "config.json").string();
        if (!std::filesystem::exists(file, ignored))
            throw InputError(path + " has no config.json: give a folder that has one, or the file itself");
    }
    return model_config(read_file(file), file == "-" ? "standard input" : file);
}

const Recipe& recipe_of(const ModelConfig& config) {
    const std::string type = config.type();
    const Recipe* recipe = recipe_of_type(type);
    const Json* text = text_part(config);
    if (recipe == nullptr && text != nullptr) recipe = recipe_of_type(type_of(*text));
    if (recipe != nullptr) return *recipe;
    if (type.empty())
        throw InputError(config.name +
                         ": it has neither model_type nor _class_name, so its model is unknown");
    std::vector<std::string> names;
    for (const Recipe& one : shipped_recipes())
        names.insert(names.end(), one.model_types.begin(), one.model_types.end());
    std::ranges::sort(names);
    throw InputError(fmt::format("{} has the model type {}, which no recipe covers: recipes cover {}",
                                 config.name, type.substr(0, 60), joined(names)));
}

bool takes_config(const Recipe& recipe, const ModelConfig& config) {
    const auto fits = [&](const Json& root) {
        return has(recipe.model_types, type_of(root)) || has(recipe.takes_sizes_of, type_of(root));
    };
    const Json* text = text_part(config);
    return fits(config.root) || (text != nullptr && fits(*text));
}

RecipeSettings config_settings(const Recipe& recipe, const ModelConfig& config, const RecipeSettings& given) {
    try {
        return ConfigReader(recipe, config, given)();
    } catch (const InputError& error) {
        throw located(error, config.text, config.name);
    }
}

}  // namespace sigprop

#include <algorithm>
#include <array>
#include <set>
#include <sigprop/core/base/errors.hpp>

#include "core/base/embedded.hpp"
#include "core/base/suggest.hpp"
#include "core/expression/expression.hpp"
#include "core/expression/substitute.hpp"
#include "engine/recipe/family_rows.hpp"
#include "engine/recipe/recipe.hpp"
#include "formats/field.hpp"
#include "formats/place.hpp"

namespace sigprop {
namespace {

constexpr std::array<std::string_view, 13> recipe_keys = {
    "recipe",         "summary",    "notes", "sources", "extends", "family", "model_types",
    "takes_sizes_of", "only_named", "sizes", "divides", "tensors", "stream"};
constexpr std::array<std::string_view, 6> size_keys = {"name",    "kind",      "default",
                                                       "meaning", "asks_with", "config"};
constexpr std::array<std::string_view, 13> tensor_keys = {
    "name",  "in_files", "role",          "shape",   "layout", "fan_in", "law",
    "scale", "cut",      "learning_rate", "tied_to", "when",   "why"};
constexpr std::array<std::string_view, 8> stream_keys = {"scheme", "norm",   "causal", "initial",
                                                         "skip",   "scores", "branch", "epsilon"};
constexpr std::array<std::string_view, 2> source_keys = {"what", "url"};
constexpr std::array<std::string_view, 4> kinds = {"integer", "real", "activation", "count"};
constexpr std::array<std::string_view, 2> layouts = {"out_in", "in_out"};
constexpr std::array<std::string_view, 2> schemes = {"pre_norm", "post_norm"};
constexpr std::array<std::string_view, 2> norms = {"rms_norm", "layer_norm"};

class Reader {
public:
    Reader(std::string_view text, std::string_view source) : text_(text), source_(source) {}

    Recipe operator()() {
        const Json root = parse_json(text_, source_);
        try {
            return recipe(root);
        } catch (const InputError& error) {
            throw located(error, text_, source_);
        }
    }

private:
    Recipe recipe(const Json& json) {
        if (const Json* type = json.is_object() ? json.find("model_type") : nullptr;
            type != nullptr && json.find("recipe") == nullptr)
            refuse(*type,
                   "this is a model's config.json, not a recipe: `sigprop recipe --like FOLDER` takes the "
                   "sizes of the config.json in a folder");
        check_keys(json, recipe_keys, "a recipe");
        Recipe recipe = base(json);
        recipe.name = filled(needed(json, "recipe"), "recipe");
        recipe.summary = filled(needed(json, "summary"), "summary");
        if (const Json* notes = json.find("notes")) recipe.notes = texts(*notes, "a note");
        for (const Json& one : needed(json, "sources").as_array("sources")) {
            check_keys(one, source_keys, "a source");
            recipe.sources.push_back(
                {filled(needed(one, "what"), "what"), filled(needed(one, "url"), "url")});
        }
        if (const Json* types = json.find("model_types")) recipe.model_types = texts(*types, "a model type");
        if (const Json* types = json.find("takes_sizes_of"))
            recipe.takes_sizes_of = texts(*types, "a model type");
        if (const Json* only = json.find("only_named")) recipe.only_named = only->as_boolean("only_named");
        if (const Json* sizes = found(json, "sizes")) add_sizes(recipe, *sizes);
        if (const Json* pairs = json.find("divides")) {
            recipe.divides.clear();
            for (const Json& one : pairs->as_array("divides")) recipe.divides.push_back(pair(one));
        }
        if (const Json* family = json.find("family")) use_family(recipe, *family);
        parameters_ = &recipe.parameters;
        if (const Json* tensors = found(json, "tensors")) {
            recipe.tensors.clear();
            for (const Json& one : items(*tensors, "tensors")) recipe.tensors.push_back(tensor(one));
        }
        if (const Json* read = json.find("stream")) {
            recipe.stream = stream(*read);
            for (const char* name : {"d_model", "d_ff", "layers", "heads", "activation"}) {
                if (!names_.contains(name))
                    refuse(json,
                           std::string("sizes must contain ") + name + ", because predictions need them");
            }
        }
        for (const RecipeParameter& one : recipe.parameters) check_kind(one, recipe, json);
        return recipe;
    }

    /// The shipped recipe that this one extends, without what each says of itself: sizes are replaced by
    /// name, all else as a whole.
    Recipe base(const Json& json) {
        const Json* extends = json.find("extends");
        if (extends == nullptr) return {};
        is_whole_ = false;
        const std::string& name = filled(*extends, "extends");
        std::vector<std::string> known;
        for (const embedded::File& file : embedded::recipes()) {
            if (file.name != name) {
                known.emplace_back(file.name);
                continue;
            }
            const std::string place = "src/recipes/" + name + ".json";
            if (parse_json(file.text, place).find("extends") != nullptr)
                refuse(*extends, "'" + name + "' itself extends a recipe: extend that recipe");
            Recipe base = read_recipe(file.text, place);
            base.sources.clear();
            base.notes.clear();
            base.model_types.clear();
            base.takes_sizes_of.clear();
            base.only_named = false;
            for (const RecipeParameter& one : base.parameters) names_.insert(one.name);
            for (const RecipeTensor& one : base.tensors) tensors_.insert(one.name);
            family_ = shipped_family(base.family);
            return base;
        }
        const std::optional<std::string> nearest = nearest_name(name, known);
        refuse(*extends, "no shipped recipe is named '" + name + "'" +
                             (nearest ? "; did you mean '" + *nearest + "'?" : ""));
    }

    /// What a recipe that extends none must have.
    const Json* found(const Json& json, std::string_view key) const {
        return is_whole_ ? &needed(json, key) : json.find(key);
    }

    void add_sizes(Recipe& recipe, const Json& sizes) {
        std::set<std::string, std::less<>> given;
        for (const Json& one : sizes.as_array("sizes")) {
            RecipeParameter read = size(one);
            if (!given.insert(read.name).second) refuse(one, "the size '" + read.name + "' is given twice");
            const auto old = std::ranges::find(recipe.parameters, read.name, &RecipeParameter::name);
            if (old == recipe.parameters.end()) {
                recipe.parameters.push_back(std::move(read));
            } else {
                *old = std::move(read);
            }
        }
    }

    void use_family(Recipe& recipe, const Json& json) {
        recipe.family = filled(json, "family");
        family_ = shipped_family(recipe.family);
        if (family_ != nullptr) return;
        std::vector<std::string> known;
        for (const FamilyEntry& one : family_index()) known.push_back(one.name);
        const std::optional<std::string> nearest = nearest_name(recipe.family, known);
        refuse(json, "no family of src/architectures is named '" + recipe.family + "'" +
                         (nearest ? "; did you mean '" + *nearest + "'?" : ""));
    }

    /// What is counted and divided is a whole number.
    void check_kind(const RecipeParameter& one, const Recipe& recipe, const Json& json) const {
        using enum RecipeParameterKind;
        const bool divides = std::ranges::any_of(recipe.divides, [&](const auto& pair) {
            return pair.first == one.name || pair.second == one.name;
        });
        const bool counts = divides || one.name == "d_model" || one.name == "d_ff" || one.name == "layers" ||
                            one.name == "heads";
        if (counts && one.kind != integer)
            refuse(needed(json, "sizes"), "the size " + one.name + " must have the kind integer");
        if ((one.name == "activation") != (one.kind == activation))
            refuse(needed(json, "sizes"),
                   "the size activation must have the kind activation, and no other size can have it");
    }

    RecipeParameter size(const Json& json) {
        check_keys(json, size_keys, "a size");
        RecipeParameter one;
        one.name = filled(needed(json, "name"), "name");
        if (one.name == "layer")
            refuse(json, "the name layer is reserved: it is the number of a layer, from 0");
        if (one.name == "fan_in" || one.name == "fan_out")
            refuse(json, "the name " + one.name + " is reserved: it belongs to the tensor");
        if (!names_.insert(one.name).second && is_whole_)
            refuse(json, "the size '" + one.name + "' is given twice");
        if (const Json* kind = json.find("kind")) {
            const std::size_t which = one_of(*kind, "kind", kinds);
            one.kind = static_cast<RecipeParameterKind>(which);
        }
        one.fallback = expression(needed(json, "default"), "default");
        one.meaning = filled(needed(json, "meaning"), "meaning");
        if (const Json* with = json.find("asks_with")) one.asks_with = known(*with);
        if (const Json* keys = json.find("config")) {
            if (keys->is_string()) {
                one.config.push_back(filled(*keys, "config"));
            } else {
                one.config = texts(*keys, "config");
            }
        }
        return one;
    }

    std::pair<std::string, std::string> pair(const Json& json) const {
        const std::vector<Json>& both = json.as_array("divides");
        if (both.size() != 2) refuse(json, "an entry of divides must be a pair: [\"heads\", \"d_model\"]");
        return {known(both[0]), known(both[1])};
    }

    RecipeTensor tensor(const Json& json) {
        check_keys(json, tensor_keys, "a tensor");
        RecipeTensor one;
        one.name = filled(needed(json, "name"), "name");
        if (const Json* other = json.find("in_files")) one.in_files = filled(*other, "in_files");
        one.role = tensor_roles()[one_of(needed(json, "role"), "role", tensor_roles())];
        for (const Json& length : needed(json, "shape").as_array("shape"))
            one.shape.push_back(expression(length, "shape"));
        if (const Json* layout = json.find("layout"))
            one.fan_in_first = one_of(*layout, "layout", layouts) == 1;
        if (const Json* fan = json.find("fan_in")) one.fan_in = expression(*fan, "fan_in");
        read_law(json, one);
        if (const Json* rate = json.find("learning_rate"))
            one.learning_rate = expression(*rate, "learning_rate");
        if (const Json* tied = json.find("tied_to")) {
            one.tied_to = filled(*tied, "tied_to");
            if (!tensors_.contains(one.tied_to))
                refuse(*tied, "no tensor before this is named '" + one.tied_to + "'");
        }
        tensors_.insert(one.name);
        if (const Json* when = json.find("when")) one.when = condition(*when);
        if (const Json* why = json.find("why")) one.why = filled(*why, "why");
        if (!one.has_law && one.why.empty())
            refuse(json, "a tensor of the law any must say in why what its numbers are");
        return one;
    }

    void read_law(const Json& json, RecipeTensor& one) const {
        const Json* law = json.find("law");
        if (law == nullptr && family_ != nullptr) return take_law(json, one);
        const std::optional<TensorLaw> named = read_tensor_law(json);
        one.has_law = named.has_value();
        if (const Json* scale = json.find("scale"); scale != nullptr && !one.has_law)
            refuse(*scale, "the law any cannot have a scale: write in why what the numbers are");
        if (one.has_law) {
            one.law = *named;
            one.scale = expression(needed(json, "scale"), "scale");
        }
        if (const Json* cut = json.find("cut")) one.cut = expression(*cut, "cut");
        if (one.cut.empty() == (one.has_law && one.law == TensorLaw::truncated_normal))
            refuse(json, "cut, in units of scale, is only for a truncated_normal");
    }

    /// The law that the family has for this name, its keys of config.json written as sizes.
    void take_law(const Json& json, RecipeTensor& one) const {
        for (const char* key : {"scale", "cut"})
            if (const Json* given = json.find(key))
                refuse(*given, std::string(key) +
                                   " without a law: give all of them, or none to use the law of the family");
        const FamilyLaw* law = family_->law_of(one.name, one.shape.size() > 1);
        if (law == nullptr)
            refuse(json, "the family " + family_->name + " has no law for " + one.name + ": give one");
        one.has_law = law->law.has_value();
        if (!one.has_law) return;
        one.law = *law->law;
        Substitutes sizes;
        for (const RecipeParameter& parameter : *parameters_)
            for (const std::string& key : parameter.config) sizes[key] = parse_expression(parameter.name);
        const auto in_sizes = [&](const std::string& text) {
            Expression expression = parse_expression(text);
            substitute(expression, sizes);
            return canonical_text(expression);
        };
        one.scale = in_sizes(law->scale);
        // A family's uniform laws are written by their std.
        if (one.law == TensorLaw::uniform) {
            one.std = one.scale;
            one.scale = canonical_text(parse_expression("sqrt(3) * (" + one.std + ")"));
        }
        if (one.law == TensorLaw::truncated_normal) one.cut = law->cut.empty() ? "2" : in_sizes(law->cut);
        one.why = law->scale.find_first_not_of("0123456789.e+-") == std::string::npos ? "" : law->scale;
    }

    [[nodiscard]] std::string condition(const Json& json) const {
        const std::string& text = filled(json, "when");
        if (text == "gated" || text == "plain") return text;
        const std::string name = text.starts_with("not ") ? text.substr(4) : text;
        const auto found = std::ranges::find(*parameters_, name, &RecipeParameter::name);
        if (found == parameters_->end() || found->kind != RecipeParameterKind::count)
            refuse(json, "when '" + text +
                             "' is unknown: write gated, plain, or a size of the kind count, such as "
                             "\"tied\" or \"not tied\"");
        return text;
    }

    RecipeStream stream(const Json& json) const {
        check_keys(json, stream_keys, "stream");
        RecipeStream one;
        one.post_norm = one_of(needed(json, "scheme"), "scheme", schemes) == 1;
        one.layer_norm = one_of(needed(json, "norm"), "norm", norms) == 1;
        if (const Json* causal = json.find("causal")) one.causal = causal->as_boolean("stream.causal");
        one.initial = expression(needed(json, "initial"), "initial");
        const Json* skip = json.find("skip");
        if (skip != nullptr && !one.post_norm) refuse(*skip, "only post_norm has a factor on the skip path");
        one.skip = skip == nullptr ? "1" : expression(*skip, "skip");
        const Json* scores = json.find("scores");
        one.scores = scores == nullptr ? "1 / sqrt(d_model / heads)" : expression(*scores, "scores");
        const Json* branch = json.find("branch");
        one.branch = branch == nullptr ? "1" : expression(*branch, "branch");
        const Json* epsilon = json.find("epsilon");
        one.epsilon = epsilon == nullptr ? "0" : expression(*epsilon, "epsilon");
        return one;
    }

    static std::vector<std::string> texts(const Json& list, std::string_view what) {
        std::vector<std::string> all;
        for (const Json& one : list.as_array(what)) all.push_back(filled(one, what));
        return all;
    }

    std::string known(const Json& json) const {
        std::string name = filled(json, "the name of a size");
        if (!names_.contains(name)) refuse(json, "no size before this is named '" + name + "'");
        return name;
    }

    std::string expression(const Json& json, std::string_view what) const {
        if (json.is_integer()) return json.as_number_text();
        return told_at(json, [&] { return canonical_text(parse_expression(filled(json, what), what)); });
    }

    std::string_view text_, source_;
    std::set<std::string, std::less<>> names_, tensors_;
    bool is_whole_ = true;  ///< it extends no other
    const ModelFamily* family_ = nullptr;
    const std::vector<RecipeParameter>* parameters_ = nullptr;
};

}  // namespace

Recipe read_recipe(std::string_view json_text, std::string_view source) {
    return Reader(json_text, source)();
}

}  // namespace sigprop

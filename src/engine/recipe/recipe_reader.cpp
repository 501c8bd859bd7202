#include <algorithm>
#include <array>
#include <set>
#include <sigprop/core/base/errors.hpp>

#include "core/expression/expression.hpp"
#include "engine/recipe/recipe.hpp"
#include "formats/field.hpp"
#include "formats/place.hpp"

namespace sigprop {
namespace {

constexpr std::array<std::string_view, 8> recipe_keys = {"recipe", "summary", "notes",   "sources",
                                                         "sizes",  "divides", "tensors", "stream"};
constexpr std::array<std::string_view, 5> size_keys = {"name", "kind", "default", "meaning", "asks_with"};
constexpr std::array<std::string_view, 12> tensor_keys = {"name",          "role",    "shape", "layout",
                                                          "fan_in",        "law",     "scale", "cut",
                                                          "learning_rate", "tied_to", "when",  "why"};
constexpr std::array<std::string_view, 7> stream_keys = {"scheme", "norm",   "causal", "initial",
                                                         "skip",   "scores", "epsilon"};
constexpr std::array<std::string_view, 2> source_keys = {"what", "url"};
constexpr std::array<std::string_view, 3> kinds = {"integer", "real", "activation"};
constexpr std::array<std::string_view, 2> layouts = {"out_in", "in_out"};
constexpr std::array<std::string_view, 4> laws = {"normal", "truncated_normal", "uniform", "constant"};
constexpr std::array<std::string_view, 2> units = {"gated", "plain"};
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
        check_keys(json, recipe_keys, "a recipe");
        Recipe recipe;
        recipe.name = filled(needed(json, "recipe"), "recipe");
        recipe.summary = filled(needed(json, "summary"), "summary");
        if (const Json* notes = json.find("notes")) {
            for (const Json& one : notes->as_array("notes")) recipe.notes.push_back(filled(one, "a note"));
        }
        for (const Json& one : needed(json, "sources").as_array("sources")) {
            check_keys(one, source_keys, "a source");
            recipe.sources.push_back(
                {filled(needed(one, "what"), "what"), filled(needed(one, "url"), "url")});
        }
        for (const Json& one : needed(json, "sizes").as_array("sizes"))
            recipe.parameters.push_back(size(one));
        if (const Json* pairs = json.find("divides")) {
            for (const Json& one : pairs->as_array("divides")) recipe.divides.push_back(pair(one));
        }
        for (const Json& one : items(needed(json, "tensors"), "tensors"))
            recipe.tensors.push_back(tensor(one));
        recipe.stream = stream(needed(json, "stream"));
        for (const char* name : {"d_model", "d_ff", "layers", "heads", "activation"}) {
            if (!names_.contains(name))
                refuse(json, std::string("sizes must contain ") + name + ", which predictions need");
        }
        for (const RecipeParameter& one : recipe.parameters) check_kind(one, recipe, json);
        return recipe;
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
            refuse(needed(json, "sizes"), "the size " + one.name + " must be of the kind integer");
        if ((one.name == "activation") != (one.kind == activation))
            refuse(needed(json, "sizes"), "the size activation is of the kind activation, and no other is");
    }

    RecipeParameter size(const Json& json) {
        check_keys(json, size_keys, "a size");
        RecipeParameter one;
        one.name = filled(needed(json, "name"), "name");
        if (one.name == "layer") refuse(json, "the name layer is taken: it is the number of a layer, from 0");
        if (!names_.insert(one.name).second) refuse(json, "the size '" + one.name + "' is given twice");
        if (const Json* kind = json.find("kind")) {
            const std::size_t which = one_of(*kind, "kind", kinds);
            one.kind = static_cast<RecipeParameterKind>(which);
        }
        one.fallback = expression(needed(json, "default"), "default");
        one.meaning = filled(needed(json, "meaning"), "meaning");
        if (const Json* with = json.find("asks_with")) one.asks_with = known(*with);
        return one;
    }

    std::pair<std::string, std::string> pair(const Json& json) const {
        const std::vector<Json>& both = json.as_array("divides");
        if (both.size() != 2) refuse(json, "an entry of divides is a pair: [\"heads\", \"d_model\"]");
        return {known(both[0]), known(both[1])};
    }

    RecipeTensor tensor(const Json& json) {
        check_keys(json, tensor_keys, "a tensor");
        RecipeTensor one;
        one.name = filled(needed(json, "name"), "name");
        one.role = tensor_roles()[one_of(needed(json, "role"), "role", tensor_roles())];
        for (const Json& length : needed(json, "shape").as_array("shape"))
            one.shape.push_back(expression(length, "shape"));
        if (const Json* layout = json.find("layout"))
            one.fan_in_first = one_of(*layout, "layout", layouts) == 1;
        if (const Json* fan = json.find("fan_in")) one.fan_in = expression(*fan, "fan_in");
        one.law = static_cast<TensorLaw>(one_of(needed(json, "law"), "law", laws));
        one.scale = expression(needed(json, "scale"), "scale");
        if (const Json* cut = json.find("cut")) one.cut = expression(*cut, "cut");
        if (one.cut.empty() == (one.law == TensorLaw::truncated_normal))
            refuse(json, "cut, in units of scale, belongs to a truncated_normal, and to no other law");
        if (const Json* rate = json.find("learning_rate"))
            one.learning_rate = expression(*rate, "learning_rate");
        if (const Json* tied = json.find("tied_to")) {
            one.tied_to = filled(*tied, "tied_to");
            if (!tensors_.contains(one.tied_to))
                refuse(*tied, "no tensor before this is named '" + one.tied_to + "'");
        }
        tensors_.insert(one.name);
        if (const Json* when = json.find("when"))
            one.when = one_of(*when, "when", units) == 0 ? "gated" : "plain";
        if (const Json* why = json.find("why")) one.why = filled(*why, "why");
        return one;
    }

    RecipeStream stream(const Json& json) const {
        check_keys(json, stream_keys, "stream");
        RecipeStream one;
        one.post_norm = one_of(needed(json, "scheme"), "scheme", schemes) == 1;
        one.layer_norm = one_of(needed(json, "norm"), "norm", norms) == 1;
        if (const Json* causal = json.find("causal")) one.causal = causal->as_boolean("stream.causal");
        one.initial = expression(needed(json, "initial"), "initial");
        const Json* skip = json.find("skip");
        if (skip != nullptr && !one.post_norm) refuse(*skip, "only post_norm has a factor of the skip path");
        one.skip = skip == nullptr ? "1" : expression(*skip, "skip");
        const Json* scores = json.find("scores");
        one.scores = scores == nullptr ? "1 / sqrt(d_model / heads)" : expression(*scores, "scores");
        const Json* epsilon = json.find("epsilon");
        one.epsilon = epsilon == nullptr ? "0" : expression(*epsilon, "epsilon");
        return one;
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
};

}  // namespace

Recipe read_recipe(std::string_view json_text, std::string_view source) {
    return Reader(json_text, source)();
}

}  // namespace sigprop

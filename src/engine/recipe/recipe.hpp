#pragma once
// Recipes: how a whole model is initialised, matrix by matrix, as data. src/recipes/*.json are shipped; a
// user's file has the same form (results/schema/recipe.schema.json). The sizes of the model are parameters,
// which the expressions of the file name; `sized` (sized_recipe.hpp) gives them values.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/json.hpp"

namespace sigprop {

enum class RecipeParameterKind : std::uint8_t {
    integer,  ///< from 1
    real,
    activation,
    count,  ///< from 0; yes and no are 1 and 0
};

struct RecipeParameter {
    std::string name;
    RecipeParameterKind kind = RecipeParameterKind::integer;
    std::string fallback;  ///< an expression in the parameters before it
    std::string meaning;
    std::string
        asks_with;  ///< a parameter that, once given, makes the fallback doubtful: then this is needed, too
    /// Keys of a config.json that say it, the first that is there: "hidden_size", "text_config.hidden_size",
    /// "hidden_sizes.0".
    std::vector<std::string> config;
};

enum class TensorLaw : std::uint8_t {
    normal,            ///< `scale` is the std
    truncated_normal,  ///< cut at +-`cut` `scale`, which is the std before truncation
    uniform,           ///< on +-`scale`
    constant,          ///< `scale` is the value
};

/// Which branch of the stream a tensor belongs to, and where in it; `other` has no part in predictions.
struct RecipeTensor {
    std::string name;      ///< "h.*.attn.c_attn.weight": * is a layer's number, ** anything
    std::string in_files;  ///< the name in files that the library writes, where that is another
    std::string role;
    std::vector<std::string> shape;  ///< expressions
    bool fan_in_first = false;       ///< [fan_in, fan_out], as in JAX; else [fan_out, fan_in], as in PyTorch
    std::string fan_in;              ///< an expression, where it is not that of the shape
    bool has_law = true;             ///< else a table or logarithms, which `why` describes
    TensorLaw law = TensorLaw::normal;
    /// Expressions in the sizes, the tensor's own fan_in and fan_out, and the number of the layer: those with
    /// `layer` in them differ from layer to layer.
    std::string scale, cut;
    std::string std;            ///< of a uniform law that its source writes so; empty: scale / sqrt(3)
    std::string learning_rate;  ///< relative to that of the embedding; empty: the recipe does not say
    std::string tied_to;        ///< the name of the tensor whose numbers it shares; empty: they are its own
    /// "gated" or "plain": only with such feed-forward units; "tied", "not tied": only where this size of the
    /// kind count is not 0, or is 0; empty: always.
    std::string when;
    std::string why;
};

/// How the tensors of a block make the residual stream.
struct RecipeStream {
    bool post_norm = false;   ///< Norm(skip x + F(x)); else x + F(Norm x) and a norm at the end
    bool layer_norm = false;  ///< else RMSNorm
    bool causal = false;
    std::string initial;  ///< second moment of a token's embedding where the blocks begin
    std::string skip;     ///< what the identity path is multiplied by
    std::string scores;   ///< the scale of q.k
    std::string branch;   ///< what a branch is multiplied by before it is added
    std::string epsilon;  ///< of every norm, added to the mean square

    /// Whether there is one: networks of convolutions, experts and parallel branches have none that is
    /// predicted.
    [[nodiscard]] bool is_known() const { return !initial.empty(); }
};

struct RecipeSource {
    std::string what, url;
};

struct Recipe {
    std::string name, summary;
    std::vector<std::string> notes;
    std::vector<RecipeSource> sources;
    std::string family;                       ///< of src/architectures, whose laws its tensors have
    std::vector<std::string> model_types;     ///< of the config.json of its own library
    std::vector<std::string> takes_sizes_of;  ///< other model types whose config.json says its sizes
    bool only_named = false;  ///< `measure model` tries it where it is named: its names are those of others
    std::vector<RecipeParameter> parameters;
    std::vector<std::pair<std::string, std::string>> divides;  ///< the first must divide the second
    std::vector<RecipeTensor> tensors;                         ///< the first that matches a name holds
    RecipeStream stream;
};

/// The roles a tensor can have.
[[nodiscard]] const std::vector<std::string>& tensor_roles();
[[nodiscard]] std::string_view to_string(TensorLaw law);
/// The law that the object's `law` names; none for "any", which is a table, a logarithm, or not known.
/// Errors   InputError with the place and the words there are
[[nodiscard]] std::optional<TensorLaw> read_tensor_law(const Json& object);

/// Errors   InputError "source:line:column: …" for what is missing, unknown, of the wrong kind or given twice
[[nodiscard]] Recipe read_recipe(std::string_view json_text, std::string_view source);

/// Those of src/recipes, by name.
[[nodiscard]] const std::vector<Recipe>& shipped_recipes();
/// Errors   InputError with the nearest name, or all of them
[[nodiscard]] const Recipe& shipped_recipe(std::string_view name);

}  // namespace sigprop

#pragma once
// Which recipe a checkpoint was initialised by: the sizes of each shipped recipe follow from the model's
// shapes, its free numbers from the weights, and then every tensor is held against its law.

#include <map>
#include <optional>
#include <sigprop/core/base/context.hpp>
#include <string>
#include <vector>

#include "formats/json.hpp"
#include "measure/model/expectation.hpp"

namespace sigprop {

/// A size of the model, and what said so.
struct ModelSize {
    std::string name, value, from;
};

struct RecipeFit {
    std::string recipe;
    std::vector<ModelSize> sizes;
    std::string problem;    ///< why the model cannot be this recipe's; then nothing below is known
    bool is_given = false;  ///< by the caller, and not found
    bool by_role = false;   ///< matched by role and layer, since the names are others
    std::string assumes;    ///< a number in its laws that nobody gave and no shape holds: muP's base width
    /// The value of that number with which it would explain all that is random: nobody has named it, so that
    /// it accuses nobody, and neither does another recipe of the same names.
    std::string alibi;
    std::size_t matched = 0, explained = 0, random_matched = 0, random_explained = 0;  ///< parts
    std::uint64_t weights_matched = 0, weights_explained = 0;
    double log_likelihood = 0;         ///< of what is explained
    ModelExpectation expected;         ///< what it has for the parts that it knows
    std::vector<std::size_t> foreign;  ///< parts that the recipe does not have
};

/// Sizes that the caller knows: those of --set, then those of a config.json.
using KnownSizes = std::vector<ModelSize>;

/// The config.json of transformers beside a model; nothing where there is none, or one of another program.
[[nodiscard]] std::optional<Json> read_config(const std::string& path);

/// Whether a config.json says that the head is the table of embeddings. A part of it (text_config) unties the
/// whole, and ties nothing by itself. Where it says neither, libraries differ, and so do those who ask: what
/// they take it for is `where_unsaid`. Without a config.json nothing is tied.
[[nodiscard]] bool ties_embeddings(const std::optional<Json>& config, bool where_unsaid);

/// The sizes that it gives.
[[nodiscard]] KnownSizes sizes_of_config(const std::optional<Json>& config);

/// All shipped recipes: the given one first, if any, then the one that explains most weights.
/// Errors   InputError for a size that no recipe has
[[nodiscard]] std::vector<RecipeFit> fit_recipes(const ModelScan& scan, const KnownSizes& known,
                                                 const std::string& given, const Context& context);

}  // namespace sigprop

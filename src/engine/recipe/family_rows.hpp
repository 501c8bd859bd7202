#pragma once
// What a library's own code draws, as data: for each family of models the laws of its tensors, with
// expressions in sizes and keys of its config.json. The rows (src/architectures) are inferred from models
// that the libraries have just made, at two sizes and two ranges (studies/families). Recipes take their laws
// from here, and checkpoints are held against them.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/recipe/recipe.hpp"

namespace sigprop {

/// Of tensors whose names end with one of these, the longest holds: "mlp.c_proj.weight", where * is a number,
/// or "^weight" for the whole name.
struct FamilyLaw {
    std::vector<std::string> names;
    bool is_matrix = false;        ///< of tensors with two axes or more; else of those with fewer
    std::optional<TensorLaw> law;  ///< none where no simple law was found: fixed tables, logarithms
    std::string cut;               ///< of a truncated law, in units of its std; empty: 2
    std::string scale;  ///< std of a normal law (before it is cut), or of a uniform one; value of a constant
    /// Other scales that the draws leave possible: those of other architectures of the class, or those that
    /// sizes which were not drawn would tell apart. A tensor is right that has any of them.
    std::vector<std::string> others;
    bool is_mixed = false;  ///< tensors of one model may have several of them; else all have the same
};

/// Tensors that have the same numbers where config.json ties embeddings.
struct TiedTensors {
    std::string name, source;
};

struct ModelFamily {
    std::string name, library, version;
    std::vector<std::string> also;  ///< other versions whose draws the row was held against, and found right
    std::vector<std::string> model_types;    ///< of config.json: its model_type, or diffusers' _class_name
    std::vector<std::string> architectures;  ///< of config.json: timm's architecture
    std::string needs;  ///< as `seen`, names that nearly all models of it have; empty: names do not tell it
    std::vector<std::string> classes;  ///< that it was drawn from, of config.json's architectures; empty: any
    std::vector<std::pair<std::string, std::string>> defaults;  ///< of keys that a config.json may leave out
    std::vector<FamilyLaw> laws;
    std::string seen;  ///< "h.*.(attn|mlp).(bias|weight)": of other names it says nothing; empty: of all
    std::vector<std::string> copies;  ///< patterns of tensors that share their numbers by design
    std::vector<TiedTensors> ties;
    bool ties_by_default = false;  ///< where config.json has no tie_word_embeddings

    /// The law of a tensor by its name, with * for each part that is a number; a null pointer where none
    /// fits.
    [[nodiscard]] const FamilyLaw* law_of(std::string_view pattern, bool is_matrix) const;
};

/// The regular expression of the names that a row has seen, before which a class may put the name of its base
/// model.
[[nodiscard]] std::string names_expression(const std::string& seen);

/// Each of these names.
[[nodiscard]] std::vector<std::string> names_in(std::string_view seen);

/// Errors   InputError "source:line:column: …"
[[nodiscard]] std::vector<ModelFamily> read_families(std::string_view json_text, std::string_view source);

/// What a shipped row is found by. The rows are many and long: of the others nothing else is read.
struct FamilyEntry {
    std::string name, library, version;
    std::string needs;
    std::vector<std::string> model_types, architectures;
    std::string_view text, source;  ///< of the row, and the file that it stands in
};

[[nodiscard]] const std::vector<FamilyEntry>& family_index();

/// The row, read when it is first asked for; a null pointer where none has this name.
[[nodiscard]] const ModelFamily* shipped_family(std::string_view name);

/// All of them: for tests, and for what is said of each.
[[nodiscard]] const std::vector<ModelFamily>& shipped_families();

}  // namespace sigprop

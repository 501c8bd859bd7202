#pragma once
// What a model's tensors should be, because its file or its user named who initialised it: a family of a
// library, a recipe. What nobody named is described and never accused.

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/recipe/family_rows.hpp"
#include "measure/model/expected.hpp"
#include "measure/model/scan.hpp"

namespace sigprop {

/// A part that is not what it should be.
struct Difference {
    std::size_t part = 0;  ///< of the scan
    std::string written;   ///< the law's scale, with the names of sizes and keys
    std::string others;    ///< scales with which it would be right, too, as a finding tells them
    ExpectedLaw law;
    bool by_depth = false;  ///< whether the number of layers is in the law

    /// The law, and its std as it is written.
    [[nodiscard]] std::string expected() const;
};

/// A part of a random law that is what it should be.
struct Agreement {
    std::size_t part = 0;
    std::string written;  ///< its scale, with the names of sizes and keys
    std::string scale;    ///< the same with their values
    double log_likelihood = 0;
};

/// Whether an expression has the number of layers in it, or a layer's own: "std/sqrt(2*layers)", "n_layer",
/// "layer", and not "layer_norm_init".
[[nodiscard]] bool has_depth(std::string_view written);

constexpr std::string_view names_of_tensors = "the names of its tensors";

struct ModelExpectation {
    std::string name;      ///< "gpt2"
    std::string says;      ///< "gpt2 of transformers 5.24.0", "the recipe gpt2"
    std::string named_by;  ///< "config.json", "--recipe", or names_of_tensors
    bool is_recipe = false;
    const ModelFamily* family = nullptr;  ///< whose row it is; null for a recipe
    std::string other_version;  ///< "4.57.3", where config.json names another version of the library
    bool is_other_law = false;  ///< of that version it is not known whether it draws the same
    /// The class that config.json names, where the row was drawn from others: it may initialise otherwise, so
    /// that nothing is accused.
    std::string undrawn;
    std::set<std::size_t> known;     ///< parts that it speaks of
    std::set<std::size_t> random;    ///< of these, those with a random law
    std::set<std::size_t> unlawful;  ///< parts that it knows to follow no simple law
    std::vector<Difference> differences;
    std::map<std::size_t, std::size_t> different;  ///< part → its place in `differences`
    std::vector<Agreement> agreements;
    /// What a part is like: tensors of one law whose names have the same end, in all layers and stages.
    std::map<std::size_t, std::string> kinds;
    struct KindCount {
        std::size_t all = 0, wrong = 0;
    };
    std::map<std::string, KindCount> counts;  ///< of each kind: its tensors, and those that differ
    std::vector<std::string> copies;          ///< groups that share their numbers by design
    std::vector<TiedTensors> ties;            ///< of which none is left where config.json unties

    /// Holds a part against its law, whose scale is an expression, written with the names of sizes. `others`
    /// are scales with which it would be right, too, as a finding tells them. `by_depth`: whether the number
    /// of layers is in the law.
    void judge(std::size_t i, const ModelPart& part, const ExpectedLaw& law, const std::string& scale,
               const std::string& written, bool by_depth, const std::string& others = {});
    /// Says of what kind a part is that was judged.
    void add_kind(std::size_t part, const std::string& kind);
    /// Whether what differs is a fault, and not another class or another version.
    [[nodiscard]] bool accuses() const { return undrawn.empty() && !is_other_law; }
    /// The same of one part. Where nobody but names says what the model is, somebody's own code may draw a
    /// kind of tensor otherwise: a fault is what leaves a kind of which most tensors are right.
    [[nodiscard]] bool accuses(std::size_t part) const;
    [[nodiscard]] const Difference* difference(std::size_t part) const;
    [[nodiscard]] bool agrees(std::size_t part) const {
        return known.contains(part) && difference(part) == nullptr;
    }
    /// Whether nobody but the names of the tensors says that it is this family: a finding then says so.
    [[nodiscard]] bool is_namesake() const { return !is_recipe && named_by == names_of_tensors; }
    /// "by its names this is ResNet of timm 1.0.31, whose code"; else who it is.
    [[nodiscard]] std::string whose() const;
    /// The kind of a finding about it.
    [[nodiscard]] const char* kind() const { return is_recipe ? "unlike the recipe" : "unlike its family"; }
    [[nodiscard]] std::size_t explained() const { return known.size() - differences.size(); }
};

/// What speaks against a law, of which up to three reasons are told; empty where nothing does. One row of
/// zeros in a table of embeddings is that of padding, and left out.
[[nodiscard]] std::string against(const ExpectedLaw& law, const ModelPart& part);
/// Whether nothing does, which most who ask want to know alone.
[[nodiscard]] bool agrees(const ExpectedLaw& law, const ModelPart& part);

}  // namespace sigprop

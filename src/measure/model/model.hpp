#pragma once
// Audits a whole model: what each tensor is for, which law and scheme its weights follow, which recipe the
// model is, and what is odd.
//
//     files -> scan -> likely laws, recipes -> groups, findings -> records
//
// Every test can only refute, as in measure weights: a right tensor is called wrong less than once in 10^6.
// Of a model with up to 1000 tensors any is less than once in 1000; beyond, limits widen so that it stays so.

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <sigprop/core/base/context.hpp>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/engine/record.hpp>
#include <string>
#include <vector>

#include "formats/tensor_files.hpp"
#include "measure/model/generic.hpp"
#include "measure/model/probed_moment.hpp"
#include "measure/model/recipes.hpp"
#include "measure/model/scan.hpp"
#include "measure/model/spec.hpp"
#include "measure/model/spectrum.hpp"

namespace sigprop {

// From the weights themselves: singular values of the matrices, and the logits that queries and keys make.
// Both take every matrix once more, as doubles, and are made on request.

struct ModelAudit;

/// The heads of one layer.
struct LayerLogits {
    std::size_t query = 0;                   ///< its part
    double least = 0, median = 0, most = 0;  ///< std of the logits over the heads
    /// Of iid normal logits of the median std over `keys` keys, as a share of log(keys); none for a std
    /// above 64.
    std::optional<double> entropy = {};
};

/// The branches of one block, for normalised inputs; a sequence of one token.
struct BlockBranches {
    std::string block;      ///< "h.3"
    std::size_t first = 0;  ///< its first part
    std::int64_t layer = 0;
    ProbedMoment attention, feed_forward;
    std::optional<double> expected_attention, expected_feed_forward;  ///< by the recipe
    std::optional<double>
        stream;  ///< the second moment that leaves the block, where norms come before branches
};

struct ModelTheory {
    std::map<std::size_t, Spectrum> spectra;  ///< by part
    std::vector<LayerLogits> logits;
    std::vector<BlockBranches> blocks;
    std::string activation;  ///< that the blocks were probed with
    std::int64_t keys = 0;
    std::string heads;  ///< "12, from config.json"; why there are no logits otherwise
};

[[nodiscard]] ModelTheory theory_of(const ModelAudit& audit, const TensorFiles& files,
                                    const Context& context);

/// Tensors that differ only in their layer.
struct ModelGroup {
    std::string name, role;
    std::vector<std::size_t> shape;
    std::vector<std::size_t> parts;   ///< of the scan
    double min_std = 0, max_std = 0;  ///< over the parts
    std::string law;                  ///< of all of them: the likeliest initialiser, or what they are instead
    std::string trend;                ///< how the std goes with the layer; empty for one tensor
    std::vector<std::size_t> unlike;  ///< parts that leave the trend
};

/// Matrices whose std is not that of most others of their shape: a fact, which nobody has called wrong.
struct ModelApart {
    std::vector<std::size_t> odd, like;  ///< parts of the scan
    std::string claim = {};              ///< flags of measure weights: the law that the others share
};

/// Something to look at. It accuses where an expectation is missed that the file or the user named, where
/// siblings differ, or where no initialiser and no training leaves such numbers; all else is a remark.
struct ModelFinding {
    std::string kind;  ///< "not finite", "copy", "unlike its layers", …
    std::vector<std::size_t> parts;
    std::string text;
    bool accuses = false;
};

/// Findings that nobody wants to be told: of a kind, about tensors whose names match.
struct IgnoredFindings {
    std::string id, glob = "*";
    std::string from = {};            ///< the line of a file that says so: "pyproject.toml:4"
    std::optional<Place> place = {};  ///< where that is, of one that must leave something out
    [[nodiscard]] std::string text() const { return glob == "*" ? id : id + ":" + glob; }
};

enum class ModelState : std::uint8_t {
    fresh,    ///< as initialised
    trained,  ///< no law of an initialiser fits most weights
    mixed,
    unknown,  ///< too few weights to tell
};

struct ModelAudit {
    std::string path;
    ModelScan scan;
    ModelState state = ModelState::unknown;
    double fresh_share = 0;                    ///< of the weights of matrices that are large enough to tell
    std::vector<RecipeFit> recipes;            ///< the best first
    std::optional<ModelExpectation> expected;  ///< by whoever named what the model is
    std::optional<ModelExpectation> namesake;  ///< of a family whose names it has, and not its laws
    UnnamedLaws unnamed;                       ///< what describes it where nobody named it
    bool ties_embeddings = false;              ///< as config.json says
    KnownSizes left_out;             ///< sizes of a config.json with which no recipe would have fitted
    FileNotes notes;                 ///< what was taken, left out and not read
    std::vector<ModelGroup> groups;  ///< in the order of the file
    std::vector<ModelApart> apart;   ///< where nobody named what the model is
    std::vector<ModelFinding> findings;
    std::vector<std::pair<std::string, std::size_t>> ignored;  ///< how many findings each left out
    std::optional<SpecJudgement> judgement;
    std::optional<ModelTheory> theory;  ///< where it was asked for
    std::vector<Record> records;        ///< the model's, then one for each part that is judged or described
    /// What the model is, in a sentence or two.
    std::string summary;

    /// Whether the best recipe explains half of what it has of the weights.
    [[nodiscard]] bool has_recipe() const;
    /// Whether tensors are held against what is expected of them. What training has moved is no longer what
    /// the library's code drew, and coarse weights do not say whether it did; a recipe is what the user, or
    /// half of the weights, says that the model still is.
    [[nodiscard]] bool holds_expected() const;
    /// Whether trained and fresh weights are not told apart because they are stored in few levels.
    [[nodiscard]] bool is_too_coarse() const;
    /// How many findings accuse.
    [[nodiscard]] std::size_t accusations() const;
};

struct ModelQuestion {
    std::string path;
    const RoleRules* rules = nullptr;  ///< the built-in ones
    std::optional<WeightLayout> layout;
    KnownSizes sizes;
    std::string recipe;  ///< the one, or the family, that it was meant to be; empty: whichever explains most
    const InitSpec* spec = nullptr;  ///< then every part has a verdict
    std::vector<IgnoredFindings> ignored;
    bool bfloat16 = false;
    bool spectrum = false;  ///< singular values and logits, too
};

using ReadProgress = std::function<void(std::size_t done, std::size_t of)>;  ///< bytes

/// Errors   those of TensorFiles; InputError when no tensor holds floating-point numbers, or when an entry of
/// a project's settings leaves nothing out that must
[[nodiscard]] ModelAudit audit_model(const ModelQuestion& question, const Context& context,
                                     const ReadProgress& progress = {});

}  // namespace sigprop

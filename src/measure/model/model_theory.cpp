
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sigprop/engine/evaluate.hpp>

#include "core/base/digit.hpp"
#include "engine/binding/arguments.hpp"
#include "engine/recipe/prediction.hpp"
#include "measure/model/branches.hpp"
#include "measure/model/circuits.hpp"
#include "measure/model/matrix.hpp"
#include "measure/model/model.hpp"

namespace sigprop {
namespace {

const ModelSize* size_named(const ModelAudit& audit, const char* name) {
    if (audit.recipes.empty()) return nullptr;
    const auto of = [&](const std::vector<ModelSize>& sizes) -> const ModelSize* {
        const auto found = std::ranges::find(sizes, std::string(name), &ModelSize::name);
        return found == sizes.end() ? nullptr : &*found;
    };
    const ModelSize* const found = of(audit.recipes.front().sizes);
    if (found != nullptr && found->from != "unknown") return found;
    const ModelSize* const said = of(audit.left_out);  // that no recipe fits does not make it untrue
    return said != nullptr ? said : found;
}

std::size_t count_of(const ModelSize* size) {
    const bool is_short = size != nullptr && size->value.size() <= 6;
    return is_short && is_digits(size->value) ? std::stoull(size->value) : 0;
}

/// The key of a query: the same name but for the role, in the same layer.
std::optional<std::size_t> key_of(const ModelScan& scan, std::size_t query) {
    const ModelPart& part = scan.parts[query];
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < scan.parts.size(); ++i) {
        const ModelPart& other = scan.parts[i];
        if (other.role.role != "key" || other.layer != part.layer || other.seen.shape.size() != 2) continue;
        if (other.fans.in != part.fans.in) continue;
        // Of several attentions in a layer, the one that is stored nearest.
        const auto distance = [&](std::size_t place) {
            return place > query ? place - query : query - place;
        };
        if (!best || distance(i) < distance(*best)) best = i;
    }
    return best;
}

std::optional<double> entropy_share(double std, std::int64_t keys, const Context& context,
                                    std::map<std::string, double>& known) {
    // attention.entropy has stds from 0.001 to 64; below them it is log n - std^2/2, a share of 1 to seven
    // digits.
    constexpr double least = 0.001, most = 64;
    if (std < least) return 1;
    if (!(std <= most)) return std::nullopt;
    const std::string expression = fmt::format("attention.entropy({}, std={:.3g})", keys, std);
    const auto found = known.find(expression);
    if (found != known.end()) return found->second;
    Context quick = context;
    quick.digits = 6;
    const Record record = evaluate_record(expression, quick);
    const double share = record.computed.value.value_or(std::nan("")) / std::log(static_cast<double>(keys));
    return known.emplace(expression, share).first->second;
}

void add_logits(ModelTheory& theory, const ModelAudit& audit, const TensorFiles& files,
                const Context& context) {
    const ModelSize* const given = size_named(audit, "heads");
    const std::size_t heads = count_of(given);
    if (heads == 0 || given->from == "unknown") {
        theory.heads = "the number of heads is unknown: give it, as in --set heads=12";
        return;
    }
    theory.heads = given->value + (heads == 1 ? " head (" : " heads (") + given->from + ")";
    const std::size_t positions = count_of(size_named(audit, "context"));
    constexpr std::int64_t usual = 1024;
    theory.keys = positions > 1 ? static_cast<std::int64_t>(positions) : usual;
    std::map<std::string, double> known;
    for (std::size_t i = 0; i < audit.scan.parts.size(); ++i) {
        const ModelPart& query = audit.scan.parts[i];
        if (query.role.role != "query" || query.seen.shape.size() != 2 || query.statistics().first_bad)
            continue;
        const std::optional<std::size_t> other = key_of(audit.scan, i);
        if (!other || audit.scan.parts[*other].statistics().first_bad) continue;
        const ModelPart& key = audit.scan.parts[*other];
        const auto outputs = static_cast<std::size_t>(query.fans.out);
        const auto key_outputs = static_cast<std::size_t>(key.fans.out);
        if (outputs % heads != 0 || key_outputs % (outputs / heads) != 0) continue;
        const std::size_t kv_heads = key_outputs / (outputs / heads);
        if (kv_heads == 0 || heads % kv_heads != 0) continue;
        context.check_interrupted();
        const OpenTensor open = files.open(query.tensor);
        const OpenTensor open_key = files.open(key.tensor);
        std::vector<double> stds =
            logit_stds(view_of(query, open), query.layout == WeightLayout::keras, view_of(key, open_key),
                       key.layout == WeightLayout::keras, heads, kv_heads);
        std::ranges::sort(stds);
        LayerLogits layer{
            .query = i, .least = stds.front(), .median = stds[stds.size() / 2], .most = stds.back()};
        layer.entropy = entropy_share(layer.median, theory.keys, context, known);
        theory.logits.push_back(layer);
    }
}

/// The matrices of a block by role; a block with two of a role, such as an expert's, is none of these.
struct Block {
    std::string name;
    std::size_t first = 0;
    std::int64_t layer = 0;
    std::map<std::string, std::size_t> parts;
    bool plain = true;
};

std::vector<Block> blocks_of(const ModelScan& scan) {
    std::vector<Block> blocks;
    std::map<std::string, std::size_t> places;
    for (std::size_t i = 0; i < scan.parts.size(); ++i) {
        const ModelPart& part = scan.parts[i];
        if (!part.layer || part.seen.shape.size() != 2) continue;
        const std::string name = part.group.substr(0, part.group.find('*')) + std::to_string(*part.layer);
        const auto [place, is_new] = places.try_emplace(name, blocks.size());
        if (is_new) blocks.push_back({.name = name, .first = i, .layer = *part.layer, .parts = {}});
        Block& block = blocks[place->second];
        const bool bad = part.statistics().first_bad.has_value();
        if (bad || !block.parts.emplace(part.role.role, i).second) block.plain = false;
    }
    return blocks;
}

/// [outputs, inputs]
RowMatrix oriented(const ModelPart& part, const TensorFiles& files) {
    const OpenTensor open = files.open(part.tensor);
    RowMatrix matrix = matrix_of(view_of(part, open));
    if (part.layout == WeightLayout::keras) matrix = RowMatrix(matrix.transpose());
    return matrix;
}

/// The best recipe with the model's sizes, if it explains the model.
std::optional<SizedRecipe> recipe_of(const ModelAudit& audit) {
    if (!audit.has_recipe()) return std::nullopt;
    const RecipeFit& fit = audit.recipes.front();
    RecipeSettings settings;
    for (const ModelSize& one : fit.sizes) {
        if (one.from != "the recipe's") settings.emplace_back(one.name, one.value);
    }
    SizedRecipe recipe = sized(shipped_recipe(fit.recipe), settings);
    if (!recipe.stream.is_known()) return std::nullopt;
    return recipe;
}

class Prober {
public:
    Prober(ModelTheory& theory, const ModelAudit& audit, const TensorFiles& files)
        : theory_(theory),
          scan_(audit.scan),
          files_(files),
          recipe_(recipe_of(audit)),
          heads_(count_of(size_named(audit, "heads"))) {}

    void operator()(const Context& context) {
        if (!recipe_ || heads_ == 0) return;  // the activation and the heads are the recipe's
        theory_.activation = recipe_->activation;
        const Formula activation =
            bind_activation(parse_expression(recipe_->activation), recipe_->activation).formula;
        double stream = initial();
        for (const Block& block : blocks_of(scan_)) {
            context.check_interrupted();
            std::optional<BlockBranches> probed = probe(block, activation);
            if (!probed) {
                stream = 0;  // not known from here on
                continue;
            }
            expect(*probed);
            if (!recipe_->stream.post_norm && stream > 0) {
                stream += probed->attention.value + probed->feed_forward.value;
                probed->stream = stream;
            }
            theory_.blocks.push_back(std::move(*probed));
        }
    }

private:
    /// The mean square of what enters the first block: embeddings and, where there are any, positions.
    [[nodiscard]] double initial() const {
        double sum = 0;
        bool embedded = false;
        for (const ModelPart& one : scan_.parts) {
            const bool embedding = one.role.role == "embedding" && !embedded;
            if (!embedding && one.role.role != "position") continue;
            if (one.statistics().first_bad) return 0;
            embedded = embedded || embedding;
            sum += one.statistics().rms * one.statistics().rms;
        }
        return embedded ? sum : 0;
    }

    [[nodiscard]] std::optional<BlockBranches> probe(const Block& block, const Formula& activation) const {
        const auto part = [&](const char* role) {
            const auto found = block.parts.find(role);
            return found == block.parts.end() ? nullptr : &scan_.parts[found->second];
        };
        const ModelPart* const value = part("value");
        const ModelPart* const output = part("attention_output");
        const ModelPart* const hidden = part("hidden");
        const ModelPart* const down = part("hidden_output");
        const ModelPart* const up = part("up");
        if (!block.plain || value == nullptr || output == nullptr || hidden == nullptr || down == nullptr)
            return std::nullopt;
        if ((up != nullptr) != recipe_->gated) return std::nullopt;
        // Fused or of another shape than their names say: not what the recipe computes.
        if (hidden->fans.out != down->fans.in) return std::nullopt;
        if (up != nullptr && (up->fans.in != hidden->fans.in || up->fans.out != hidden->fans.out))
            return std::nullopt;
        const auto inner = static_cast<std::size_t>(output->fans.in);
        const auto values = static_cast<std::size_t>(value->fans.out);
        if (inner % heads_ != 0 || values % (inner / heads_) != 0) return std::nullopt;
        const std::size_t kv_heads = values / (inner / heads_);
        if (kv_heads == 0 || heads_ % kv_heads != 0) return std::nullopt;
        BlockBranches probed;
        probed.block = block.name;
        probed.first = block.first;
        probed.layer = block.layer;
        probed.attention =
            attention_moment(oriented(*value, files_), oriented(*output, files_), heads_, kv_heads);
        const RowMatrix gate = oriented(*hidden, files_);
        std::optional<RowMatrix> other;
        if (up != nullptr) other = oriented(*up, files_);
        probed.feed_forward =
            feed_forward_moment(gate, other ? &*other : nullptr, oriented(*down, files_), activation);
        return probed;
    }

    void expect(BlockBranches& block) {
        const BranchGains gains = branch_gains(*recipe_, std::min(block.layer, recipe_->layers - 1));
        block.expected_attention = numbers_(gains.attention);
        block.expected_feed_forward = numbers_(gains.feed_forward);
    }

    ModelTheory& theory_;
    const ModelScan& scan_;
    const TensorFiles& files_;
    std::optional<SizedRecipe> recipe_;
    std::size_t heads_;
    Numbers numbers_;
};

}  // namespace

ModelTheory theory_of(const ModelAudit& audit, const TensorFiles& files, const Context& context) {
    ModelTheory theory;
    for (std::size_t i = 0; i < audit.scan.parts.size(); ++i) {
        const ModelPart& part = audit.scan.parts[i];
        constexpr std::size_t least = 16;
        const bool is_matrix = part.seen.shape.size() == 2 && std::ranges::min(part.seen.shape) >= least;
        const bool is_table =
            part.role.role == "embedding" || part.role.role == "head" || part.role.role == "position";
        if (!is_matrix || is_table || part.statistics().first_bad || !(part.statistics().std > 0)) continue;
        const OpenTensor open = files.open(part.tensor);
        if (const auto spectrum = spectrum_of(view_of(part, open), context))
            theory.spectra.emplace(i, *spectrum);
    }
    add_logits(theory, audit, files, context);
    Prober(theory, audit, files)(context);
    return theory;
}

}  // namespace sigprop

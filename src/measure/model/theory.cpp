#include "measure/model/theory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sigprop/engine/evaluate.hpp>

#include "measure/model/circuits.hpp"
#include "measure/model/model.hpp"

namespace sigprop {
namespace {

const ModelSize* size_named(const ModelAudit& audit, const char* name) {
    if (audit.recipes.empty()) return nullptr;
    const std::vector<ModelSize>& sizes = audit.recipes.front().sizes;
    const auto found = std::ranges::find(sizes, std::string(name), &ModelSize::name);
    return found == sizes.end() ? nullptr : &*found;
}

std::size_t count_of(const ModelSize* size) {
    if (size == nullptr || size->value.empty() || size->value.size() > 6) return 0;
    const bool whole = std::ranges::all_of(size->value, [](char c) { return c >= '0' && c <= '9'; });
    return whole ? std::stoull(size->value) : 0;
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

double entropy_share(double std, std::int64_t keys, const Context& context,
                     std::map<std::string, double>& known) {
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
        theory.heads = "the number of heads is not known: --set heads=12";
        return;
    }
    theory.heads = given->value + " heads (" + given->from + ")";
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
        std::vector<double> stds = logit_stds(view_of(query, open), view_of(key, open_key),
                                              query.layout == WeightLayout::keras, heads, kv_heads);
        std::ranges::sort(stds);
        LayerLogits layer{
            .query = i, .least = stds.front(), .median = stds[stds.size() / 2], .most = stds.back()};
        layer.entropy = entropy_share(layer.median, theory.keys, context, known);
        theory.logits.push_back(layer);
    }
}

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
    return theory;
}

}  // namespace sigprop

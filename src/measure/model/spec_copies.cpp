#include "measure/model/spec_copies.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <map>

#include "engine/recipe/recipe.hpp"
#include "measure/model/copies.hpp"

namespace sigprop {
namespace {

/// The name of the whole tensor, of a fused one too.
std::string whole_name(const ModelPart& part) {
    const std::string& name = part.seen.name;
    return part.slice ? name.substr(0, name.rfind('[')) : name;
}

bool is_embedding(const ModelPart& part) {
    const std::string& role = part.role.role;
    return role == "embedding" || role == "head";
}

bool matches(const std::string& target, const ModelPart& part) {
    return !target.empty() && RE2::PartialMatch(whole_name(part), name_pattern(target));
}

bool are_tied(std::size_t a, std::size_t b, const ModelScan& scan, const SpecTies& ties) {
    const ModelPart& one = scan.parts[a];
    const ModelPart& other = scan.parts[b];
    if (ties.embeddings_are_tied && is_embedding(one) && is_embedding(other)) return true;
    const auto target = [&](std::size_t part) {
        const auto found = ties.tied_to.find(part);
        return found == ties.tied_to.end() ? std::string() : found->second;
    };
    const std::string to_a = target(a);
    const std::string to_b = target(b);
    return (!to_a.empty() && to_a == to_b) || matches(to_a, other) || matches(to_b, one);
}

}  // namespace

void refute_copies(SpecJudgement& judged, const ModelScan& scan, const TensorFiles& files,
                   const SpecTies& ties) {
    for (const std::vector<std::size_t>& set : copies_in(scan, files)) {
        for (std::size_t k = 1; k < set.size(); ++k) {
            const auto before = std::span(set).first(k);
            const bool tied =
                std::ranges::any_of(before, [&](std::size_t i) { return are_tied(set[k], i, scan, ties); });
            const auto place = std::ranges::find(judged.parts, set[k]);
            if (tied || place == judged.parts.end() || !ties.tied_to.contains(set[k])) continue;
            Record& record = judged.records[static_cast<std::size_t>(place - judged.parts.begin())];
            record.verdict = Verdict::refuted;
            record.strength = Strength::sample;
            record.reason = "it has the same numbers as " + scan.parts[set.front()].seen.name +
                            ": a copy, not drawn; if they are tied, its rule says \"tied_to\"" +
                            (record.reason.empty() ? "" : "; " + record.reason);
        }
    }
}

bool ties_embeddings(const std::optional<Json>& config) {
    if (!config) return false;
    const Json* ties = config->find("tie_word_embeddings");
    return ties == nullptr || (ties->is_boolean() && ties->as_boolean());
}

}  // namespace sigprop

#include "measure/model/spec.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <re2/re2.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/engine/evaluate.hpp>

#include "core/expression/substitute.hpp"
#include "engine/recipe/recipe.hpp"
#include "formats/list_text.hpp"
#include "measure/model/copies.hpp"
#include "measure/weights/examined.hpp"

namespace sigprop {
namespace {

// Tensors that a specification takes for samples of their own and that have the numbers of another.

struct SpecTies {
    std::map<std::size_t, std::string>
        tied_to;  ///< of the parts that have a rule: the name it gives, or nothing
    bool embeddings_are_tied = false;
};

bool is_embedding(const ModelPart& part) {
    const std::string& role = part.role.role;
    return role == "embedding" || role == "head";
}

bool matches(const std::string& target, const ModelPart& part) {
    return !target.empty() && RE2::PartialMatch(part.whole_name(), name_pattern(target));
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

/// Of tensors with the same numbers all but the first are refuted, unless they are tied to one before or have
/// no rule.
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
                            ": it is a copy, not drawn; if the two are tied, write \"tied_to\" in its rule" +
                            (record.reason.empty() ? "" : "; " + record.reason);
        }
    }
}

class Judge {
public:
    Judge(const ModelScan& scan, const TensorFiles& files, const InitSpec& spec, const Context& context)
        : scan_(scan), files_(files), spec_(spec), context_(context) {
        for (const SpecRule& one : spec.rules)
            patterns_.push_back(std::make_unique<RE2>(one.pattern, RE2::Quiet));
        used_.resize(spec.rules.size());
        for (const auto& [name, text] : spec.sizes) sizes_[name] = parse_expression(text);
    }

    SpecJudgement operator()(bool embeddings_are_tied) {
        for (std::size_t i = 0; i < scan_.parts.size(); ++i) {
            const std::optional<std::size_t> rule = rule_for(scan_.parts[i]);
            if (!rule) {
                judged_.unmatched_parts.push_back(i);
                add(i, unmatched(scan_.parts[i]));
                continue;
            }
            used_[*rule] = true;
            ties_[i] = spec_.rules[*rule].tied_to;
            if (spec_.rules[*rule].judged) add(i, judge(scan_.parts[i], spec_.rules[*rule]));
        }
        for (std::size_t k = 0; k < used_.size(); ++k) {
            if (!used_[k]) judged_.unmatched_rules.push_back(spec_.rules[k].name);
        }
        refute_copies(judged_, scan_, files_, {ties_, embeddings_are_tied});
        return std::move(judged_);
    }

private:
    void add(std::size_t part, Record record) {
        judged_.parts.push_back(part);
        judged_.records.push_back(std::move(record));
    }

    [[nodiscard]] std::optional<std::size_t> rule_for(const ModelPart& part) const {
        const std::string name = part.whole_name();
        for (std::size_t k = 0; k < patterns_.size(); ++k) {
            const SpecRule& rule = spec_.rules[k];
            if (rule.layer && part.layer && *rule.layer != *part.layer) continue;
            if (RE2::PartialMatch(name, *patterns_[k])) return k;
        }
        return std::nullopt;
    }

    static Record unmatched(const ModelPart& part) {
        Record record;
        record.id = part.seen.name;
        record.statement = "the specification has a rule for this tensor";
        record.source.title = part.seen.name;
        record.expected = Verdict::confirmed;
        record.verdict = Verdict::undecided;
        record.described = {{"kind", "tensor"}};
        record.reason =
            "no pattern of the specification matches its name: add a rule; the law \"any\" accepts every "
            "tensor";
        return record;
    }

    /// The expression with the numbers of this tensor in it.
    [[nodiscard]] std::string bound(const std::string& text, const ModelPart& part) const {
        Substitutes values = sizes_;
        const auto set = [&](const char* name, double value) {
            if (value > 0 || std::string_view(name) == "layer")
                values[name] = parse_expression(number_text(value, 15));
        };
        set("fan_in", part.fans.in);
        set("fan_out", part.fans.out);
        if (part.layer) set("layer", static_cast<double>(*part.layer));
        Expression expression = parse_expression(text);
        substitute(expression, values);
        return canonical_text(expression);
    }

    Record record_of(const std::string& expression) {
        const auto found = known_.find(expression);
        if (found != known_.end()) return found->second;
        return known_.emplace(expression, evaluate_record(expression, context_)).first->second;
    }

    Record judge(const ModelPart& part, const SpecRule& rule) {
        try {
            Record record = rule.law == TensorLaw::constant ? constant(part, rule) : random(part, rule);
            record.expected = Verdict::confirmed;
            if (!rule.written.empty()) record.statement += " (" + rule.written + ")";
            check_shape(record, part, rule);
            return record;
        } catch (const InputError& error) {
            throw InputError(
                fmt::format("{}: {}, for {}: {}", spec_.source, rule.name, part.seen.name, error.what()));
        }
    }

    Record random(const ModelPart& part, const SpecRule& rule) {
        WeightsClaim claim;
        claim.std = bound(rule.scale, part);
        claim.layout = part.layout;
        if (rule.law == TensorLaw::uniform) {
            claim.distribution = WeightDistribution::uniform;
            claim.std = "(" + claim.std + ")/sqrt(3)";
        }
        if (rule.law == TensorLaw::truncated_normal) {
            const std::string cut = bound(rule.cut, part);
            claim.lower = "-(" + cut + ")";
            claim.upper = cut;
        }
        const OpenTensor open = files_.open(part.tensor);
        const ExaminedWeights weights = examine(part.seen, view_of(part, open), context_);
        open.done_with(open.view().numbers());
        const auto evaluate = [&](const std::string& text) { return record_of(text); };
        Record record = judged(weights, claim, evaluate, context_).record;
        const bool named = record.reason.find("It looks like") != std::string::npos;
        const bool independent = weights.dependence_reasons().empty();
        if (record.verdict == Verdict::refuted && !named && independent && !part.likely.empty())
            record.reason += ". It looks like " + part.likely.front().name;
        return record;
    }

    Record constant(const ModelPart& part, const SpecRule& rule) {
        const std::string value = bound(rule.scale, part);
        Record record = record_of(value);
        record.id = part.seen.name;
        record.source.title = part.seen.name;
        record.statement = "all weights are " + rule.scale;
        const ExpectedLaw expected{
            .form = TensorLaw::constant, .value = record.computed.value.value_or(std::nan("")), .law = {}};
        const std::vector<std::string> reasons = expected.against(part.seen);
        record.verdict = reasons.empty() ? Verdict::confirmed : Verdict::refuted;
        record.strength = Strength::sample;
        if (reasons.empty()) return record;
        record.reason = reasons.front();
        if (!part.likely.empty()) record.reason += ". It looks like " + part.likely.front().name;
        return record;
    }

    /// The shape of a fused tensor is that of the whole, which its parts do not have.
    static void check_shape(Record& record, const ModelPart& part, const SpecRule& rule) {
        if (rule.shape.empty() || part.slice) return;
        const bool same = std::ranges::equal(rule.shape, part.seen.shape, [](std::int64_t a, std::size_t b) {
            return a == static_cast<std::int64_t>(b);
        });
        if (same) return;
        record.verdict = Verdict::refuted;
        record.strength = Strength::sample;
        record.reason =
            fmt::format("the shape is {}, not [{}]{}{}", list_text(part.seen.shape),
                        fmt::join(rule.shape, ", "), record.reason.empty() ? "" : "; ", record.reason);
    }

    const ModelScan& scan_;
    const TensorFiles& files_;
    const InitSpec& spec_;
    const Context& context_;
    std::vector<std::unique_ptr<RE2>> patterns_;
    std::vector<bool> used_;
    Substitutes sizes_;
    std::map<std::string, Record> known_;
    std::map<std::size_t, std::string> ties_;
    SpecJudgement judged_;
};

}  // namespace

SpecJudgement judge_by_spec(const ModelScan& scan, const TensorFiles& files, const InitSpec& spec,
                            const Context& context, bool embeddings_are_tied) {
    return Judge(scan, files, spec, context)(embeddings_are_tied);
}

}  // namespace sigprop

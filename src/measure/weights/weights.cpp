// measure weights: the law of the claim and the statistics of the file become a record.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/engine/evaluate.hpp>
#include <sigprop/measure/weights/weights.hpp>

#include "core/ball/text.hpp"

#include "engine/records.hpp"
#include "formats/list_text.hpp"
#include "measure/weights/claim.hpp"
#include "measure/weights/examined.hpp"
#include "measure/weights/law.hpp"
#include "measure/weights/likelihood.hpp"
#include "measure/weights/origin.hpp"

namespace sigprop {
namespace {

/// 1 - 0.8796: a forgotten correction for truncation at ±2 std must be visible.
constexpr double resolution = 0.12;

std::string note_of(const WeightsMeasurement& measured) {
    const WeightStatistics& found = measured.statistics;
    std::string text =
        fmt::format("{} {}, n {}; ", to_string(measured.type), list_text(measured.shape), found.count);
    if (found.has_std()) {
        text += fmt::format(
            "mean {}, std {} with standard error {}, min {}, max {}, skewness {}, kurtosis {}",
            number_text(found.mean, 6), number_text(found.std, 8), number_text(found.standard_error, 3),
            number_text(found.min, 8), number_text(found.max, 8), number_text(found.skewness),
            number_text(found.kurtosis, 5));
    } else {
        text += found.finite() == 0
                    ? "there is no finite weight"
                    : "the one finite weight, " + number_text(found.mean, 8) + ", has no spread";
    }
    if (found.zeros > 0) text += fmt::format(", {} exact zeros", found.zeros);
    if (!measured.truncation.empty()) text += "; truncation: " + measured.truncation;
    return text + ". Standard errors hold for independent entries";
}

/// What a verdict rests on, in words.
std::string tested_text(const Dependence& dependence) {
    return dependence.tested.empty() ? "limits of the entries: too few for their std, law and correlation"
                                     : "std and law of the entries; " + dependence.tested;
}

std::string truncation_text(const WeightStatistics& found, ElementType type, const ClaimedLaw& claimed) {
    std::string text = truncation_of(found, Rounding::of(type, found)).text();
    const double away = std::min(-claimed.law.lower, claimed.law.upper) / claimed.law.std;
    if (claimed.has_limits && away > 8) {
        text += "; the claimed limits are " + number_text(away, 3) + " std away and truncate nothing";
    }
    return text;
}

/// The statistics by name, for readers of the report; NaN where there are too few weights.
std::vector<std::pair<std::string, double>> named_statistics(const WeightStatistics& found) {
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    const auto spread = [&](double value) { return found.has_std() ? value : none; };
    const auto any = [&](double value) { return found.finite() > 0 ? value : none; };
    return {{"count", static_cast<double>(found.count)},
            {"zeros", static_cast<double>(found.zeros)},
            {"nans", static_cast<double>(found.nans)},
            {"infinities", static_cast<double>(found.infinities)},
            {"mean", any(found.mean)},
            {"std", spread(found.std)},
            {"standard_error", spread(found.standard_error)},
            {"min", any(found.min)},
            {"max", any(found.max)},
            {"skewness", spread(found.skewness)},
            {"kurtosis", spread(found.kurtosis)},
            {"mean_magnitude", any(found.mean_magnitude)},
            {"rms", any(found.rms)}};
}

/// A finite double as a decimal in the form of the schema.
std::string decimal_text(double value) {
    std::string text = fmt::format("{:.12g}", value);
    std::erase(text, '+');
    return text;
}

/// The std of the file, as evidence and as the number that the expected one is compared with.
void add_measurement(Record& record, const WeightStatistics& found, const Context& context) {
    Evidence evidence;
    evidence.route = RouteKind::measurement;
    evidence.method = "measurement";
    evidence.kind = Kind::sample;
    evidence.work.samples = found.finite();
    if (!found.has_std()) {
        evidence.reason = "fewer than two finite weights";
    } else {
        evidence.status = Status::ok;
        // widening: sample
        evidence.value = Ball(found.std).at_precision(64).widened(Ball(found.standard_error));
        const double radius = accepted_errors * found.standard_error;
        record.stated = StatedRecord{decimal_text(found.std), "measured, 6 standard errors",
                                     decimal_text(found.std - radius), decimal_text(found.std + radius)};
    }
    record.evidence.push_back(record_of(evidence, context.digits, context.confidence));
}

void refute(Record& record, const std::vector<std::string>& reasons, const std::vector<std::string>& names) {
    record.verdict = Verdict::refuted;
    record.strength = Strength::sample;
    constexpr std::size_t max_reasons = 3;
    constexpr std::size_t max_names = 3;
    std::string text;
    for (std::size_t i = 0; i < std::min(reasons.size(), max_reasons); ++i)
        text += (i > 0 ? "; " : "") + reasons[i];
    if (!names.empty()) text += ". It looks like ";
    for (std::size_t i = 0; i < std::min(names.size(), max_names); ++i)
        text += (i > 0 ? "; or " : "") + names[i];
    record.reason = text;
}

std::string bad_entries(const SeenWeights& seen) {
    return fmt::format("{} NaN and {} infinite weights, the first at {}", seen.statistics.nans,
                       seen.statistics.infinities, seen.first_bad);
}

/// Why too few weights to confirm a claim that nothing contradicts; empty when there are enough.
std::string too_few(const WeightLaw& law, const WeightStatistics& found) {
    if (!found.has_std()) return "too few weights: one weight has no spread, so that its std is undecided";
    if (!(found.std > 0)) return "too few weights: they are all equal and have no spread";
    const double half_width = accepted_errors * found.standard_error / found.std;
    if (found.finite() >= enough_weights && half_width <= resolution) return "";
    // Standard errors fall with the root of the number of weights.
    const double widths = half_width / resolution;
    const double needed =
        std::max(static_cast<double>(enough_weights), static_cast<double>(found.finite()) * widths * widths);
    return fmt::format(
        "too few weights: nothing speaks against the claim, but 6 standard errors are {} % of the std, {}; "
        "it takes "
        "about {} weights",
        number_text(100 * half_width, 3),
        law.uniform ? "and a claim is confirmed only at 12 % or less"
                    : "and a forgotten factor 0.8796 changes it by 12 %",
        std::ceil(needed / 10) * 10);
}

/// The verdict and reason of a record that has its expected std.
void judge(Record& record, const ClaimedLaw& claimed, const ExaminedWeights& weights) {
    const SeenWeights& seen = weights.seen;
    const WeightStatistics& found = seen.statistics;
    if (record.verdict == Verdict::inconsistent) return;
    if (found.first_bad) return refute(record, {bad_entries(seen)}, {});
    const bool defined =
        found.min == found.max || !found.has_std() ||
        (std::isfinite(found.kurtosis) && found.kurtosis >= 0.999 && std::isfinite(found.std));
    record.verdict = Verdict::undecided;
    if (!defined) {
        record.reason = "the weights span too many orders of magnitude for moments in double";
        return;
    }
    const Rounding rounding = Rounding::of(seen.type, found);
    std::vector<std::string> reasons = contradictions(claimed.law, found, rounding, seen.family);
    const std::vector<std::string> dependent = weights.dependence_reasons();
    if (!dependent.empty()) {
        // Laws of independent entries are no explanation.
        reasons.insert(reasons.begin(), dependent.begin(), dependent.end());
        return refute(record, reasons, weights.dependence.names());
    }
    if (!reasons.empty()) {
        const bool constant = found.min == found.max;
        const double zeros = static_cast<double>(found.zeros) / static_cast<double>(found.finite());
        constexpr double many = 0.01;
        if (!constant && zeros > many) {
            reasons.insert(reasons.begin(), number_text(100 * zeros, 3) + " % of the weights are exactly 0");
        }
        std::vector<std::string> names;
        if (!constant) names = look_alikes(claimed, seen.shape, found, rounding);
        if (weights.spikes) names.insert(names.begin(), weights.spikes->text());
        return refute(record, reasons, names);
    }
    record.reason = too_few(claimed.law, found);
    if (!record.reason.empty()) return;
    record.verdict = Verdict::confirmed;
    record.strength = Strength::sample;
}

void refuse_unmeasurable(const TensorView& weights, const std::string& name) {
    if (weights.is_complex()) {
        throw InputError(name + ": complex weights are not measured; save real and imaginary part apart");
    }
    if (weights.size() == 0)
        throw InputError(name + ": there are no weights in an array of shape " + list_text(weights.shape()));
}

/// What the likeliest laws, of which there is one at least, are called, and how much likelier the first is.
std::string likely_text(const std::vector<LikelyLaw>& likely) {
    constexpr std::size_t most = 4;
    std::string text = likely[0].name;
    for (std::size_t i = 1; i < std::min(most, likely.size()); ++i) {
        const double less = likely[0].log_likelihood - likely[i].log_likelihood;
        text += "; or " + likely[i].name;
        if (less > 0.5)
            text += fmt::format(" ({} times less likely)", number_text(std::exp(std::min(less, 690.0)), 2));
    }
    if (likely.size() > most)
        text += fmt::format("; and {} other{}", likely.size() - most, likely.size() == most + 1 ? "" : "s");
    return text;
}

/// Says what was tested, in the measurement and in its report.
void add_tested(WeightsMeasurement& measured, const ExaminedWeights& weights) {
    if (measured.statistics.first_bad) return;
    measured.tested = tested_text(weights.dependence);
    measured.record.described = {{"kind", "tensor"}, {"tested", measured.tested}};
}

/// The laws that the weights look like: one that ties its entries to each other, or of independent ones.
std::vector<LikelyLaw> likely_of(const ExaminedWeights& weights, WeightLayout layout) {
    const SeenWeights& seen = weights.seen;
    if (!is_telling(seen)) return {};
    if (weights.spikes) return {{weights.spikes->text(), weights.spikes->expression()}};
    if (weights.dependence_reasons().empty())
        return likely_laws(known_initialisers(seen.shape, layout, seen.statistics), seen.statistics,
                           Rounding::of(seen.type, seen.statistics));
    const std::optional<Orthogonality>& orthogonal = weights.dependence.orthogonal;
    if (!orthogonal) return {};
    return {{orthogonal->initialiser(), orthogonal->std()}};
}

RecordOf evaluator(const Context& context) {
    return [&context](const std::string& expression) { return evaluate_record(expression, context); };
}

}  // namespace

SeenWeights see_weights(const TensorView& weights, const std::string& name, double centre,
                        const Context& context, const std::function<void(std::size_t)>& done) {
    refuse_unmeasurable(weights, name);
    SeenWeights seen{.name = name, .shape = weights.shape(), .type = weights.type()};
    seen.statistics = weight_statistics(weights, centre, context, done);
    if (seen.statistics.first_bad)
        seen.first_bad = list_text(weights.indices_of_stored(*seen.statistics.first_bad));
    return seen;
}

ExaminedWeights examine(SeenWeights seen, const TensorView& weights, const Context& context) {
    ExaminedWeights examined{.seen = std::move(seen), .dependence = {}, .spikes = {}};
    const WeightStatistics& found = examined.seen.statistics;
    examined.dependence = dependence_of(weights, examined.seen.name, found);
    const SeenLaw law = law_seen(found, Rounding::of(weights.type(), found), examined.seen.family);
    const bool odd = law.form == SeenLaw::Form::bounded || law.form == SeenLaw::Form::structured;
    if (odd) examined.spikes = spikes_of(weights, found, context);
    return examined;
}

WeightsMeasurement described(SeenWeights seen, std::vector<LikelyLaw> likely, const RecordOf& record_of_text,
                             const Context& context) {
    WeightsMeasurement measured;
    measured.shape = seen.shape;
    measured.type = seen.type;
    measured.statistics = seen.statistics;
    const WeightStatistics& found = measured.statistics;
    measured.law =
        found.first_bad ? bad_entries(seen) : law_text(found, Rounding::of(seen.type, found), seen.family);
    measured.likely = std::move(likely);
    Record& record = measured.record;
    record = record_of_text(measured.likely.empty() ? decimal_text(found.has_std() ? found.std : 0)
                                                    : measured.likely.front().std);
    record.warnings.clear();  // about an expression that nobody wrote
    record.id = seen.name;
    record.statement = measured.law;
    record.source.title = seen.name;
    record.note = note_of(measured);
    record.measured = named_statistics(found);
    add_measurement(record, found, context);
    if (!measured.likely.empty()) {
        record.reason = "They look like " + likely_text(measured.likely);
    } else if (is_telling(seen)) {
        record.reason = "They look like no initialiser of a library for this shape";
    }
    return measured;
}

bool is_telling(const SeenWeights& seen) {
    const WeightStatistics& found = seen.statistics;
    return !found.first_bad && found.finite() >= enough_weights && found.min < found.max;
}

WeightsMeasurement judged(const ExaminedWeights& weights, const WeightsClaim& claim,
                          const RecordOf& record_of_text, const Context& context) {
    const SeenWeights& seen = weights.seen;
    ClaimedLaw claimed = law_of(claim, context);
    WeightsMeasurement measured;
    Record& record = measured.record;
    record = record_of_text(expression_of(claim));
    if (record.computed.value) claimed.law.realised_std = *record.computed.value;
    measured.shape = seen.shape;
    measured.type = seen.type;
    measured.statistics = seen.statistics;
    const WeightStatistics& found = measured.statistics;
    if (!found.first_bad) measured.truncation = truncation_text(found, seen.type, claimed);
    record.id = seen.name;
    record.statement = statement_of(claim);
    record.source.title = seen.name;
    record.expected = Verdict::confirmed;
    record.note = note_of(measured);
    record.measured = named_statistics(found);
    add_tested(measured, weights);
    add_measurement(record, found, context);
    if (record.computed.value && found.std > 0 && found.std != *record.computed.value) {
        record.agreeing_digits =
            std::round(-10 * std::log10(std::abs(found.std / *record.computed.value - 1))) / 10;
    }
    judge(record, claimed, weights);
    return measured;
}

WeightsMeasurement describe_weights(const TensorView& weights, const std::string& name, WeightLayout layout,
                                    const Context& context, const std::function<void(std::size_t)>& done) {
    const ExaminedWeights examined = examine(see_weights(weights, name, 0, context, done), weights, context);
    WeightsMeasurement measured =
        described(examined.seen, likely_of(examined, layout), evaluator(context), context);
    if (examined.spikes) measured.law = examined.spikes->text();
    for (const std::string& one : examined.dependence_reasons()) measured.law += "; " + one;
    measured.record.statement = measured.law;
    add_tested(measured, examined);
    return measured;
}

WeightsMeasurement describe_weights(const std::string& path, WeightLayout layout, bool bfloat16,
                                    const Context& context) {
    const NpyFile file(path, {.bfloat16 = bfloat16});
    return describe_weights(file.view(), path, layout, context,
                            [&](std::size_t numbers) { file.done_with(numbers); });
}

WeightsMeasurement measure_weights(const TensorView& weights, const std::string& name,
                                   const WeightsClaim& claim, const Context& context,
                                   const std::function<void(std::size_t)>& done) {
    const double centre = law_of(claim, context).law.mean;
    const ExaminedWeights examined =
        examine(see_weights(weights, name, centre, context, done), weights, context);
    return judged(examined, claim, evaluator(context), context);
}

WeightsMeasurement measure_weights(const std::string& path, const WeightsClaim& claim,
                                   const Context& context) {
    const NpyFile file(path, {.bfloat16 = claim.bfloat16});
    return measure_weights(file.view(), path, claim, context,
                           [&](std::size_t numbers) { file.done_with(numbers); });
}

}  // namespace sigprop

#include "measure/weights/examined.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "measure/weights/claim.hpp"
#include "measure/weights/likelihood.hpp"
#include "measure/weights/origin.hpp"
#include "measure/weights/weights_record.hpp"

namespace sigprop {
namespace {

/// 1 - 0.8796: a forgotten correction for truncation at ±2 std must be visible.
constexpr double resolution = 0.12;

/// What a verdict rests on, in words.
std::string tested_text(const Dependence& dependence) {
    return dependence.tested.empty()
               ? "the limits of the entries; there are too few for their std, law and correlation"
               : "std and law of the entries; " + dependence.tested;
}

std::string truncation_text(const WeightStatistics& found, ElementType type, const ClaimedLaw& claimed) {
    std::string text = truncation_of(found, Rounding::of(type, found)).text();
    const double away = std::min(-claimed.law.lower, claimed.law.upper) / claimed.law.std;
    if (claimed.has_limits && away > 8) {
        text +=
            "; the claimed limits are " + number_text(away, 3) + " std from the mean and truncate nothing";
    }
    return text;
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

/// Why too few weights to confirm a claim that nothing contradicts; empty when there are enough.
std::string too_few(const WeightLaw& law, const WeightStatistics& found) {
    if (!found.has_std()) return "too few weights: a single weight has no std";
    if (!(found.std > 0)) return "too few weights: all of them are equal, so their std is 0";
    if (found.grid_rms > resolution * found.rms)
        return fmt::format(
            "the weights were quantised: nothing contradicts the claim, but quantisation may have changed "
            "the std by {} %, and a claim is confirmed only at 12 % or less",
            number_text(100 * found.grid_rms / found.rms, 3));
    const double half_width = accepted_errors * found.standard_error / found.std;
    if (found.finite() >= enough_weights && half_width <= resolution) return "";
    // Standard errors fall with the root of the number of weights.
    const double widths = half_width / resolution;
    const double needed =
        std::max(static_cast<double>(enough_weights), static_cast<double>(found.finite()) * widths * widths);
    return fmt::format(
        "too few weights: nothing contradicts the claim, but 6 standard errors are {} % of the std, {}; "
        "about {} weights are needed",
        number_text(100 * half_width, 3),
        law.uniform ? "and a claim is confirmed only at 12 % or less"
                    : "and a missing factor 0.8796 changes the std by only 12 %",
        std::ceil(needed / 10) * 10);
}

/// The verdict and reason of a record that has its expected std.
void judge(Record& record, const ClaimedLaw& claimed, const ExaminedWeights& weights) {
    const MeasuredWeights& seen = weights.seen;
    const WeightStatistics& found = seen.statistics;
    if (record.verdict == Verdict::inconsistent) return;
    if (found.first_bad) return refute(record, {bad_entries(seen)}, {});
    const bool defined =
        found.min == found.max || !found.has_std() ||
        (std::isfinite(found.kurtosis) && found.kurtosis >= 0.999 && std::isfinite(found.std));
    record.verdict = Verdict::undecided;
    if (!defined) {
        record.reason = "the weights span too many orders of magnitude for moments in double precision";
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

}  // namespace

void add_tested(WeightsMeasurement& measured, const ExaminedWeights& weights) {
    if (measured.statistics.first_bad) return;
    measured.tested = tested_text(weights.dependence);
    measured.record.described = {{"kind", "tensor"}, {"tested", measured.tested}};
}

ExaminedWeights examine(MeasuredWeights seen, const TensorView& weights, const Context& context) {
    ExaminedWeights examined{.seen = std::move(seen), .dependence = {}, .spikes = {}};
    const WeightStatistics& found = examined.seen.statistics;
    examined.dependence = dependence_of(weights, examined.seen.name, found);
    const SeenLaw law = law_seen(found, Rounding::of(weights.type(), found), examined.seen.family);
    const bool odd = law.form == SeenLaw::Form::bounded || law.form == SeenLaw::Form::structured;
    if (odd) examined.spikes = spikes_of(weights, found, context);
    return examined;
}

WeightsMeasurement judged(const ExaminedWeights& weights, const WeightsClaim& claim,
                          const RecordOf& record_of_text, const Context& context) {
    const MeasuredWeights& seen = weights.seen;
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

}  // namespace sigprop

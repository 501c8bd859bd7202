// measure weights: the law of the claim and the statistics of the file become a record.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/engine/evaluate.hpp>
#include <sigprop/measure/weights/weights.hpp>

#include "formats/list_text.hpp"
#include "measure/weights/claim.hpp"
#include "measure/weights/examined.hpp"
#include "measure/weights/law.hpp"
#include "measure/weights/likelihood.hpp"
#include "measure/weights/origin.hpp"
#include "measure/weights/weights_record.hpp"

namespace sigprop {
namespace {

void refuse_unmeasurable(const TensorView& weights, const std::string& name) {
    if (weights.is_complex()) {
        throw InputError(name +
                         ": complex weights are not supported; save the real and imaginary parts separately");
    }
    if (weights.size() == 0)
        throw InputError(name + ": the array has no weights: its shape is " + list_text(weights.shape()));
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

/// The laws that the weights look like: one that ties its entries to each other, or of independent ones.
std::vector<LikelyLaw> likely_of(const ExaminedWeights& weights, WeightLayout layout) {
    const MeasuredWeights& seen = weights.seen;
    if (!is_informative(seen)) return {};
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

MeasuredWeights measured_weights(const TensorView& weights, const std::string& name, double centre,
                                 const Context& context, const std::function<void(std::size_t)>& done) {
    refuse_unmeasurable(weights, name);
    MeasuredWeights seen{.name = name, .shape = weights.shape(), .type = weights.type()};
    seen.statistics = weight_statistics(weights, centre, context, done);
    if (seen.statistics.first_bad)
        seen.first_bad = list_text(weights.indices_of_stored(*seen.statistics.first_bad));
    return seen;
}

WeightsMeasurement described(MeasuredWeights seen, std::vector<LikelyLaw> likely,
                             const RecordOf& record_of_text, const Context& context) {
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
    } else if (is_informative(seen)) {
        record.reason = "No library initialiser for this shape fits the weights";
    }
    return measured;
}

bool is_informative(const MeasuredWeights& seen) {
    const WeightStatistics& found = seen.statistics;
    return !found.first_bad && found.finite() >= enough_weights && found.min < found.max;
}

WeightsMeasurement describe_weights(const TensorView& weights, const std::string& name, WeightLayout layout,
                                    const Context& context, const std::function<void(std::size_t)>& done) {
    const ExaminedWeights examined =
        examine(measured_weights(weights, name, 0, context, done), weights, context);
    if (done) done(weights.numbers());
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
                                   const WeightsClaim& claim_of_all, const Context& context,
                                   const std::function<void(std::size_t)>& done) {
    const WeightsClaim claim = with_fans(claim_of_all, weights.shape(), name);
    const double centre = law_of(claim, context).law.mean;
    const ExaminedWeights examined =
        examine(measured_weights(weights, name, centre, context, done), weights, context);
    if (done) done(weights.numbers());
    return judged(examined, claim, evaluator(context), context);
}

WeightsMeasurement measure_weights(const std::string& path, const WeightsClaim& claim,
                                   const Context& context) {
    const NpyFile file(path, {.bfloat16 = claim.bfloat16});
    return measure_weights(file.view(), path, claim, context,
                           [&](std::size_t numbers) { file.done_with(numbers); });
}

}  // namespace sigprop

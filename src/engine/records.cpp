#include "engine/records.hpp"

#include <algorithm>
#include <sigprop/core/base/confidence.hpp>
#include <sigprop/core/evidence/result.hpp>

#include "core/ball/text.hpp"
#include "core/evidence/internal_error.hpp"
#include "engine/composite.hpp"
#include "engine/value_range.hpp"

namespace sigprop {

namespace {

/// To 3 digits of the interval's half length, which is not zero.
std::string end_text(const Ball& end, const Ball& half_length) {
    constexpr double digits_per_bit = 0.30103;
    constexpr long invisible = -20;  // bits: beside the half length the end is 0
    constexpr double max_digits = 400;
    const long bits = end.magnitude_exponent() - half_length.magnitude_exponent();
    if (bits < invisible) return "0";
    const double digits = std::clamp(static_cast<double>(bits) * digits_per_bit + 4, 1.0, max_digits);
    return proved_decimal(end, static_cast<long>(digits)).value_or("0");
}

/// The interval of a sample, as far as the number can be there: a probability of -0.04 is no news about it.
std::optional<IntervalRecord> interval_of(const Evidence& evidence, double confidence,
                                          const NumberRange& values) {
    if (evidence.kind != Kind::sample || evidence.status != Status::ok) return std::nullopt;
    constexpr long bits = 1500;  // beyond any digits shown
    const double errors = critical_value(1 - confidence, evidence.degrees_of_freedom);
    const Ball middle = evidence.value.midpoint().at_precision(bits);
    const Ball half_length = evidence.value.radius().at_precision(bits) * Ball(errors);
    if (!evidence.value.is_finite() || !half_length.is_positive()) return std::nullopt;
    Ball lower = middle - half_length;
    Ball upper = middle + half_length;
    const Ball least = values.moved_inside(lower);
    const Ball most = values.moved_inside(upper);
    // Nothing is left of an interval that lies outside: it is a contradiction, which is not hidden.
    if ((most - least).is_positive()) {
        lower = least;
        upper = most;
    }
    return IntervalRecord{confidence, end_text(lower, half_length), end_text(upper, half_length)};
}

}  // namespace

EvidenceRecord record_of(const Evidence& evidence, long digits, double confidence,
                         const NumberRange& values) {
    EvidenceRecord record;
    record.route = evidence.route;
    record.method = evidence.method;
    record.kind = evidence.kind;
    record.status = evidence.status;
    record.reason = evidence.reason;
    record.evaluations = evidence.work.evaluations;
    record.samples = evidence.work.samples;
    record.interval = interval_of(evidence, confidence, values);
    record.count = evidence.count;
    if (record.count) return record;
    const bool has_value = evidence.status == Status::ok || evidence.status == Status::unreliable;
    if (has_value && evidence.value.is_finite()) {
        DecimalBall decimal = decimal_ball(evidence.value, digits);
        record.midpoint = std::move(decimal.midpoint);
        record.radius = std::move(decimal.radius);
        record.value = nearest_double(evidence.value);
    }
    return record;
}

Record record_of_internal_error(std::string expression, std::string message, const Context& context) {
    Record record;
    record.id = expression;
    record.expression = std::move(expression);
    describe(record, internal_error_evidence(std::move(message)), context.digits, context.confidence);
    return record;
}

namespace {

std::vector<std::string> assumed_of(const BoundExpression& bound) {
    std::vector<std::string> assumed;
    for (const Leaf& leaf : bound.leaves) {
        const std::string call = bound.leaves.size() > 1 ? leaf.text + ": " : "";
        if (!leaf.assumed.empty()) assumed.push_back(call + leaf.assumed);
    }
    return assumed;
}

}  // namespace

ExpressionEvidence expression_evidence(const BoundExpression& bound, const Context& context) {
    NumberRange values = range_of(bound);
    Reconciliation reconciled = reconcile_within(values, evidence_of(bound, context));
    return {.text = bound.text,
            .limit = limits_of(bound),
            .assumed = assumed_of(bound),
            .warnings = warnings_of(bound),
            .evidence = std::move(reconciled.evidence),
            .contradiction = std::move(reconciled.contradiction),
            .by_simulation = exists_by_simulation_alone(bound),
            .values = std::move(values)};
}

Record record_of(const ExpressionEvidence& found, const Context& context) {
    Record record;
    record.id = found.text;
    record.expression = found.text;
    record.limit = found.limit;
    record.assumed = found.assumed;
    record.warnings = found.warnings;
    describe(record, found.evidence, context.digits, context.confidence, found.by_simulation, found.values);
    if (!found.contradiction.empty()) {
        record.verdict = Verdict::inconsistent;
        record.reason = found.contradiction;
    }
    return record;
}

Record record_of(const BoundExpression& bound, const Context& context) {
    return or_internal_error(
        context, [&] { return record_of(expression_evidence(bound, context), context); },
        [&](std::string message) {
            return record_of_internal_error(bound.text, std::move(message), context);
        });
}

void describe(Record& record, const std::vector<Evidence>& evidence, long digits, double confidence,
              bool by_simulation, const NumberRange& values) {
    for (const Evidence& one : evidence)
        record.evidence.push_back(record_of(one, digits, confidence, values));
    const Result result(evidence, digits, by_simulation);
    record.status = result.status();
    record.reason = result.reason();
    if (const Evidence* best = result.enclosure()) {
        DecimalBall decimal = decimal_ball(best->value, digits);
        record.computed.decimal = proved_decimal(best->value, digits);
        record.computed.digits = proved_digits(best->value, digits);
        record.computed.value = nearest_double(best->value);
        record.computed.midpoint = std::move(decimal.midpoint);
        record.computed.radius = std::move(decimal.radius);
    }
}

const EvidenceRecord* find_internal_error(const Record& record) {
    const auto found = std::ranges::find(record.evidence, Status::internal, &EvidenceRecord::status);
    return found == record.evidence.end() ? nullptr : &*found;
}

Summary summarise(const std::vector<Record>& records) {
    Summary summary;
    for (const Record& record : records) {
        ++summary.total;
        if (is_external(record)) {
            ++summary.external;
            continue;
        }
        if (record.verdict == Verdict::confirmed) ++summary.confirmed;
        if (record.verdict == Verdict::refuted) ++summary.refuted;
        if (record.verdict == Verdict::undecided) ++summary.undecided;
        if (record.verdict == Verdict::inconsistent) ++summary.inconsistent;
        if (record.verdict == Verdict::measured) ++summary.measured;
        if (record.verdict == Verdict::compared) ++summary.compared;
        if (record.verdict && record.verdict == record.expected) ++summary.as_expected;
    }
    return summary;
}

}  // namespace sigprop

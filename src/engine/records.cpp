#include "engine/records.hpp"

#include <sigprop/core/ball_text.hpp>
#include <sigprop/core/result.hpp>

namespace sigprop {

EvidenceRecord record_of(const Evidence& evidence, long digits) {
    EvidenceRecord record;
    record.route = to_string(evidence.route);
    record.method = evidence.method;
    record.kind = to_string(evidence.kind);
    record.status = to_string(evidence.status);
    record.reason = evidence.reason;
    record.evaluations = evidence.work.evaluations;
    record.samples = evidence.work.samples;
    const bool has_value = evidence.status == Status::ok || evidence.status == Status::unreliable;
    if (has_value && evidence.value.is_finite()) {
        DecimalBall decimal = decimal_ball(evidence.value, digits);
        record.midpoint = std::move(decimal.midpoint);
        record.radius = std::move(decimal.radius);
        record.value = nearest_double(evidence.value);
    }
    return record;
}

void describe(Record& record, const std::vector<Evidence>& evidence, long digits) {
    for (const Evidence& one : evidence) record.evidence.push_back(record_of(one, digits));
    const Result result(evidence, digits);
    record.status = to_string(result.status());
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

Summary summarise(const std::vector<Record>& records) {
    Summary summary;
    for (const Record& record : records) {
        ++summary.total;
        if (record.expression.empty()) {
            ++summary.external;
            continue;
        }
        if (record.verdict == "confirmed") ++summary.confirmed;
        if (record.verdict == "refuted") ++summary.refuted;
        if (record.verdict == "undecided") ++summary.undecided;
        if (record.verdict == "inconsistent") ++summary.inconsistent;
        if (!record.verdict.empty() && record.verdict == record.expected) ++summary.as_expected;
    }
    return summary;
}

}  // namespace sigprop

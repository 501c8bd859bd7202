#pragma once
// How a record came out: the few questions that every form of a report asks.

#include <charconv>
#include <cstdio>
#include <iterator>
#include <sigprop/engine/record.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "report/words.hpp"

namespace sigprop {

/// An external claim is listed and counted apart: nothing here can decide it.

/// Whether `verify` judged the record; a record of `eval` has nothing to be compared with.
inline bool is_judged(const Record& record) { return !is_external(record) && record.expected.has_value(); }

inline bool is_unexpected(const Record& record) {
    return is_judged(record) && record.verdict != record.expected;
}

/// "refuted (expected: confirmed)".
inline std::string unexpected_text(const Record& record) {
    return word(record.verdict) + " (expected: " + word(record.expected) + ")";
}

/// Where the library failed, though other methods may have the number: the first such record, and how many
/// more; empty where there is none.
inline std::string faults_text(const std::vector<Record>& records) {
    std::string text;
    std::size_t more = 0;
    for (const Record& record : records) {
        const EvidenceRecord* fault = find_internal_error(record);
        if (fault == nullptr) continue;
        if (text.empty()) {
            text = (record.id.empty() ? record.expression : record.id) + ": " + fault->method +
                   " ended in an internal error, which is a bug in sigprop: " + fault->reason;
        } else {
            ++more;
        }
    }
    return more == 0 ? text : text + "; " + std::to_string(more) + " more";
}

/// The shortest text that reads back as the same double.
inline std::string shortest(double value) {
    char buffer[32];
    const auto end = std::to_chars(std::begin(buffer), std::end(buffer), value).ptr;
    return {std::begin(buffer), end};
}

/// " (limit)" beside a number that is proved in a limit, which no finite network has.
inline std::string limit_mark(const Record& record) { return record.limit.empty() ? "" : " (limit)"; }

/// "3 of 4"
inline std::string count_text(const Count& count) {
    return std::to_string(count.hits) + " of " + std::to_string(count.of);
}

/// The proved digits; else "≈ " and the first method's number, a sample rounded to its error or its count;
/// else the status. The number of a limit says so.
inline std::string computed_text(const Record& record) {
    if (record.computed.decimal) return *record.computed.decimal + limit_mark(record);
    for (const EvidenceRecord& one : record.evidence) {
        if (one.status == Status::ok && one.count) return count_text(*one.count);
        if (one.status != Status::ok || !(one.value || one.midpoint)) continue;
        const bool rounded = (one.kind == Kind::sample || !one.value) && one.midpoint;
        return "≈ " + (rounded ? *one.midpoint : shortest(*one.value));
    }
    return record.status == Status::ok ? std::string() : word(record.status);
}

/// "≈ " and the number measured in a user's tensor; empty where none was measured.
inline std::string measurement_text(const Record& record) {
    for (const EvidenceRecord& one : record.evidence) {
        if (one.route != RouteKind::measurement || !one.value) continue;
        char digits[32];
        std::snprintf(digits, sizeof digits, "%.6g", *one.value);
        return std::string("≈ ") + digits;
    }
    return {};
}

/// Author, title (year), where, url: whichever exist.
inline std::string source_text(const Source& source) {
    std::string text;
    const auto add = [&text](const std::string& part) {
        if (!part.empty()) text += (text.empty() ? "" : ", ") + part;
    };
    add(source.author);
    add(source.title);
    if (source.year) text += (text.empty() ? "(" : " (") + std::to_string(*source.year) + ")";
    add(source.where);
    add(source.url);
    return text;
}

/// The source's own words in quotation marks, and what they mean in English; empty where there are none.
inline std::string quote_text(const Record& record) {
    if (record.quote.empty()) return {};
    return "“" + record.quote + "”" + (record.quote_en.empty() ? "" : " (" + record.quote_en + ")");
}

/// "external, needs_training: why nothing here can decide it".
inline std::string external_text(const Record& record) {
    return "external" + (record.external_reason ? ", " + word(*record.external_reason) : "") +
           (record.reason.empty() ? "" : ": " + record.reason);
}

/// The stated text with its convention: "0.7737413 (truncated)"; empty when nothing is stated.
inline std::string stated_text(const Record& record) {
    if (!record.stated) return {};
    return record.stated->text +
           (record.stated->convention.empty() ? "" : " (" + record.stated->convention + ")");
}

}  // namespace sigprop

#include <algorithm>
#include <cmath>
#include <sigprop/report/report.hpp>
#include <sigprop/version.hpp>

#include "formats/json.hpp"
#include "formats/sha256.hpp"
#include "report/words.hpp"

namespace sigprop {
namespace {

Json json_of(const std::optional<std::string>& text) { return text ? Json(*text) : Json(nullptr); }

Json json_of(const std::optional<double>& value) {
    return value && std::isfinite(*value) ? Json(*value) : Json(nullptr);
}

/// The value of an axis: a number where a reader's double can hold it, else ("1/3", "1e400") its text.
Json json_of_axis_value(const std::string& text) {
    try {
        Json number = Json::number(text);
        if (std::isfinite(number.as_double())) return number;
    } catch (const std::exception&) {  // not a JSON number, or beyond the range of a double
    }
    return text;
}

void set_if_there(Json& object, std::string_view key, const std::string& text) {
    if (!text.empty()) object.set(key, text);
}

Json json_of(const Source& source) {
    Json json = Json::object();
    set_if_there(json, "title", source.title);
    set_if_there(json, "author", source.author);
    if (source.year) json.set("year", *source.year);
    set_if_there(json, "url", source.url);
    set_if_there(json, "where", source.where);
    set_if_there(json, "use", source.use);
    return json;
}

Json json_of(const StatedRecord& stated) {
    return Json::object({{"text", stated.text},
                         {"convention", stated.convention},
                         {"lower", json_of(stated.lower)},
                         {"upper", json_of(stated.upper)}});
}

Json json_of(const ComputedRecord& computed) {
    return Json::object({{"decimal", json_of(computed.decimal)},
                         {"double", json_of(computed.value)},
                         {"midpoint", json_of(computed.midpoint)},
                         {"radius", json_of(computed.radius)},
                         {"digits", computed.digits}});
}

Json json_of(const EvidenceRecord& evidence) {
    Json work = Json::object();
    if (evidence.evaluations > 0) work.set("evaluations", evidence.evaluations);
    if (evidence.samples > 0) work.set("samples", evidence.samples);
    Json json = Json::object({{"route", word(evidence.route)},
                              {"method", evidence.method},
                              {"kind", word(evidence.kind)},
                              {"status", word(evidence.status)}});
    set_if_there(json, "reason", evidence.reason);
    json.set("midpoint", json_of(evidence.midpoint));
    json.set("radius", json_of(evidence.radius));
    json.set("double", json_of(evidence.value));
    if (evidence.count)
        json.set("count", Json::object({{"hits", evidence.count->hits}, {"of", evidence.count->of}}));
    if (evidence.interval) {
        json.set("interval", Json::object({{"level", evidence.interval->level},
                                           {"lower", evidence.interval->lower},
                                           {"upper", evidence.interval->upper}}));
    }
    json.set("work", std::move(work));
    return json;
}

/// Writes what is known about a refuted number, and no key without a value.
void set_diagnosis(Json& json, const Record& record) {
    if (record.relative_error) json.set("relative_error", *record.relative_error);
    if (record.first_wrong_digit) json.set("first_wrong_digit", *record.first_wrong_digit);
    if (record.identified.empty()) return;
    Json identified = Json::array();
    for (const IdentifiedRecord& one : record.identified)
        identified.push_back(Json::object({{"expression", one.expression}, {"text", one.text}}));
    json.set("identified", std::move(identified));
}

Json json_of(const Record& record) {
    Json json = Json::object({{"id", record.id},
                              {"expression", record.expression},
                              {"statement", record.statement},
                              {"source", json_of(record.source)}});
    set_if_there(json, "note", record.note);
    set_if_there(json, "quote", record.quote);
    set_if_there(json, "quote_en", record.quote_en);
    if (record.kind != ClaimKind::published) json.set("kind", word(record.kind));
    if (record.external_reason) json.set("external", word(*record.external_reason));
    if (record.says.value_or(Says::equals) != Says::equals) json.set("says", word(*record.says));
    if (record.stated) json.set("stated", json_of(*record.stated));
    const auto add_texts = [&](const char* key, const std::vector<std::string>& texts) {
        if (texts.empty()) return;
        Json list = Json::array();
        for (const std::string& one : texts) list.push_back(one);
        json.set(key, std::move(list));
    };
    add_texts("warnings", record.warnings);
    add_texts("remarks", record.remarks);
    json.set("computed", json_of(record.computed));
    set_if_there(json, "limit", record.limit);
    json.set("verdict", word(record.verdict));
    json.set("expected", word(record.expected));
    json.set("strength", word(record.strength));
    json.set("agreeing_digits", json_of(record.agreeing_digits));
    set_diagnosis(json, record);
    json.set("status", word(record.status));
    json.set("reason", record.reason);
    Json evidence = Json::array();
    for (const EvidenceRecord& one : record.evidence) evidence.push_back(json_of(one));
    json.set("evidence", std::move(evidence));
    if (!record.measured.empty()) {
        Json measured = Json::object();
        for (const auto& [name, value] : record.measured) measured.set(name, json_of(std::optional(value)));
        json.set("measured", std::move(measured));
    }
    if (!record.described.empty()) {
        Json described = Json::object();
        for (const auto& [name, text] : record.described) described.set(name, text);
        json.set("described", std::move(described));
    }
    return json;
}

/// Refers to the axis.
Json json_of(const Axis& axis) {
    return Json::object(
        {{"name", axis.name}, {"values", Json::generated(axis.values.size(), [&axis](std::size_t i) {
                                   return json_of_axis_value(axis.values[i]);
                               })}});
}

template <class T, class ToJson>
Json array_of(const std::vector<T>& items, ToJson to_json) {
    std::vector<Json> array;
    array.reserve(items.size());
    for (const T& item : items) array.push_back(to_json(item));
    return Json::array(std::move(array));
}

template <class Column>
Json column_of(const Column& column) {
    return Json::generated(column.size(), [&column](std::size_t i) { return json_of(column[i]); });
}

Json axes_of(const Series& series) {
    Json axes = Json::array();
    for (const Axis& axis : series.axes) axes.push_back(json_of(axis));
    return axes;
}

/// Refers to the series.
Json json_of(const Series& series) {
    Json json = Json::object({{"id", series.id},
                              {"expression", series.expression},
                              {"method", series.method},
                              {"kind", word(series.kind)},
                              {"axes", axes_of(series)},
                              {"value", column_of(series.value)},
                              {"double", column_of(series.number)},
                              {"radius", column_of(series.radius)},
                              {"status", Json::generated(series.status.size(), [&series](std::size_t i) {
                                   return Json(word(series.status[i]));
                               })}});
    set_if_there(json, "internal_error", series.internal_error);
    return json;
}

Json json_of(const Summary& summary) {
    return Json::object({{"confirmed", summary.confirmed},
                         {"refuted", summary.refuted},
                         {"undecided", summary.undecided},
                         {"inconsistent", summary.inconsistent},
                         {"measured", summary.measured},
                         {"compared", summary.compared},
                         {"as_expected", summary.as_expected},
                         {"external", summary.external},
                         {"total", summary.total}});
}

Json json_of(const RunInfo& run) {
    Json json = Json::object();
    for (const auto& [key, value] : run.entries) json.set(key, value);
    return json;
}

/// The oldest version of the format that has all that is in the report.
std::string_view version_needed(const Report& report) {
    const bool newest = std::ranges::any_of(report.records, [](const Record& one) {
        return !one.described.empty() || !one.remarks.empty() || one.kind == ClaimKind::experiment ||
               std::ranges::any_of(one.evidence, [](const EvidenceRecord& e) { return e.count.has_value(); });
    });
    return newest ? report_schema_version : "1.3";
}

/// The whole report, without `run` when it has none.
Json json_of(const Report& report) {
    Json records = array_of(report.records, [](const Record& record) { return json_of(record); });
    Json series = array_of(report.series, [](const Series& one) { return json_of(one); });
    const Json content = Json::object({{"records", records}, {"series", series}});

    Json json = Json::object({{"schema_version", version_needed(report)},
                              {"tool", Json::object({{"name", "sigprop"}, {"version", version}})}});
    if (report.run) json.set("run", json_of(*report.run));
    json.set("digest",
             sha256_hex([&content](const TextSink& out) { write_json(content, JsonStyle::canonical, out); }));
    json.set("summary", json_of(summarise(report.records)));
    json.set("records", std::move(records));
    json.set("series", std::move(series));
    return json;
}

}  // namespace

std::string write_report(const Report& report) { return write_json(json_of(report)); }

void write_report(const Report& report, const TextSink& out) {
    write_json(json_of(report), JsonStyle::pretty, out);
}

}  // namespace sigprop

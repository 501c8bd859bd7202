#include <array>
#include <limits>
#include <sigprop/report/report.hpp>

#include "core/ball/text.hpp"
#include "core/base/doubles.hpp"
#include "formats/place.hpp"
#include "formats/sha256.hpp"

#include "formats/field.hpp"

namespace sigprop {
namespace {

constexpr std::array verdicts = {Verdict::confirmed,    Verdict::refuted,  Verdict::undecided,
                                 Verdict::inconsistent, Verdict::measured, Verdict::compared};
constexpr std::array expectations = {Verdict::confirmed, Verdict::refuted, Verdict::measured,
                                     Verdict::compared};
constexpr std::array ways_of_saying = {Says::equals, Says::about, Says::recommends};
constexpr std::array claim_kinds = {ClaimKind::published, ClaimKind::finding, ClaimKind::external,
                                    ClaimKind::experiment};
constexpr std::array external_reasons = {ExternalReason::needs_training, ExternalReason::literature,
                                         ExternalReason::wording, ExternalReason::hardware};
constexpr std::array strengths = {Strength::enclosure, Strength::domain, Strength::sample};
constexpr std::array routes = {RouteKind::closed_form, RouteKind::definition, RouteKind::simulation,
                               RouteKind::measurement};
constexpr std::array kinds = {Kind::enclosure, Kind::estimate, Kind::sample};
constexpr std::array statuses = {Status::ok, Status::domain, Status::unable, Status::unreliable,
                                 Status::internal};
constexpr std::array overall_statuses = {Status::ok, Status::domain, Status::unable, Status::internal};

/// Reads a midpoint with its radius: both or neither.
void read_ball(const Field& holder, std::optional<std::string>& midpoint,
               std::optional<std::string>& radius) {
    midpoint = holder.optional_text("midpoint");
    radius = holder.optional_text("radius");
    if (midpoint.has_value() != radius.has_value()) {
        refuse(holder.json(), holder.path() + ": midpoint and radius need each other");
    }
    if (!midpoint) return;
    constexpr long few_bits = 64;
    try {
        static_cast<void>(ball_from_decimals(*midpoint, *radius, few_bits));
    } catch (const InputError& error) {
        refuse(holder["midpoint"].json(), holder.path() + ": " + error.what());
    }
}

Source read_source(const Field& field) {
    Source source;
    source.title = field.text("title");
    source.author = field.text("author");
    if (const auto year = field.find("year")) source.year = year->integer();
    source.url = field.text("url");
    source.where = field.text("where");
    source.use = field.text("use");
    return source;
}

/// Samples have no interval in reports before version 1.2.
IntervalRecord read_interval(const Field& field) {
    const std::optional<double> level = field["level"].number();
    if (!level || !(*level > 0 && *level < 1)) {
        refuse(field.json(), field.path() + ": the level must lie between 0 and 1");
    }
    return {*level, field["lower"].text(), field["upper"].text()};
}

EvidenceRecord read_evidence(const Field& field) {
    EvidenceRecord evidence;
    evidence.route = field["route"].word(routes);
    evidence.method = field["method"].text();
    evidence.kind = field["kind"].word(kinds);
    evidence.status = field["status"].word(statuses);
    evidence.reason = field.text("reason");
    read_ball(field, evidence.midpoint, evidence.radius);
    evidence.value = field.number("double");
    if (const auto interval = field.find("interval")) evidence.interval = read_interval(*interval);
    if (const auto count = field.find("count")) {
        evidence.count = Count{count->count("hits"), count->count("of")};
        if (evidence.count->hits > evidence.count->of)
            refuse(count->json(), count->path() + ": it has more hits than tries");
    }
    if (const auto work = field.find("work")) {
        evidence.evaluations = work->count("evaluations");
        evidence.samples = work->count("samples");
    }
    return evidence;
}

ComputedRecord read_computed(const Field& field) {
    ComputedRecord computed;
    computed.decimal = field.optional_text("decimal");
    computed.value = field.number("double");
    read_ball(field, computed.midpoint, computed.radius);
    computed.digits = static_cast<std::int64_t>(field.count("digits"));
    return computed;
}

/// Reports before version 1.1 have no diagnosis.
void read_diagnosis(const Field& field, Record& record) {
    record.relative_error = field.optional_text("relative_error");
    if (field.find("first_wrong_digit")) {
        record.first_wrong_digit = static_cast<std::size_t>(field.count("first_wrong_digit"));
    }
    if (field.find("identified")) {
        record.identified = field.list("identified", [](const Field& one) {
            return IdentifiedRecord{one["expression"].text(), one.text("text")};
        });
    }
}

/// Reports before version 1.3 have none of this.
void read_saying(const Field& field, Record& record) {
    record.quote = field.text("quote");
    record.quote_en = field.text("quote_en");
    if (const auto kind = field.find("kind")) record.kind = kind->word(claim_kinds);
    if (const auto reason = field.find("external")) record.external_reason = reason->word(external_reasons);
    if (const auto one = field.find("says")) record.says = one->word(ways_of_saying);
}

Record read_record(const Field& field) {
    Record record;
    record.id = field["id"].text();
    record.expression = field["expression"].text();
    record.statement = field.text("statement");
    if (const auto source = field.find("source")) record.source = read_source(*source);
    record.note = field.text("note");
    read_saying(field, record);
    if (const auto stated = field.find("stated")) {
        record.stated = StatedRecord{(*stated)["text"].text(), (*stated)["convention"].text(),
                                     stated->optional_text("lower"), stated->optional_text("upper")};
    }
    if (field.find("warnings"))
        record.warnings = field.list("warnings", [](const Field& one) { return one.text(); });
    if (field.find("remarks"))
        record.remarks = field.list("remarks", [](const Field& one) { return one.text(); });
    record.computed = read_computed(field["computed"]);
    record.limit = field.text("limit");
    record.verdict = field["verdict"].optional_word(verdicts);
    record.expected = field["expected"].optional_word(expectations);
    if (const auto strength = field.find("strength")) record.strength = strength->optional_word(strengths);
    record.agreeing_digits = field.number("agreeing_digits");
    read_diagnosis(field, record);
    if (const auto status = field.find("status")) record.status = status->optional_word(overall_statuses);
    record.reason = field.text("reason");
    record.evidence = field.list("evidence", read_evidence);
    if (const auto measured = field.find("measured")) {
        for (const JsonMember& one : measured->json().as_object(measured->path())) {
            constexpr double none = not_a_number;  // null again when written
            record.measured.emplace_back(one.key, measured->number(one.key).value_or(none));
        }
    }
    if (const auto described = field.find("described")) {
        for (const JsonMember& one : described->json().as_object(described->path()))
            record.described.emplace_back(one.key, (*described)[one.key].text());
    }
    return record;
}

Axis read_axis(const Field& field) {
    return {field["name"].text(), field.list("values", [](const Field& value) {
                return value.json().is_number() ? value.json().as_number_text() : value.text();
            })};
}

/// The number of points of a grid; the largest number of all where it is larger, so that it fits no array.
std::size_t points_of(const Axes& axes) {
    constexpr std::size_t most = std::numeric_limits<std::size_t>::max();
    std::size_t points = 1;
    for (const Axis& axis : axes) {
        const std::size_t values = axis.values.size();
        points = values > 0 && points > most / values ? most : points * values;
    }
    return points;
}

Series read_series(const Field& field) {
    Series series;
    series.id = field["id"].text();
    series.expression = field["expression"].text();
    series.method = field["method"].text();
    series.kind = field["kind"].word(kinds);
    series.axes = field.list("axes", read_axis);
    series.value = field.list("value", [](const Field& one) { return one.optional_text(); });
    series.number = field.list("double", [](const Field& one) { return one.number(); });
    series.radius = field.list("radius", [](const Field& one) { return one.number(); });
    series.status = field.list("status", [](const Field& one) { return one.word(statuses); });
    series.internal_error = field.text("internal_error");
    const std::size_t points = points_of(series.axes);
    for (const std::size_t size :
         {series.value.size(), series.number.size(), series.radius.size(), series.status.size()}) {
        if (size != points) {
            refuse(field.json(), field.path() + ": an array has " + std::to_string(size) +
                                     " elements, but the axes give " + std::to_string(points) + " points");
        }
    }
    return series;
}

RunInfo read_run(const Field& field) {
    RunInfo run;
    for (const JsonMember& entry : field.json().as_object(field.path())) {
        run.entries.emplace_back(entry.key, entry.value.is_string()
                                                ? entry.value.as_string()
                                                : write_json(entry.value, JsonStyle::canonical));
    }
    return run;
}

void check_version(const Field& version) {
    const std::string text = version.text();
    const std::size_t dot = text.find('.');
    const auto is_number = [](std::string_view part) {
        return !part.empty() && part.find_first_not_of("0123456789") == part.npos;
    };
    if (dot == text.npos || !is_number(text.substr(0, dot)) || !is_number(text.substr(dot + 1))) {
        refuse(version.json(), "schema_version: '" + text + "' is not a version such as 1.0");
    }
    const std::string_view known = report_schema_version.substr(0, report_schema_version.find('.'));
    if (text.substr(0, dot) != known) {
        refuse(version.json(), "schema_version: " + text + " is another format; this version reads " +
                                   std::string(known) +
                                   ".x: write the report again with this version of sigprop");
    }
}

void check_digest(const Field& root) {
    const auto digest = root.find("digest");
    if (!digest) return;
    const Json* series = root.json().find("series");
    const Json content = Json::object(
        {{"records", root["records"].json()}, {"series", series != nullptr ? *series : Json::array()}});
    const std::string actual = sha256_hex(write_json(content, JsonStyle::canonical));
    if (digest->text() == actual) return;
    refuse(digest->json(), "digest: the records and series have the digest " + actual +
                               ": the file was edited after sigprop wrote it; write it again");
}

}  // namespace

Report read_report(std::string_view text, std::string_view source_name, ReadOptions options) {
    const Json json = parse_json(text, source_name);
    try {
        const Field root(json, {});
        if (!root.find("schema_version"))
            refuse(json, "schema_version is missing: this is not a report that sigprop wrote with --json");
        check_version(root["schema_version"]);
        if (options.check_digest) check_digest(root);
        Report report;
        if (const auto run = root.find("run")) report.run = read_run(*run);
        report.records = root.list("records", read_record);
        if (root.find("series")) report.series = root.list("series", read_series);
        return report;
    } catch (const InputError& error) {
        throw located(error, text, source_name);
    }
}

}  // namespace sigprop

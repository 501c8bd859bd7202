#include <doctest/doctest.h>

#include <limits>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/report/report.hpp>

#include "formats/json.hpp"
#include "formats/sha256.hpp"

#include "tests/report/report_samples.hpp"

using namespace sigprop;

namespace {

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

std::string refusal(const std::string& text, ReadOptions options = {}) {
    try {
        static_cast<void>(read_report(text, "r.json", options));
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

/// The report with one change that does not affect the digest.
std::string refusal_of_change(const std::string& from, const std::string& to) {
    return refusal(replaced(write_report(samples::report()), from, to), {.check_digest = false});
}

bool says(const std::string& message, const std::string& part) {
    INFO(message, " / ", part);
    return message.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a report is written with the names of the interface") {
    const Json json = parse_json(write_report(samples::report()), "report");
    CHECK(json.at("schema_version").as_string() == "1.3");
    CHECK(json.at("tool").at("name").as_string() == "sigprop");
    CHECK(json.at("run").at("host").as_string() == "here");
    CHECK(json.at("summary").at("total").as_integer() == 6);
    CHECK(json.at("summary").at("external").as_integer() == 1);
    const auto& records = json.at("records").as_array();
    CHECK(write_json(records[0].at("stated"), JsonStyle::canonical) ==
          R"({"convention":"truncated","lower":"0.7737413","text":"0.7737413","upper":"0.7737414"})");
    CHECK(write_json(records[0].at("computed"), JsonStyle::canonical) ==
          R"({"decimal":"0.773741303549923247179911367677","digits":30,"double":0.7737413035499232,)"
          R"("midpoint":"0.77374130354992324717991136767701","radius":"5.01e-33"})");
    CHECK(write_json(records[0].at("evidence").as_array()[0].at("work")) == "{\n  \"evaluations\": 3\n}\n");
    CHECK(write_json(records[0].at("evidence").as_array()[1], JsonStyle::canonical) ==
          R"({"double":0.7738,"interval":{"level":0.95,"lower":"0.773604","upper":"0.773996"},)"
          R"("kind":"sample","method":"monte_carlo","midpoint":"0.7738","radius":"1e-4",)"
          R"("route":"definition","status":"ok","work":{"samples":131072}})");
    CHECK(records[1].find("stated") == nullptr);  // a record of eval
    CHECK(records[1].at("verdict").as_string().empty());
    CHECK(records[2].at("computed").at("decimal").is_null());
    CHECK(records[2].at("agreeing_digits").is_null());
    CHECK(records[0].find("identified") == nullptr);
    CHECK(records[4].at("relative_error").as_string() == "0.0129");
    CHECK(records[4].at("first_wrong_digit").as_integer() == 3);
    CHECK(write_json(records[4].at("identified").as_array()[1], JsonStyle::canonical) ==
          R"({"expression":"5/3","text":""})");
    const Json& series = json.at("series").as_array()[0];
    CHECK(write_json(series.at("axes"), JsonStyle::canonical) ==
          R"([{"name":"n","values":[64,128]},{"name":"s","values":["1/3",0.5,"1e400"]}])");
    CHECK(write_json(series.at("radius"), JsonStyle::canonical) == "[1e-09,1e-09,1e-09,1e-09,0.5,null]");
}

TEST_CASE("what is read is what was written, byte for byte") {
    const std::string text = write_report(samples::report());
    CHECK(refusal(text).empty());
    CHECK(write_report(read_report(text, "r.json")) == text);
    CHECK(write_report(samples::report()) == text);
    CHECK(text.back() == '\n');
    const Report empty = read_report(write_report({}), "r.json");
    CHECK(empty.records.empty());
    CHECK_FALSE(empty.run.has_value());
}

TEST_CASE("the digest is that of records and series, and run has no part in it") {
    Report report = samples::report();
    const Json json = parse_json(write_report(report), "report");
    const Json content = Json::object({{"series", json.at("series")}, {"records", json.at("records")}});
    CHECK(json.at("digest").as_string() == sha256_hex(write_json(content, JsonStyle::canonical)));
    report.run.reset();
    const Json without_run = parse_json(write_report(report), "report");
    CHECK(without_run.at("digest") == json.at("digest"));
    CHECK(without_run.find("run") == nullptr);
    report.records[0].verdict = Verdict::refuted;
    CHECK_FALSE(parse_json(write_report(report), "report").at("digest") == json.at("digest"));
}

TEST_CASE("an internal error is a status, of a report that is read back") {
    const std::string text = write_report(samples::report_with_faults());
    CHECK(parse_json(text, "report").at("schema_version").as_string() == "1.4");
    const Report read = read_report(text, "r.json");
    CHECK(read.records.front().status == Status::internal);
    CHECK(find_internal_error(read.records.back())->reason == "map::at");
    CHECK(read.series.front().status.back() == Status::internal);
    CHECK(read.series.front().internal_error == "map::at");
    CHECK(write_report(read) == text);
    CHECK(find_internal_error(samples::report().records.front()) == nullptr);
}

TEST_CASE("remarks are read back beside warnings, and are none of them") {
    Report report = samples::report();
    Record& record = report.records.front();
    record.warnings = {"copy: a"};
    record.remarks = {"zeros: b", "skipped: \"c\""};
    const std::string text = write_report(report);
    const Json json = parse_json(text, "report");
    CHECK(json.at("schema_version").as_string() == "1.4");  // which 1.3 has not
    const Json& written = json.at("records").as_array().front();
    CHECK(write_json(written.at("remarks"), JsonStyle::canonical) == R"(["zeros: b","skipped: \"c\""])");
    CHECK(json.at("records").as_array()[1].find("remarks") == nullptr);
    const Report read = read_report(text, "r.json");
    CHECK(read.records.front().remarks == record.remarks);
    CHECK(read.records.front().warnings == record.warnings);
    CHECK(read.records[1].remarks.empty());
    CHECK(write_report(read) == text);
    CHECK(says(refusal(replaced(text, R"("zeros: b")", "1"), {.check_digest = false}), "remarks[0]"));
    record.remarks.clear();
    CHECK(parse_json(write_report(report), "report").at("schema_version").as_string() == "1.3");
}

TEST_CASE("a report that was changed by hand is refused by its digest") {
    const std::string text = write_report(samples::report());
    const std::string changed = replaced(text, "\"verdict\": \"confirmed\"", "\"verdict\": \"refuted\"");
    CHECK(says(refusal(changed), "r.json:11:13: digest: the records and series have the digest "));
    CHECK(refusal(changed, {.check_digest = false}).empty());
    CHECK(says(refusal(replaced(text, "\"digest\": \"", "\"digest\": \"0")), "digest: "));
    CHECK(refusal(replaced(text, "\"digest\"", "\"no_digest\"")).empty());
    CHECK(refusal(replaced(text, "\"host\": \"here\"", "\"host\": \"there\"")).empty());
    CHECK(refusal(replaced(text, "  \"records\": [", "\n\n\"records\":[")).empty());  // white space is free
}

TEST_CASE("fields of a later minor version are passed over, and counted by its digest") {
    CHECK(refusal_of_change("\"schema_version\": \"1.3\"", "\"schema_version\": \"1.7\"").empty());
    CHECK(refusal_of_change("\"id\": \"a.b\"", "\"id\": \"a.b\", \"mood\": {\"good\": true}").empty());
    CHECK(says(refusal(replaced(write_report({}), "[]", "[{\"future\": 1}]")), "digest"));
    CHECK(refusal_of_change("\"schema_version\": \"1.3\"", "\"schema_version\": \"1.0\"").empty());
    CHECK(refusal_of_change("\"seconds\": \"1.5\"", "\"seconds\": 1.5").empty());
    CHECK(refusal_of_change("\"statement\": \"\"", "\"statement\": null").empty());
}

TEST_CASE("what is needed must be there, of its kind, and known") {
    CHECK(says(refusal("{}"), "r.json:1:1: schema_version is missing: this is not a report"));
    CHECK(says(refusal("[]"), "expected an object"));
    CHECK(says(refusal(""), "r.json:1:1"));
    CHECK(says(refusal_of_change("\"1.3\"", "\"2.0\""),
               "schema_version: 2.0 is another format; this version reads 1.x"));
    CHECK(says(refusal_of_change("\"1.3\"", "\"one\""), "is not a version such as 1.0"));
    CHECK(says(refusal_of_change("\"1.3\"", "1.2"), "r.json:2:21: schema_version: expected a string"));
    CHECK(says(refusal_of_change("\"records\"", "\"recods\""), "missing key \"records\""));
    CHECK(says(refusal_of_change("\"id\": \"a.b\"", "\"ID\": \"a.b\""), "records[0]: missing key \"id\""));
    CHECK(says(refusal_of_change("\"verdict\": \"confirmed\"", "\"verdict\": \"confrimed\""),
               "records[0].verdict: 'confrimed' is not one of \"\", confirmed, refuted"));
    CHECK(says(refusal_of_change("\"kind\": \"sample\"", "\"kind\": \"guess\""),
               "records[0].evidence[1].kind"));
    CHECK(says(refusal_of_change("\"route\": \"closed_form\"", "\"route\": \"algebra\""),
               "records[0].evidence[0].route: 'algebra' is not one of closed_form, definition, simulation"));
    CHECK(says(refusal_of_change("\"strength\": \"enclosure\"", "\"strength\": \"enclosed\""),
               "records[0].strength: 'enclosed' is not one of \"\", enclosure, domain, sample"));
    CHECK(says(refusal_of_change("\"status\": \"ok\"", "\"status\": \"unreliable\""),
               "records[0].status: 'unreliable' is not one of \"\", ok, domain, unable"));
    CHECK(says(refusal_of_change("\"ok\", \"unable\"]", "\"ok\", \"\"]"),
               "series[0].status[5]: '' is not one of ok, domain, unable, unreliable"));
    CHECK(refusal_of_change("\"strength\": \"enclosure\"", "\"strength\": \"\"").empty());
    CHECK(says(refusal_of_change("\"first_wrong_digit\": 3", "\"first_wrong_digit\": -3"),
               "cannot be negative"));
    CHECK(says(refusal_of_change("\"samples\": 131072", "\"samples\": -1"), "a count cannot be negative"));
    CHECK(says(refusal_of_change("\"level\": 0.95", "\"level\": 95"), "the level must lie between 0 and 1"));
    CHECK(says(refusal_of_change("\"upper\": \"0.773996\"", "\"up\": 1"), "interval: missing key \"upper\""));
    CHECK(says(refusal_of_change("\"radius\": \"1e-4\"", "\"radius\": null"),
               "midpoint and radius need each other"));
    CHECK(says(refusal_of_change("\"radius\": \"1e-4\"", "\"radius\": \"-1e-4\""),
               "a radius must not be negative"));
    CHECK(says(refusal_of_change("\"midpoint\": \"0.7738\"", "\"midpoint\": \"nan\""),
               "not a finite decimal: 'nan'"));
    CHECK(says(refusal_of_change("1.5, 2.5, 3.5", "1.5, 2.5"), "series[0]: an array has 5 elements, but"));
    CHECK(says(refusal_of_change("1.5, 2.5, 3.5", "1.5, 2.5, 1e999"), "1e999 is too large for a double"));
}

TEST_CASE("axes that make 2^64 points do not fit arrays without elements") {
    std::string axes;
    for (int i = 0; i < 64; ++i)
        axes +=
            (i > 0 ? R"(, {"name": "a)" : R"({"name": "a)") + std::to_string(i) + R"(", "values": [1, 2]})";
    const auto report = [&](const std::string& more) {
        return R"({"schema_version": "1.4", "records": [], "series": [{"id": "c", "expression": "x", "method": "m", )"
               R"("kind": "enclosure", "value": [], "double": [], "radius": [], "status": [], "axes": [)" +
               axes + more + "]}]}";
    };
    CHECK(says(refusal(report("")), "series[0]: an array has 0 elements, but the axes give"));
    CHECK(refusal(report(R"(, {"name": "none", "values": []})")).empty());
}

TEST_CASE("what is not finite never reaches the file") {
    Report report = samples::report();
    report.records[0].computed.value = std::numeric_limits<double>::infinity();
    report.records[0].agreeing_digits = std::numeric_limits<double>::quiet_NaN();
    report.series[0].radius[0] = std::numeric_limits<double>::infinity();
    const Json json = parse_json(write_report(report), "report");
    CHECK(json.at("records").as_array()[0].at("computed").at("double").is_null());
    CHECK(json.at("records").as_array()[0].at("agreeing_digits").is_null());
    CHECK(json.at("series").as_array()[0].at("radius").as_array()[0].is_null());
}

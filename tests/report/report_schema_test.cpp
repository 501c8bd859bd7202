// The schemas and the code know the same fields, in both directions.

#include <doctest/doctest.h>

#include <filesystem>
#include <sigprop/report/report.hpp>

#include "formats/files.hpp"

#include "tests/report/report_samples.hpp"
#include "tests/support/schema_check.hpp"

using namespace sigprop;

namespace {

const std::filesystem::path root = SIGPROP_SOURCE_DIR;

Json read_json(const std::filesystem::path& path) {
    return parse_json(read_file(path.string()), path.filename().string());
}
const Json& report_schema() {
    static const Json schema = read_json(root / "results/schema/report.schema.json");
    return schema;
}
const Json& claims_schema() {
    static const Json schema = read_json(root / "results/schema/claims.schema.json");
    return schema;
}

const Json& series_schema() {
    static const Json schema = read_json(root / "results/schema/series.schema.json");
    return schema;
}

const Json& recipe_schema() {
    static const Json schema = read_json(root / "results/schema/recipe.schema.json");
    return schema;
}
const Json& spec_schema() {
    static const Json schema = read_json(root / "results/schema/spec.schema.json");
    return schema;
}
const Json& recipe_diff_schema() {
    static const Json schema = read_json(root / "results/schema/recipe_diff.schema.json");
    return schema;
}

const Json& what_schema() {
    static const Json schema = read_json(root / "results/schema/what.schema.json");
    return schema;
}

/// Calls visit(schema object) for every nested schema, a property before its contents.
void walk(const Json& json, const auto& visit) {
    if (json.is_object()) {
        if (json.find("properties") != nullptr || json.find("type") != nullptr) visit(json);
        for (const auto& member : json.as_object()) walk(member.value, visit);
    } else if (json.is_array()) {
        for (const Json& one : json.as_array()) walk(one, visit);
    }
}

std::string first_error(const Json& schema, const Json& value) {
    const auto errors = schema::Checker(schema)(value);
    return errors.empty() ? "" : errors.front();
}

std::string claims_error(const std::string& claim, const std::string& defaults = "") {
    const std::string text = "{\"claims\": [{" + claim + "}]" +
                             (defaults.empty() ? "" : ", \"defaults\": {") + defaults +
                             (defaults.empty() ? "" : "}") + "}";
    return first_error(claims_schema(), parse_json(text, "c.json"));
}

}  // namespace

TEST_CASE("every field that is written is in the schema, and every field of the schema is written") {
    schema::Checker check(report_schema());
    Report counted;
    counted.records = {samples::counted("training.fate_share(pre_norm, 1)")};
    for (const Report& report : {samples::report(), samples::report_with_faults(), counted}) {
        for (const std::string& error : check(parse_json(write_report(report), "report"))) FAIL_CHECK(error);
    }
    walk(report_schema(), [&](const Json& one) {
        const Json* properties = one.find("properties");
        if (properties == nullptr) return;
        for (const auto& member : properties->as_object()) {
            CAPTURE(member.key);
            CHECK(check.used().contains({&one, member.key}));
        }
    });
    CHECK(first_error(report_schema(), parse_json(write_report({}), "report")).empty());
}

TEST_CASE("the schema sees a field too many, one too few, and one of another kind") {
    const auto broken = [](const char* from, const char* to) {
        std::string text = write_report(samples::report());
        const std::size_t at = text.find(from);
        REQUIRE(at != std::string::npos);
        return first_error(report_schema(), parse_json(text.replace(at, std::string(from).size(), to), "r"));
    };
    CHECK(broken("\"strength\"", "\"strenght\"") == ".records[0]: misses strength");
    CHECK(broken("\"strength\"", "\"more\": 1, \"strength\"") == ".records[0]: has an unknown property more");
    CHECK(broken("\"digits\": 30", "\"digits\": -30") == ".records[0].computed.digits: is too small");
    CHECK(broken("\"5.01e-33\"", "\"nan\"").find("computed.radius: fits none") != std::string::npos);
    CHECK(broken("\"verdict\": \"confirmed\"", "\"verdict\": \"passed\"") ==
          ".records[0].verdict: is none of the words");
    CHECK(broken("\"host\": \"here\"", "\"host\": 1") == ".run.host: is of another type");
}

TEST_CASE("every field of the schemas is described, and no object is open") {
    for (const Json* schema : {&report_schema(), &claims_schema(), &series_schema(), &recipe_schema(),
                               &spec_schema(), &recipe_diff_schema(), &what_schema()}) {
        CHECK(schema->at("$schema").as_string() == "https://json-schema.org/draft/2020-12/schema");
        const schema::Checker checker(*schema);
        walk(*schema, [&](const Json& one) {
            const Json* properties = one.find("properties");
            if (properties == nullptr || one.find("description") == nullptr) return;
            const bool shared = schema == &claims_schema() && &one == &checker.resolve("#/$defs/fields");
            CHECK((shared || one.find("unevaluatedProperties") != nullptr));
            for (const auto& member : properties->as_object()) {
                CAPTURE(member.key);
                const Json* reference = member.value.find("$ref");
                const Json& holder = member.value.find("description") == nullptr && reference != nullptr
                                         ? checker.resolve(reference->as_string())
                                         : member.value;
                CHECK(holder.find("description") != nullptr);
            }
        });
    }
}

TEST_CASE("the claims that are shipped fit the schema of claims") {
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(root / "src/claims")) {
        if (entry.path().extension() != ".json") continue;
        ++files;
        CAPTURE(entry.path().filename().string());
        CHECK(first_error(claims_schema(), read_json(entry.path())) == "");
    }
    CHECK(files > 0);
}

TEST_CASE("what a claim may say, as the reader has it") {
    const std::string base =
        R"("id": "a.b", "statement": "s", "expression": "1/2", "source": {"title": "t"})";
    CHECK(claims_error(base + R"(, "stated": "0.50")") == "");
    for (const char* good :
         {R"("stated": "1.0", "convention": "exact")", R"("stated": "1.0", "dtype": "float32")",
          R"("stated": "1.0", "tolerance": "1e-6")", R"("stated": "1.0", "tolerance": {"relative": "1e-6"})",
          R"("stated": "1.0", "dtype": "float32", "tolerance": {"ulps": 4})",
          R"("stated": "1", "bound": "upper")",
          R"("stated": "1.0", "standard_error": "1e-4", "note": "n", "expected": "refuted")",
          R"("stated": "1", "says": "about", "quote": "q", "quote_en": "e", "expected": "measured")",
          R"("stated": "1", "says": "recommends")", R"("stated": "1", "says": "about", "factor": "2")",
          R"("stated": "1.0", "kind": "finding")", R"("stated": "1", "kind": "experiment", "says": "about")",
          R"("stated_from": {"path": "p", "regex": "a"})"}) {
        CAPTURE(good);
        CHECK(claims_error(base + ", " + good) == "");
    }
    for (const char* bad : {R"("stated": 0.5)",
                            R"("stated": "")",
                            R"("state": "0.50")",
                            R"("note": "n")",
                            R"("stated": "1.0", "stated_from": {"path": "p", "regex": "a"})",
                            R"("stated": "1.0", "dtype": "double")",
                            R"("stated": "1.0", "dtype": "float32", "convention": "exact")",
                            R"("stated": "1.0", "tolerance": 1e-6)",
                            R"("stated": "1.0", "tolerance": {"relative": "1e-6", "ulps": 4})",
                            R"("stated": "1.0", "tolerance": {})",
                            R"("stated": "1.0", "tolerance": {"ulps": 4})",
                            R"("stated": "1.0", "tolerance": {"ulps": 0})",
                            R"("stated": "1.0", "dtype": "float32", "tolerance": "1e-6")",
                            R"("stated": "1.0", "kind": "external")",
                            R"("stated": "1.0", "kind": "experience")",
                            R"("stated": "1.0", "expected": "undecided")",
                            R"("stated": "1.0", "says": "roughly")",
                            R"("stated": "1.0", "quote": "")",
                            R"("stated": "1.0", "external": "training")",
                            R"("stated": "1.0", "bound": "above")"}) {
        CAPTURE(bad);
        CHECK(claims_error(base + ", " + bad) != "");
    }
    CHECK(claims_error(R"("id": "a b")") != "");
    CHECK(claims_error(R"("id": "a")") != "");
    CHECK(claims_error(R"("id": "a")", R"("statement": "s", "expression": "1", "stated": "1.0")") == "");
    CHECK(claims_error(R"("id": "a")", R"("id": "b")") != "");
    CHECK(claims_error(R"("id": "a", "kind": "external", "statement": "s", "source": {"title": "t"})") == "");
}

// A sampled share is a count with its interval, in every form of a report: the middle of the interval, 0.3 of
// 0 networks of 4, estimates nothing and is not shown.

#include <doctest/doctest.h>

#include <functional>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/report/report.hpp>

#include "engine/records.hpp"
#include "quantities/training/training_sample.hpp"
#include "report/diff.hpp"
#include "report/export.hpp"
#include "report/page/record_html.hpp"
#include "report/table.hpp"

#include "tests/report/report_samples.hpp"
#include "tests/support/schema_check.hpp"

using namespace sigprop;

namespace {

Report report() {
    Report all;
    all.records = {samples::counted("training.fate_share(pre_norm, 1)")};
    return all;
}

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("the record of a counted share has no number") {
    for (const std::uint64_t hits : {0U, 3U, 4U}) {
        const Answer answer = share_of_runs(hits, 4);
        Evidence evidence;
        evidence.kind = Kind::sample;
        evidence.status = answer.status;
        evidence.value = answer.value;
        evidence.degrees_of_freedom = answer.degrees_of_freedom;
        evidence.count = answer.count;
        const EvidenceRecord record = record_of(evidence, 30, 0.95, NumberRange("[0, 1]"));
        CHECK(record.count == Count{hits, 4});
        CHECK(record.interval.has_value());
        CHECK_FALSE(record.midpoint.has_value());
        CHECK_FALSE(record.radius.has_value());
        CHECK_FALSE(record.value.has_value());
        evidence.count.reset();  // negative control: a mean has a number
        CHECK(record_of(evidence, 30, 0.95, NumberRange("[0, 1]")).midpoint.has_value());
    }
}

TEST_CASE("every form shows the count") {
    const std::vector<Record> records = report().records;
    const std::string text = eval_text(records);
    CHECK(holds(text, "fate_share(pre_norm, 1): 0 of 4, by simulation alone"));
    CHECK(holds(text, "95 %: 0 to 0.6024"));
    CHECK_FALSE(holds(text, "≈"));
    CHECK_FALSE(holds(text, "±"));
    CHECK(plain_text(records) == "0 of 4\n");
    CHECK(holds(write_markdown(records), "0 of 4"));
    CHECK(holds(evidence_html(records.front()), "0 of 4<br>"));
}

TEST_CASE("JSON has the count, and reads it back") {
    const std::string text = write_report(report());
    CHECK(holds(text, "\"hits\": 0"));
    CHECK(holds(text, "\"schema_version\": \"1.4\""));
    const Report read = read_report(text, "a.json");
    CHECK(read.records.front().evidence.front().count == Count{0, 4});
    CHECK(write_report(read) == text);
    std::string broken = text;
    broken.replace(broken.find("\"hits\": 0"), 9, "\"hits\": 5");
    CHECK_THROWS_AS((void)read_report(broken, "a.json", {.check_digest = false}), InputError);
}

TEST_CASE("a count that differs is a change") {
    CHECK(compare(report(), report()).empty());
    Report after = report();
    after.records.front().evidence.front().count->hits = 1;
    const Diff diff = compare(report(), after);
    REQUIRE(diff.changed.size() == 1);
    CHECK(diff.changed[0].why == "0 of 4 → 1 of 4");
}

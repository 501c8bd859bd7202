#include <doctest/doctest.h>

#include <functional>
#include <sigprop/core/base/errors.hpp>

#include "report/diff.hpp"

#include "tests/report/report_samples.hpp"

using namespace sigprop;

namespace {

/// "what: why" for the one change that an edit of the new report makes; "" when it makes none.
std::string change(const std::function<void(Report&)>& edit) {
    const Report before = samples::report();
    Report after = before;
    edit(after);
    const Diff diff = compare(before, after);
    if (diff.changed.size() > 1) return std::to_string(diff.changed.size()) + " changes";
    return diff.changed.empty() ? "" : diff.changed[0].what + ": " + diff.changed[0].why;
}

std::string change_of_record(const std::function<void(Record&)>& edit) {
    return change([&](Report& report) { edit(report.records[0]); });
}

std::string change_of_series(const std::function<void(Series&)>& edit) {
    return change([&](Report& report) { edit(report.series[0]); });
}

}  // namespace

TEST_CASE("equal reports, and what carries no meaning") {
    const Diff same = compare(samples::report(), samples::report());
    CHECK(same.empty());
    CHECK(same.compared == 7);
    CHECK(diff_text(same) == "nothing changed (7 compared)\n");
    CHECK(change([](Report& report) { report.run.reset(); }) == "");
    CHECK(
        change_of_record([](Record& record) {
            record.statement = record.note = record.reason = "other words";
            record.evidence[0].evaluations = 99;
            record.computed = {"0.7737413", 0.7737413, "0.7737413", "1e-8", 7};  // fewer digits, still right
            record.agreeing_digits = 7.0;
        }) == "");
}

TEST_CASE("what changed is named, with why") {
    CHECK(change_of_record([](Record& r) { r.verdict = Verdict::refuted; }) ==
          "verdict: confirmed → refuted");
    CHECK(change_of_record([](Record& r) { r.strength = Strength::sample; }) ==
          "strength: enclosure → sample");
    CHECK(change_of_record([](Record& r) { r.status = Status::unable; }) == "status: ok → unable");
    CHECK(change_of_record([](Record& r) { r.expected.reset(); }) == "expected: confirmed → nothing");
    CHECK(change_of_record([](Record& r) { r.stated->text = "0.7737414"; }) ==
          "stated: 0.7737413 (truncated) → 0.7737414 (truncated)");
    CHECK(change_of_record([](Record& r) { r.expression = "1"; }) ==
          "expression: truncated_normal.variance(-2, 2) → 1");
    CHECK(change_of_record([](Record& r) { r.computed.midpoint = "0.77374130354992324717991136767705"; }) ==
          "computed: 0.77374130354992324717991136767701 ± 5.01e-33 and 0.77374130354992324717991136767705 ± "
          "5.01e-33 do not overlap");
    CHECK(change_of_record([](Record& r) { r.computed.midpoint = "0.773741303549923247179911367677015"; }) ==
          "");
    CHECK(change_of_record([](Record& r) { r.computed.midpoint = r.computed.radius = std::nullopt; }) ==
          "computed: 0.77374130354992324717991136767701 ± 5.01e-33 → nothing");
}

TEST_CASE("evidence is matched by route and method") {
    CHECK(change_of_record([](Record& r) { r.evidence.pop_back(); }) ==
          "evidence definition/gsl_qagi: is missing");
    CHECK(change_of_record([](Record& r) { r.evidence.push_back(r.evidence[0]); }) ==
          "evidence closed_form/closed_form #2: is new");
    CHECK(change_of_record([](Record& r) { std::swap(r.evidence[0], r.evidence[2]); }) == "");
    CHECK(change_of_record([](Record& r) { r.evidence[2].status = Status::ok; }) ==
          "evidence definition/gsl_qagi: status: unable → ok");
    CHECK(change_of_record([](Record& r) {
              r.evidence[0].midpoint = "0.8";
          }).starts_with("evidence closed_form/closed_form: 0.773"));
}

TEST_CASE("samples agree within 6 combined standard errors") {
    const auto moved = [](const char* midpoint, const char* radius) {
        return change_of_record([&](Record& r) {
            r.evidence[1].midpoint = midpoint;
            r.evidence[1].radius = radius;
        });
    };
    CHECK(moved("0.7738", "1e-4") == "");
    CHECK(moved("0.7746", "1e-4") == "");  // 8e-4 apart, allowed are 6 sqrt(2) 1e-4 = 8.49e-4
    CHECK(moved("0.7747", "1e-4") ==
          "evidence definition/monte_carlo: 0.7738 ± 1e-4 and 0.7747 ± 1e-4 differ by more than 6 standard "
          "errors");
    CHECK(moved("0.7747", "2e-4") == "");
    CHECK(moved("0.7750", "2e-4") == "");
    CHECK(moved("0.7752", "2e-4").find("differ by more") != std::string::npos);
    CHECK_THROWS_WITH_AS((void)moved("x", "1e-4"),
                         "a.b: evidence definition/monte_carlo: not a finite decimal: 'x'", InputError);
}

TEST_CASE("added and removed records and series") {
    Report before = samples::report();
    Report after = before;
    before.records.push_back(samples::claim("old.one"));
    after.records.insert(after.records.begin(), samples::claim("new.one"));
    after.records.push_back(samples::claim("a.b"));  // a second record with that id
    after.series[0].method = "monte_carlo";
    const Diff diff = compare(before, after);
    CHECK(diff.removed == std::vector<std::string>{"old.one", "curve (arb_trapezoid)"});
    CHECK(diff.added == std::vector<std::string>{"new.one", "a.b #2", "curve (monte_carlo)"});
    CHECK(diff.changed.empty());
    CHECK(diff_text(diff) ==
          "added    new.one\nadded    a.b #2\nadded    curve (monte_carlo)\nremoved  old.one\n"
          "removed  curve (arb_trapezoid)\n0 changes, 3 added, 2 removed (6 compared)\n");
    after = before;
    after.records[0].verdict = Verdict::refuted;
    CHECK(diff_text(compare(before, after)) ==
          "changed  a.b: verdict: confirmed → refuted\n1 change, 0 added, 0 removed (8 compared)\n");
    const Record wrong = samples::diagnosed("a.b");
    after.records[0].relative_error = wrong.relative_error;
    after.records[0].identified = wrong.identified;
    CHECK(compare(before, after).changed.at(0).why ==
          "confirmed → refuted (+1.29 %, is 1/activation.gain(silu) or 5/3)");
    before.records[0].verdict = Verdict::refuted;  // the diagnosis is only commentary
    CHECK(compare(before, after).changed.empty());
}

TEST_CASE("questions that differ in the same words stand together, with both values") {
    Report before, after;
    for (const char* id : {"train.loss", "train.accuracy"}) {
        Record one = samples::value(std::string("training.loss(pre_norm, 2, rate=1e-3)"), "3.5");
        one.id = id;
        before.records.push_back(one);
        one.expression = "training.loss(pre_norm, 2, rate=3e-3)";
        one.computed.decimal = "3.25";
        after.records.push_back(one);
    }
    before.series.push_back(samples::series("curve"));
    after.series = before.series;
    after.series[0].expression += " ";
    const Diff diff = compare(before, after);
    CHECK(diff.changed[0].words == "rate=1e-3 → rate=3e-3");
    CHECK(diff_text(diff) ==
          "changed  2 expressions: rate=1e-3 → rate=3e-3\n"
          "           train.loss: 3.5 → 3.25\n"
          "           train.accuracy: 3.5 → 3.25\n"
          "changed  1 expression: nothing →  \n"
          "           curve (arb_trapezoid): unable at n = 128, s = 1e400 → unable at n = 128, s = 1e400\n"
          "3 changes, 0 added, 0 removed (3 compared)\n");
    after.records[1].expression = "training.accuracy(post_norm, 2, rate=1e-3)";  // in other words
    CHECK(diff_text(compare(before, after)).find("changed  1 expression: rate=1e-3 → rate=3e-3\n") !=
          std::string::npos);
}

TEST_CASE("series are compared point by point") {
    const auto to_65 = [](Series& s) {
        std::vector<Axis> axes = s.axes;
        axes[0].values[0] = "65";
        s.axes = std::move(axes);
    };
    CHECK(change_of_series(to_65) ==
          "axes: n = 64, 128; s = 1/3, 0.5, 1e400 → n = 65, 128; s = 1/3, 0.5, 1e400");
    CHECK(change_of_series([](Series& s) { s.kind = Kind::sample; }) == "kind: enclosure → sample");
    CHECK(change_of_series([](Series& s) { s.value[3] = "4.6"; }) == "");  // half a unit of a last digit each
    CHECK(change_of_series([](Series& s) { s.value[3] = "4.7"; }) ==
          "points: 1 of 6 differ; at n = 128, s = 1/3: 4.5 ± 1e-09 and 4.7 ± 1e-09 do not overlap");
    CHECK(change_of_series([](Series& s) {
              s.status[1] = Status::unable;
              s.value[4] = "9";
          }) == "points: 2 of 6 differ; at n = 64, s = 0.5: ok → unable");
    CHECK(change_of_series([](Series& s) { s.number[4] = 6.0; }) == "");  // nothing proved: 5.5 ± 0.5
    CHECK(change_of_series([](Series& s) {
              s.number[4] = 6.75;
          }).starts_with("points: 1 of 6 differ; at n = 128"));
    CHECK(change_of_series([](Series& s) { s.value[0] = "1.50000000000000000001"; }) == "");
    const auto exact = [](const char* before, const char* after) {
        Report a = samples::report();
        a.series[0].radius[0] = 0.0;
        Report b = a;
        a.series[0].value[0] = before;
        b.series[0].value[0] = after;
        return compare(a, b).empty();
    };
    CHECK(exact("1.5", "1.5"));
    CHECK_FALSE(exact("1.5", "1.6"));  // radius 0: exact, nothing was rounded
    CHECK(exact("1.12345678901234567", "1.1234567890123457"));
    CHECK_FALSE(exact("1.12345678901234567", "1.1234567890123467"));
}

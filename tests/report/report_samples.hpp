#pragma once
// Records with everything that a report can hold, for the tests of its forms.

#include <cmath>
#include <sigprop/engine/record.hpp>

namespace samples {

using sigprop::Kind, sigprop::RouteKind, sigprop::Status, sigprop::Strength, sigprop::Verdict;

inline sigprop::Record claim(const std::string& id, Verdict verdict = Verdict::confirmed,
                             Verdict expected = Verdict::confirmed) {
    sigprop::Record record;
    record.id = id;
    record.expression = "truncated_normal.variance(-2, 2)";
    record.statement = "The variance within two sigma.";
    record.source = {"A paper", "An author", 2021, "https://example.org/a", "eq. 1"};
    record.note = "A note.";
    record.stated = sigprop::StatedRecord{"0.7737413", "truncated", "0.7737413", "0.7737414"};
    record.computed = {"0.773741303549923247179911367677", 0.7737413035499232,
                       "0.77374130354992324717991136767701", "5.01e-33", 30};
    record.verdict = verdict;
    record.expected = expected;
    if (verdict != Verdict::undecided) record.strength = Strength::enclosure;
    record.agreeing_digits = 8.3;
    record.status = Status::ok;
    record.reason = verdict == Verdict::confirmed ? "" : "the reason";
    record.evidence = {{RouteKind::closed_form, "closed_form", Kind::enclosure, Status::ok, "",
                        "0.77374130354992324717991136767701", "5.01e-33", 0.7737413035499232, 3, 0},
                       {RouteKind::definition, "monte_carlo", Kind::sample, Status::ok, "", "0.7738", "1e-4",
                        0.7738, 0, 131072, sigprop::IntervalRecord{0.95, "0.773604", "0.773996"}},
                       {RouteKind::definition,
                        "gsl_qagi",
                        Kind::estimate,
                        Status::unable,
                        "did not converge",
                        {},
                        {},
                        {},
                        0,
                        0}};
    return record;
}

/// A refuted number with a full diagnosis.
inline sigprop::Record diagnosed(const std::string& id, Verdict expected = Verdict::refuted) {
    sigprop::Record record = claim(id, Verdict::refuted, expected);
    record.stated = sigprop::StatedRecord{"0.7837413", "rounded", "0.78374125", "0.78374135"};
    record.relative_error = "0.0129";
    record.first_wrong_digit = 3;
    record.identified = {{"1/activation.gain(silu)", "the value for silu, not gelu"}, {"5/3", ""}};
    return record;
}

inline sigprop::Record value(const std::string& expression, const std::string& decimal) {
    sigprop::Record record = claim(expression);
    record.expression = expression;
    record.statement = record.note = "";
    record.verdict = record.expected = std::nullopt;
    record.strength.reset();
    record.source = {};
    record.stated.reset();
    record.agreeing_digits.reset();
    record.computed.decimal = decimal;
    return record;
}

inline sigprop::Record without_value(const std::string& expression, Status status) {
    sigprop::Record record = value(expression, "");
    record.status = status;
    record.reason = "the integral diverges";
    record.computed = {};
    record.evidence = {
        {RouteKind::definition, "arb_integral", Kind::enclosure, status, "grows too fast", {}, {}, {}, 0, 0}};
    return record;
}

/// A share of few networks: a count with its interval, and no number.
inline sigprop::Record counted(const std::string& expression) {
    sigprop::Record record = value(expression, "");
    record.computed = {};
    record.evidence = {{RouteKind::simulation,
                        "network",
                        Kind::sample,
                        Status::ok,
                        "",
                        {},
                        {},
                        {},
                        1,
                        4,
                        sigprop::IntervalRecord{0.95, "0", "0.6024"},
                        sigprop::Count{0, 4}}};
    return record;
}

inline sigprop::Record external(const std::string& id) {
    sigprop::Record record;
    record.id = id;
    record.statement = "Perplexity after training.";
    record.source.title = "A paper";
    record.kind = sigprop::ClaimKind::external;
    record.external_reason = sigprop::ExternalReason::needs_training;
    record.stated = sigprop::StatedRecord{"43.27", "rounded", {}, {}};
    record.verdict = Verdict::undecided;
    record.reason = "needs a trained model";
    return record;
}

/// A claim with a hedge, in words that are quoted.
inline sigprop::Record measured(const std::string& id) {
    sigprop::Record record = claim(id, Verdict::measured, Verdict::measured);
    record.quote = "约为四分之三";
    record.quote_en = "about three quarters";
    record.says = sigprop::Says::about;
    record.stated = sigprop::StatedRecord{"0.75", "about", {}, {}};
    record.relative_error = "-0.0307";
    record.limit = "width -> inf";
    record.warnings = {"the limits are only 0.08 std apart"};
    record.source.use = "widely";
    return record;
}

inline sigprop::Series series(const std::string& id) {
    sigprop::Series one;
    one.id = id;
    one.expression = "attention.entropy(n, std=s)";
    one.method = "arb_trapezoid";
    one.kind = Kind::enclosure;
    one.axes = {{"n", {"64", "128"}}, {"s", {"1/3", "0.5", "1e400"}}};
    one.value = {"1.5", "2.5", "3.5", "4.5", std::nullopt, std::nullopt};
    one.number = {1.5, 2.5, 3.5, 4.5, 5.5, std::nullopt};
    one.radius = {1e-9, 1e-9, 1e-9, 1e-9, 0.5, std::nullopt};
    one.status = {Status::ok, Status::ok, Status::ok, Status::ok, Status::ok, Status::unable};
    return one;
}

inline sigprop::Report report() {
    sigprop::Report all;
    all.run = sigprop::RunInfo{{{"host", "here"}, {"seconds", "1.5"}}};
    all.records = {claim("a.b"),    value("1/2", "0.5"), without_value("1/0", Status::domain),
                   external("x.y"), diagnosed("c.d"),    measured("e.f")};
    all.records.front().measured = {{"count", 4096}, {"skewness", std::nan("")}};
    all.series = {series("curve")};
    return all;
}

/// A fault of the library in a record without a value, beside a value, and at one point of a curve.
inline sigprop::Report report_with_faults() {
    sigprop::Report all;
    all.records = {without_value("2 + 2", Status::internal), value("1/2", "0.5")};
    all.records.front().reason = "internal error: arb_integral (definition): map::at";
    all.records.front().described = {{"role", "embedding"}};
    all.records.front().remarks = {"zero rows: wte.weight: 1 of 300 rows are 0", "skipped: h.0.attn.bias"};
    all.records.back().evidence.push_back(
        {RouteKind::simulation, "network", Kind::sample, Status::internal, "map::at", {}, {}, {}, 0, 0});
    all.series = {series("curve")};
    all.series.front().status.back() = Status::internal;
    all.series.front().internal_error = "map::at";
    return all;
}

}  // namespace samples

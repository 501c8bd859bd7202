// Training runs side by side: one chart for each quantity, and runs that are called by what tells them apart.

#include "report/page/training_html.hpp"

#include <doctest/doctest.h>

#include <utility>

#include "report/page/series_html.hpp"
#include "tests/report/report_samples.hpp"

using sigprop::Page, sigprop::PageReport, sigprop::Report, sigprop::Series;

namespace {

Series curve_of(const std::string& id, const std::string& expression) {
    Series series;
    series.id = id;
    series.expression = expression;
    series.method = "network";
    series.kind = sigprop::Kind::sample;
    series.axes = {{"step", {"0", "1"}}};
    series.value.resize(2);
    series.number.resize(2);
    series.radius.resize(2);
    series.status.assign(2, sigprop::Status::ok);
    for (std::size_t i = 0; i < 2; ++i) {
        series.value.set(i, "1.5");
        series.number.set(i, 1.5);
        series.radius.set(i, 0.25);
    }
    return series;
}

/// A run of a design, "pre_norm, 3, steps=2".
PageReport run_of(const std::string& design, const std::string& file) {
    Report report;
    report.records = {samples::claim("train.validation_loss")};
    report.records[0].expression = "training.validation_loss(" + design + ")";
    sigprop::EvidenceRecord mean;
    mean.value = 3.61295;
    mean.radius = "0.0361";
    report.records[0].evidence = {mean};
    report.series.push_back(curve_of("train.loss", "training.loss(" + design + ", step=step)"));
    report.series.push_back(
        curve_of("train.gradient_norm", "training.gradient_norm(" + design + ", step=step)"));
    return {file, std::move(report), {}};
}

std::vector<std::string> names_of(const std::vector<std::string>& designs) {
    Page page;
    for (std::size_t i = 0; i < designs.size(); ++i)
        page.reports.push_back(run_of(designs[i], "run" + std::to_string(i + 1) + ".json"));
    std::vector<std::string> names;
    for (const auto& one : sigprop::compared_runs(page)) names.push_back(one.name);
    return names;
}

std::string written(const Page& page) {
    std::string text;
    sigprop::write_page(page, [&text](std::string_view piece) { text += piece; });
    return text;
}

std::size_t count(const std::string& text, const std::string& part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++found;
    return found;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("runs are called by what tells them apart") {
    CHECK(names_of({"pre_norm, 3, steps=60", "post_norm, 3, steps=60"}) == Names{"pre_norm", "post_norm"});
    CHECK(names_of({"pre_norm, 3, rate=1e-3", "pre_norm, 6, rate=2e-3"}) ==
          Names{"layers=3, rate=1e-3", "layers=6, rate=2e-3"});
    CHECK(names_of({"post_norm, 3", "post_norm, 3, warmup=50"}) == Names{"warmup not given", "warmup=50"});
    CHECK(names_of({"post_norm, 3, clip=1", "pre_norm, 3, warmup=5"}) ==
          Names{"post_norm, clip=1", "pre_norm, warmup=5"});
    CHECK(names_of({"scheme=pre_norm, layers=3", "post_norm, 3"}) == Names{"pre_norm", "post_norm"});
    CHECK(names_of({"a, 1", "b, 1", "a, 1"}) == Names{"a (run1.json)", "b", "a (run3.json)"});
    CHECK(names_of({"a, 1", "a, 1"}) == Names{"run1.json", "run2.json"});  // other seeds, or another text
    CHECK(names_of({"a, 1", "(((", ")"}) == Names{"a, layers=1", "scheme, layers not given (run2.json)",
                                                  "scheme, layers not given (run3.json)"});
}

TEST_CASE("one run is compared with nothing") {
    CHECK(names_of({"pre_norm, 3"}).empty());
    Page page;
    page.reports.push_back(run_of("pre_norm, 3", "one.json"));
    page.reports.push_back({"other.json", samples::report(), {}});
    CHECK(sigprop::compared_runs(page).empty());
    CHECK(count(written(page), "<li class=\"chart\"") == 3);
}

TEST_CASE("two runs stand in one chart for each quantity, with a table of how they ended") {
    Page page;
    page.reports.push_back(run_of("pre_norm, 3", "pre.json"));
    page.reports.push_back(run_of("post_norm, 3", "post.json"));
    const std::string text = written(page);
    CHECK(count(text, "<li class=\"chart\"") == 2);
    CHECK(count(text, "<h3>Training loss</h3>") == 1);
    CHECK(count(text, "\"label\":\"pre_norm\"") == 2);
    CHECK(count(text, "\"label\":\"post_norm\"") == 2);
    CHECK(count(text, "\"x\":\"step of the optimiser\"") == 2);
    CHECK(count(text, "\"y\":\"loss (nats per token)\"") == 1);
    CHECK(count(text, "<td class=\"number\">3.613 ± 0.036</td>") == 2);
    CHECK(count(text, "<a href=\"#runs\">") == 1);
    // the control: by expression, as the curves of one report are told apart, they are four charts
    std::vector<Series> all;
    for (const PageReport& one : page.reports)
        all.insert(all.end(), one.report.series.begin(), one.report.series.end());
    CHECK(sigprop::charts_of(all).size() == 4);
}

TEST_CASE("what else a report of a run holds stays in its own section") {
    Page page;
    page.reports.push_back(run_of("pre_norm, 3", "pre.json"));
    page.reports.push_back(run_of("post_norm, 3", "post.json"));
    page.reports[1].report.series.push_back(curve_of("mine", "1 + step"));
    const std::string text = written(page);
    CHECK(count(text, "<li class=\"chart\"") == 3);
    CHECK(text.find("id=\"r2-chart1\"") != text.npos);
}

TEST_CASE("a run's name is text, whatever a stranger wrote") {
    Page page;
    const std::string hostile = "</script><script>alert(1)</script>";
    page.reports.push_back(run_of("\"" + hostile + "\", 3", hostile));
    page.reports.push_back(run_of("post_norm, 3", "post.json"));
    page.reports[0].report.series[0].method = hostile;
    const std::string text = written(page);
    CHECK(count(text, "<script>alert") == 0);
    CHECK(count(text, "<script") == 4);  // the data of two charts, the library, ours
}

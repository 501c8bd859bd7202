// The page as a text: what it says, that its tags are closed, and that nothing in a report becomes markup.

#include "report/page/page.hpp"

#include <doctest/doctest.h>

#include <regex>
#include <set>
#include <sigprop/report/report.hpp>

#include "formats/files.hpp"
#include "formats/sha256.hpp"
#include "report/own_report.hpp"
#include "report/page/policy.hpp"
#include "tests/report/report_samples.hpp"

using sigprop::Page, sigprop::PageReport;

namespace {

std::string written(const Page& page) {
    std::string text;
    sigprop::write_page(page, [&text](std::string_view piece) { text += piece; });
    return text;
}

Page page_of(sigprop::Report report, const std::string& name = "r.json") {
    Page page;
    page.reports.push_back(PageReport{name, std::move(report), {"1.3", "sigprop 1.2.3", "abc123"}});
    return page;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != text.npos; }

std::size_t count(const std::string& text, const std::string& part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++found;
    return found;
}

/// The contents of all elements of this name, attributes left out.
std::vector<std::string> contents(const std::string& page, const std::string& tag) {
    std::vector<std::string> all;
    for (std::size_t at = page.find("<" + tag); at != page.npos; at = page.find("<" + tag, at + 1)) {
        const std::size_t begin = page.find('>', at) + 1;
        all.push_back(page.substr(begin, page.find("</" + tag + ">", begin) - begin));
    }
    return all;
}

/// The first tag that is closed without being open, or left open; empty when there is none.
std::string unbalanced_tag(const std::string& page) {
    static const std::set<std::string> empty = {"meta", "link", "input", "br"};
    std::string rest;
    for (std::size_t at = 0; at < page.size();) {  // scripts and styles hold '<' of their own
        const std::size_t script = std::min(page.find("<script", at), page.find("<style", at));
        rest += page.substr(at, script - at);
        if (script == page.npos) break;
        const std::string end = page.compare(script, 7, "<script") == 0 ? "</script>" : "</style>";
        at = page.find(end, script) + end.size();
    }
    const std::regex tag("<(/?)([a-zA-Z][a-zA-Z0-9]*)[^>]*>");
    std::vector<std::string> open;
    for (std::sregex_iterator one(rest.begin(), rest.end(), tag), end; one != end; ++one) {
        const std::string name = (*one)[2];
        if (empty.contains(name)) continue;
        if ((*one)[1].length() == 0) {
            open.push_back(name);
        } else if (open.empty() || open.back() != name) {
            return "</" + name + ">";
        } else {
            open.pop_back();
        }
    }
    return open.empty() ? "" : open.back();
}

sigprop::Report hostile_report(const std::string& text) {
    sigprop::Report report = samples::report();
    for (sigprop::Record* record : {&report.records[0], &report.records[5]}) {
        record->id = record->expression = record->statement = record->note = record->quote =
            record->quote_en = text;
        record->source = {text, text, 2021, text, text, text};
        record->reason = record->limit = text;
        record->warnings = record->remarks = {text};
        record->stated = sigprop::StatedRecord{text, text, {}, {}};
        record->identified = {{text, text}};
        record->computed.decimal = text;
        record->evidence[0].method = record->evidence[0].reason = text;
        record->measured = {{text, 1}};
    }
    sigprop::Series& series = report.series[0];
    series.id = series.expression = series.method = text;
    series.axes = {{text, {text, "2"}}, {"s", {"1", "2", text}}};
    series.value[0] = text;
    report.run = sigprop::RunInfo{{{text, text}}};
    return report;
}

}  // namespace

TEST_CASE("a page says what the report says") {
    const std::string page = written(page_of(samples::report()));
    CHECK(page.starts_with(sigprop::page_mark));
    CHECK(sigprop::is_own_report(page.substr(0, sigprop::report_mark_bytes)));
    CHECK(unbalanced_tag(page).empty());
    CHECK(count(page, "<li class=\"record ") == 6);
    CHECK(count(page, "<li class=\"chart\"") == 1);
    CHECK(has(page, "0.7<mark title=\"first wrong digit: 2nd after the point\">8</mark>37413"));
    CHECK(has(page, "约为四分之三"));
    CHECK(has(page, "about three quarters"));
    CHECK(has(page, "<dd class=\"number\">SHA-256 abc123, matches</dd>"));
    CHECK(has(page, "<dd class=\"number\">sigprop 1.2.3</dd>"));
    CHECK(has(page, "href=\"https://example.org/a\""));
    CHECK(has(page, "95 %: 0.773604 to 0.773996"));
    CHECK(has(page, "value=\"refuted\"><span>refuted <b>1</b>"));
    CHECK(has(page, "<msqrt>") == false);
    CHECK(has(page, "<mi>truncated_normal.variance</mi>"));
    CHECK(written(page_of(samples::report())) == page);  // equal input, equal bytes
    CHECK_FALSE(has(page, "<dt>remark</dt>"));
    sigprop::Report remarked = samples::report();
    remarked.records[0].remarks = {"zeros: wpe.weight"};
    CHECK(has(written(page_of(remarked)),
              "<dt>remark</dt><dd><span dir=\"auto\">zeros: wpe.weight</span></dd>"));
}

TEST_CASE("methods that agree are one curve, with the points of all in the table; any doubt draws all") {
    sigprop::Report report = samples::report();
    report.series.resize(1);
    sigprop::Series& first = report.series[0];
    first.kind = sigprop::Kind::enclosure;
    for (sigprop::Status& one : first.status) one = sigprop::Status::ok;
    sigprop::Series another = first;
    another.method = "another_method";
    another.kind = sigprop::Kind::estimate;
    report.series.push_back(another);
    const std::string page = written(page_of(report));
    CHECK(count(page, "\"drawn\":false") + count(page, "\"drawn\": false") == 1);
    CHECK(has(page, "1 other method agrees; the table and the CSV have its points"));
    CHECK(has(page, "<td>another_method</td>"));
    report.series[1].status[0] = sigprop::Status::unreliable;
    const std::string doubtful = written(page_of(report));
    CHECK(count(doubtful, "\"drawn\":") == 0);
    CHECK_FALSE(has(doubtful, "other method agrees"));
}

TEST_CASE("the policy names exactly the style and the scripts of the page") {
    const std::string page = written(page_of(samples::report()));
    std::vector<std::string> scripts;
    for (const std::string& one : contents(page, "script"))
        if (!one.starts_with('{')) scripts.push_back(one);  // the others are data
    CHECK(scripts.size() == 2);
    for (const std::string& one : scripts) CHECK(has(page, sigprop::hash_source(one)));
    for (const std::string& one : contents(page, "style")) CHECK(has(page, sigprop::hash_source(one)));
    CHECK_FALSE(has(page, sigprop::hash_source(scripts[0] + " ")));
    CHECK_FALSE(has(page, " style=\""));
    CHECK_FALSE(has(page, " onclick=\""));
    CHECK_FALSE(has(page.substr(0, page.find("<script")), "src=\""));
}

TEST_CASE("charts bring their library, records alone do not") {
    sigprop::Report report = samples::report();
    CHECK(has(written(page_of(report)), "leeoniya/uPlot"));
    CHECK(has(written(page_of(report)), "Copyright (c) 2022 Leon Sorokin"));
    report.series.clear();
    CHECK_FALSE(has(written(page_of(report)), "leeoniya/uPlot"));
    CHECK(unbalanced_tag(written(page_of(report))).empty());
}

TEST_CASE("the library for charts is what its note says, byte for byte") {
    const std::string folder = std::string(SIGPROP_SOURCE_DIR) + "/src/report/page/uplot/";
    const std::string note = sigprop::read_file(folder + "README.md");
    for (const std::string name : {"uPlot.iife.min.js", "uPlot.min.css"}) {
        const std::string text = sigprop::read_file(folder + name);
        CHECK(text.size() < 200'000);
        CHECK(has(note, sigprop::sha256_hex(text) + "  " + name + "\n"));
        CHECK_FALSE(has(note, sigprop::sha256_hex(text + "\n")));
    }
}

TEST_CASE("hostile text in every field stays text") {
    for (const std::string text :
         {"<script>alert(1)</script>", "</script><script>alert(1)</script>",
          "]]><img src=x onerror=alert(1)>", "\" onmouseover=\"alert(1)", "' autofocus onfocus='alert(1)",
          "<!-- ", "--> <plaintext>", "</textarea></title>", "&lt;b&gt;", "javascript:alert(1)",
          "\u202Egnp.exe", "{{x}} ${x} `"}) {
        CAPTURE(text);
        const std::string page = written(page_of(hostile_report(text), text));
        CHECK(unbalanced_tag(page).empty());
        CHECK(count(page, "<script") == 3);  // the data of one chart, the library, ours
        CHECK_FALSE(has(page, "<img"));
        CHECK_FALSE(has(page, "<plaintext"));
        CHECK_FALSE(has(page, "\u202E"));
        CHECK_FALSE(has(page, "href=\"javascript:"));
        CHECK_FALSE(std::regex_search(page, std::regex("<[a-z]+ [^>]*onmouseover=\"")));
    }
}

TEST_CASE("a row shows the beginning of a long name, the record all of it") {
    const std::string text(100'000, 'i');
    sigprop::Report report;
    report.records = {samples::claim(text)};
    const std::string page = written(page_of(report));
    CHECK(count(page, text) == 1);
    CHECK(has(page, std::string(160, 'i') + "…"));
    CHECK_FALSE(has(page, " id=\"r1." + text));
}

TEST_CASE("ids of elements are each once, whatever the records are called") {
    sigprop::Report report;
    report.records = {samples::claim("a"), samples::claim("a"), samples::claim("a.2"), samples::claim("a b")};
    Page page = page_of(report);
    page.reports.push_back(page.reports[0]);
    const std::string text = written(page);
    const std::regex id(" id=\"([^\"]*)\"");
    std::set<std::string> seen;
    std::size_t all = 0;
    for (std::sregex_iterator one(text.begin(), text.end(), id), end; one != end; ++one, ++all)
        seen.insert((*one)[1]);
    CHECK(all > 8);
    CHECK(seen.size() == all);
    CHECK(seen.contains("r1.a"));
    CHECK(seen.contains("r2.a"));
}

TEST_CASE("a report without records, a comparison, and several reports") {
    CHECK(has(written(page_of({})), "This report has no records and no curves."));
    Page page = page_of(samples::report(), "new.json");
    page.comparison = {"old.json", "new.json", {{"a.b"}, {}, {{"c.d", "verdict", "confirmed → refuted"}}, 7}};
    const std::string text = written(page);
    CHECK(unbalanced_tag(text).empty());
    CHECK(has(text, "1 changed, 1 added, 0 removed; 7 compared."));
    CHECK(has(text, "<td dir=\"auto\">confirmed → refuted</td>"));
    CHECK(has(text, "href=\"#changes\""));
    CHECK(has(text, "<a href=\"#r1.a.b\"><bdi>a.b</bdi></a>"));
    CHECK(has(text, " id=\"r1.a.b\""));
    page.comparison->diff = {};
    CHECK(has(written(page), "nothing changed (0 compared)"));
}

TEST_CASE("a definition stands below the expression that it is known for") {
    Page page = page_of(samples::report());
    CHECK_FALSE(has(written(page), "defined as"));
    page.definition = [](const std::string& expression) {
        return expression == "1/2" ? std::string("<math><mn>0.5</mn></math>") : std::string();
    };
    const std::string text = written(page);
    CHECK(count(text, "<dt>defined as</dt>") == 1);
    CHECK(count(text, "<math><mn>0.5</mn></math>") == 1);
    CHECK(unbalanced_tag(text).empty());
}

TEST_CASE("a negative control: this test sees a tag that was not escaped") {
    CHECK(unbalanced_tag("<p><b></p>") == "</p>");
    CHECK(unbalanced_tag("<p>") == "p");
    std::string page = written(page_of(hostile_report("<b>")));
    CHECK(unbalanced_tag(page).empty());
    page.replace(page.find("&lt;b&gt;"), 9, "<b>");
    CHECK_FALSE(unbalanced_tag(page).empty());
}

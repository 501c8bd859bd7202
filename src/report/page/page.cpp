#include "report/page/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <sigprop/version.hpp>

#include "core/base/embedded.hpp"
#include "formats/ids.hpp"

#include "report/outcome.hpp"
#include "report/page/html_text.hpp"
#include "report/page/policy.hpp"
#include "report/page/record_html.hpp"
#include "report/page/series_html.hpp"
#include "report/page/training_html.hpp"
#include "report/table.hpp"

namespace sigprop {
namespace {

std::string_view part(std::string_view name) {
    for (const embedded::File& file : embedded::page())
        if (file.name == name) return file.text;
    throw std::logic_error("a page has no part " + std::string(name));
}

bool has_series(const Page& page) {
    return std::ranges::any_of(page.reports,
                               [](const PageReport& one) { return !one.report.series.empty(); });
}

/// The scripts of ours are one script, which hides its names from others.
std::string own_script() {
    std::string script = "(() => {\n'use strict';\n";
    for (const char* name : {"filter.js", "intervals.js", "curves.js", "chart_svg.js", "chart.js", "page.js"})
        script += part(name);
    return script + "})();\n";
}

std::string head_html(const Page& page, const std::string& script, bool draws) {
    std::vector<std::string_view> styles = {part("page.css")};
    std::vector<std::string_view> scripts = {script};
    if (draws) {
        styles.push_back(part("uPlot.min.css"));
        scripts.push_back(part("uPlot.iife.min.js"));
    }
    std::string title = "sigprop";
    for (const PageReport& one : page.reports)
        title += (&one == page.reports.data() ? ": " : ", ") + one.name;
    std::string html(page_mark);
    html +=
        "<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" "
        "content=\"";
    html += page_policy(styles, scripts);
    html +=
        "\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"generator\" content=\"sigprop ";
    html += std::string(version) + "\">\n<link rel=\"icon\" href=\"data:,\">\n";
    html += "<title>" + html_beginning(title, 69) + "</title>\n";
    for (const std::string_view style : styles) html += "<style>" + std::string(style) + "</style>\n";
    return html + "</head>\n";
}

/// How often each outcome occurs, worst first.
std::string choices_html(const Page& page) {
    std::map<std::string, std::size_t> counts;
    std::size_t unexpected = 0;
    for (const PageReport& one : page.reports) {
        for (const Record& record : one.report.records) {
            ++counts[outcome_word(record)];
            if (is_unexpected(record)) ++unexpected;
        }
    }
    const auto choice = [](std::string_view value, std::size_t count) {
        return fmt::format(
            "<label class=\"choice {0}\"><input type=\"checkbox\" value=\"{0}\"><span>{0} <b>{1}</b>"
            "</span></label>",
            value, count);
    };
    std::string html;
    if (unexpected > 0) html += choice("unexpected", unexpected);
    for (const std::string_view one : outcome_words()) {
        const auto found = counts.find(std::string(one));
        if (found != counts.end()) html += choice(one, found->second);
    }
    return html;
}

std::string bar_html(const Page& page) {
    const std::string choices = choices_html(page);
    std::string html =
        "<div class=\"bar\" role=\"search\" aria-label=\"Records and curves\">"
        "<label class=\"find\"><span class=\"label\">Search</span>"
        "<input type=\"search\" id=\"find\" placeholder=\"Search\" autocomplete=\"off\" "
        "spellcheck=\"false\"></label>";
    if (!choices.empty())
        html += "<fieldset><legend class=\"label\">Show only</legend>" + choices + "</fieldset>";
    return html +
           "<output id=\"found\" for=\"find\"></output>"
           "<button type=\"button\" id=\"open-all\">Open all</button>"
           "<button type=\"button\" id=\"close-all\">Close all</button>"
           "<button type=\"button\" id=\"theme\">Theme: system</button></div>\n";
}

std::string report_id(std::size_t i) { return "r" + std::to_string(i + 1); }

std::string contents_html(const Page& page, bool compares_runs) {
    if (page.reports.size() < 2 && !page.comparison) return {};
    std::string html = "<nav aria-label=\"Contents\"><ul>";
    if (compares_runs) html += "<li><a href=\"#runs\">Training runs compared</a></li>";
    if (page.comparison) html += "<li><a href=\"#changes\">What changed</a></li>";
    for (std::size_t i = 0; i < page.reports.size(); ++i) {
        html += "<li><a href=\"#" + report_id(i) + "\">" + html_beginning(page.reports[i].name, 100) +
                "</a></li>";
    }
    return html + "</ul></nav>\n";
}

std::string provenance_html(const PageReport& one) {
    std::string html = "<details class=\"provenance\"><summary>Provenance</summary><dl>";
    const auto add = [&html](const std::string& term, const std::string& text) {
        if (!text.empty())
            html += "<dt>" + html_text(term) + "</dt><dd class=\"number\">" + html_text(text) + "</dd>";
    };
    add("file", one.name);
    add("written by", one.provenance.tool);
    add("schema", one.provenance.schema_version);
    add("digest", one.provenance.digest.empty() ? "missing from the report"
                                                : "SHA-256 " + one.provenance.digest + ", matches");
    if (one.report.run) {
        for (const auto& [name, text] : one.report.run->entries) add(name == "argv" ? "command" : name, text);
    } else {
        add("command", "not recorded");
    }
    return html + "</dl></details>\n";
}

std::string counts_text(const Report& report) {
    if (report.records.empty() && report.series.empty()) return "This report has no records and no curves.";
    std::string text;
    if (!report.records.empty()) {
        const bool judged = std::ranges::any_of(report.records, is_judged);
        text =
            judged ? summary_line(report.records) + "." : fmt::format("{} records.", report.records.size());
    }
    if (!report.series.empty())
        text += fmt::format("{}{} series.", text.empty() ? "" : " ", report.series.size());
    return text;
}

/// The curves of a report, unless they stand among those of all training runs.
std::vector<Chart> own_charts(const Report& report, bool compares_runs) {
    std::vector<Chart> charts = charts_of(report.series);
    if (compares_runs)
        std::erase_if(charts, [](const Chart& one) { return is_of_training(*one.front().series); });
    return charts;
}

void write_report_section(const Page& page, std::size_t i, bool compares_runs, const TextSink& out) {
    const PageReport& one = page.reports[i];
    const std::string id = report_id(i);
    const Report& report = one.report;
    out("<section class=\"report\" id=\"" + id + "\" aria-labelledby=\"" + id + "-title\"><h2 id=\"" + id +
        "-title\"><bdi>" + html_beginning(one.name, 200) + "</bdi></h2>\n<p class=\"counts\">" +
        html_text(counts_text(report)) + "</p>\n" + provenance_html(one));
    if (!report.records.empty()) {
        std::vector<std::string_view> names;
        for (const Record& record : report.records) names.push_back(record.id);
        const std::vector<std::string> ids = element_ids(names, id);
        out("<ul class=\"records\">\n");
        for (std::size_t k = 0; k < report.records.size(); ++k) {
            const Record& record = report.records[k];
            const bool asks = page.definition && !is_external(record);
            out(record_html(record, ids[k], asks ? page.definition(record.expression) : ""));
        }
        out("</ul>\n");
    }
    const std::vector<Chart> charts = own_charts(report, compares_runs);
    if (!charts.empty()) {
        out("<p class=\"aside\">Bands show value ± radius. The radius of an enclosure is proved; that of an "
            "estimate is the method's own error estimate; that of a sample is one standard error.</p>\n<ul "
            "class=\"charts\">\n");
    }
    for (std::size_t k = 0; k < charts.size(); ++k)
        out(chart_html(charts[k], id + "-chart" + std::to_string(k + 1)));
    if (!charts.empty()) out("</ul>\n");
    out("</section>\n");
}

std::string comparison_html(const PageComparison& comparison) {
    const Diff& diff = comparison.diff;
    std::string html =
        "<section id=\"changes\" aria-labelledby=\"changes-title\"><h2 id=\"changes-title\">What "
        "changed</h2><p>From <bdi>" +
        html_beginning(comparison.before, 200) + "</bdi> to <bdi>" + html_beginning(comparison.after, 200) +
        "</bdi>: ";
    if (diff.empty())
        return html + fmt::format("nothing changed ({} compared).</p></section>\n", diff.compared);
    html += fmt::format("{} changed, {} added, {} removed; {} compared.</p>", diff.changed.size(),
                        diff.added.size(), diff.removed.size(), diff.compared);
    html +=
        "<div class=\"scroll\" tabindex=\"0\"><table><thead><tr><th scope=\"col\">id</th><th "
        "scope=\"col\">what</th>"
        "<th scope=\"col\">from → to</th></tr></thead><tbody>";
    const auto row = [&html](const std::string& id, const std::string& what, const std::string& why,
                             bool is_there) {
        std::string name = "<bdi>" + html_text(id) + "</bdi>";
        if (is_there && is_id(id)) name = "<a href=\"#" + report_id(0) + "." + id + "\">" + name + "</a>";
        html += "<tr><th scope=\"row\">" + name + "</th><td>" + html_text(what) + "</td><td dir=\"auto\">" +
                html_text(why) + "</td></tr>";
    };
    for (const Change& one : diff.changed) row(one.id, one.what, one.why, true);
    for (const std::string& one : diff.added) row(one, "added", "", true);
    for (const std::string& one : diff.removed) row(one, "removed", "", false);
    return html + "</tbody></table></div></section>\n";
}

}  // namespace

void write_page(const Page& page, const TextSink& out) {
    const bool draws = has_series(page);
    const std::string script = own_script();
    const std::vector<ComparedRun> runs = compared_runs(page);
    out(head_html(page, script, draws));
    out("<body>\n<header><h1>sigprop <span>report</span></h1>" + contents_html(page, !runs.empty()) +
        "</header>\n" + bar_html(page) + "<main>\n");
    out("<noscript><p class=\"note\">Scripts are off: you can read everything, but not search, zoom or "
        "see charts.</p></noscript>\n");
    if (page.comparison) out(comparison_html(*page.comparison));
    if (!runs.empty()) out(training_html(runs));
    for (std::size_t i = 0; i < page.reports.size(); ++i) write_report_section(page, i, !runs.empty(), out);
    out("<p class=\"note\" id=\"nothing\" hidden>Nothing matches: change the search or the "
        "filter.</p>\n</main>\n");
    out("<footer>Page written by sigprop " + std::string(version) + ".</footer>\n");
    if (draws) {  // whose licence wants to be where it is
        out("<!-- uPlot\n" + std::string(part("LICENSE")) + "-->\n");
        out("<script>" + std::string(part("uPlot.iife.min.js")) + "</script>\n");
    }
    out("<script>" + script + "</script>\n</body>\n</html>\n");
}

}  // namespace sigprop

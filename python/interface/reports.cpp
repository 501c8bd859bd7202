#include "reports.hpp"

#include <array>
#include <sigprop/report/report.hpp>

#include "engine/binding/catalogue.hpp"
#include "engine/solve/solve.hpp"
#include "formats/files.hpp"
#include "report/diff.hpp"
#include "report/export.hpp"
#include "report/page/page.hpp"
#include "report/table.hpp"

#include "functions.hpp"
#include "running.hpp"

namespace sigprop::python {
namespace {

/// {report}, as all of the texts below
Value text_of(const Request& request) { return request.object<HeldReport>("report")->text; }

Value json_of(const Request& request) { return write_report(request.object<HeldReport>("report")->report); }

/// {report, name}: one page that stands alone
Value page_of(const Request& request) {
    const auto held = request.object<HeldReport>("report");
    const std::string name = request.text("name");
    const std::string text = write_report(held->report);
    Page page;
    page.definition = called_formula_mathml;
    page.reports.push_back({name, held->report, read_provenance(text, name)});
    std::string html;
    write_page(page, [&html](std::string_view part) { html += part; });
    return html;
}

Value csv_of(const Request& request) {
    const auto held = request.object<HeldReport>("report");
    if (!held->csv.empty()) return held->csv;
    return held->report.records.empty() ? write_series_csv(held->report.series)
                                        : write_records_csv(held->report.records);
}

Value markdown_of(const Request& request) {
    const auto held = request.object<HeldReport>("report");
    return held->markdown.empty() ? write_markdown(held->report.records) : held->markdown;
}

Value junit_of(const Request& request) {
    return write_junit(request.object<HeldReport>("report")->report.records);
}

/// {text, name}
Value read(const Request& request) {
    Report report = read_report(request.text("text"), request.text("name"));
    std::string shown = report.records.empty() ? series_text(report.series) : verify_text(report.records);
    return keep(std::make_shared<HeldReport>(HeldReport{std::move(report), std::move(shown)}));
}

/// {json, text, csv, markdown}: a report that was written before, with the texts that were made then
Value restored(const Request& request) {
    return keep(std::make_shared<HeldReport>(HeldReport{read_report(request.text("json"), "the report"),
                                                        request.text("text"), request.text("csv"),
                                                        request.text("markdown")}));
}

/// {before, after}: [equal, text]
Value compared(const Request& request) {
    const Diff diff =
        compare(request.object<HeldReport>("before")->report, request.object<HeldReport>("after")->report);
    return Value::array({diff.empty(), diff_text(diff)});
}

const char* name_of(RootPlace place) {
    switch (place) {
        case RootPlace::root: return "root";
        case RootPlace::everywhere: return "everywhere";
        case RootPlace::undecided: return "undecided";
        case RootPlace::none: return "none";
    }
    throw std::logic_error("a place of a root without a name");
}

/// {equation, unknown, interval, options}: the equation as it was understood, whether all roots are proved,
/// and places [place, lower, upper, expression, reason]
Value solved(const Request& request) {
    const Solution solution = run(context_of(request), request, [&](const Context& context, Progress&) {
        return solve(request.text("equation"), request.text("unknown"), request.text("interval"), context);
    });
    Value places = Value::array();
    for (const SolvedPlace& one : solution.places) {
        places.push_back(Value::array(
            {name_of(one.place), one.lower, one.upper, one.record.expression, one.record.reason}));
    }
    return {{"equation", solution.equation}, {"complete", solution.is_complete()}, {"places", places}};
}

std::array<std::string, 2> two_texts(const Request& request, const char* name) {
    const auto all = request[name].get<std::vector<std::string>>();
    if (all.size() != 2) throw InputError(std::string(name) + " must be two");
    return {all[0], all[1]};
}

/// {equations, unknowns, intervals, options}: the same for two unknowns, whose places have pairs
Value system_solved(const Request& request) {
    const SystemSolution solution = run(context_of(request), request, [&](const Context& context, Progress&) {
        return solve_system(two_texts(request, "equations"), two_texts(request, "unknowns"),
                            two_texts(request, "intervals"), context);
    });
    Value places = Value::array();
    for (const SolvedPoint& one : solution.places) {
        places.push_back(Value::array({name_of(one.place), Value::array({one.lower[0], one.lower[1]}),
                                       Value::array({one.upper[0], one.upper[1]}),
                                       Value::array({one.records[0].expression, one.records[1].expression}),
                                       one.records[0].reason}));
    }
    return {{"equations", Value::array({solution.equations[0], solution.equations[1]})},
            {"complete", solution.is_complete()},
            {"places", places}};
}

}  // namespace

std::span<const Function> report_functions() {
    static constexpr std::array all = {Function{"report.text", &text_of},
                                       Function{"report.json", &json_of},
                                       Function{"report.html", &page_of},
                                       Function{"report.csv", &csv_of},
                                       Function{"report.markdown", &markdown_of},
                                       Function{"report.junit", &junit_of},
                                       Function{"read_report", &read},
                                       Function{"report", &restored},
                                       Function{"diff", &compared},
                                       Function{"solve", &solved},
                                       Function{"solve_system", &system_solved}};
    return all;
}

}  // namespace sigprop::python

#include "reports.hpp"

#include <pybind11/stl.h>

#include <sigprop/report/report.hpp>

#include "engine/binding/catalogue.hpp"
#include "engine/solve/solve.hpp"
#include "formats/files.hpp"
#include "report/diff.hpp"
#include "report/export.hpp"
#include "report/page/page.hpp"
#include "report/table.hpp"

#include "answer.hpp"
#include "running.hpp"
#include "text.hpp"

namespace sigprop::python {
namespace {

py::str json_of(const HeldReport& held) { return text_of(write_report(held.report)); }

py::str page_of(const HeldReport& held, const std::string& name) {
    const std::string text = write_report(held.report);
    Page page;
    page.definition = called_formula_mathml;
    page.reports.push_back({name, held.report, read_provenance(text, name)});
    std::string html;
    write_page(page, [&html](std::string_view part) { html += part; });
    return text_of(html);
}

std::shared_ptr<HeldReport> read(const std::string& text, const std::string& name) {
    Report report = read_report(text, name);
    std::string shown = report.records.empty() ? series_text(report.series) : verify_text(report.records);
    return std::make_shared<HeldReport>(HeldReport{std::move(report), std::move(shown)});
}

/// A report that was written before, with the texts that were made then.
std::shared_ptr<HeldReport> restored(const std::string& json, std::string text, std::string csv,
                                     std::string markdown) {
    return std::make_shared<HeldReport>(
        HeldReport{read_report(json, "the report"), std::move(text), std::move(csv), std::move(markdown)});
}

/// (equal, text)
py::tuple compared(const HeldReport& before, const HeldReport& after) {
    const Diff diff = compare(before.report, after.report);
    return py::make_tuple(diff.empty(), diff_text(diff));
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

/// (equation, unknown, lower, upper, complete, [(place, lower, upper, expression, reason)])
py::tuple solved(const std::string& equation, const std::string& unknown, const std::string& interval,
                 const py::dict& options) {
    const Solution solution = run(context_of(options), [&](const Context& context, Progress&) {
        return solve(equation, unknown, interval, context);
    });
    py::list places;
    for (const SolvedPlace& one : solution.places) {
        places.append(py::make_tuple(name_of(one.place), one.lower, one.upper, one.record.expression,
                                     one.record.reason));
    }
    return py::make_tuple(solution.equation, solution.unknown, solution.lower, solution.upper,
                          solution.is_complete(), places);
}

}  // namespace

void bind_reports(py::module_& module) {
    py::class_<HeldReport, std::shared_ptr<HeldReport>>(module, "Report")
        .def_property_readonly("text", [](const HeldReport& held) { return text_of(held.text); })
        .def("json", &json_of)
        .def("html", &page_of, py::arg("name"))
        .def("csv",
             [](const HeldReport& held) {
                 if (!held.csv.empty()) return text_of(held.csv);
                 return text_of(held.report.records.empty() ? write_series_csv(held.report.series)
                                                            : write_records_csv(held.report.records));
             })
        .def("markdown",
             [](const HeldReport& held) {
                 return text_of(held.markdown.empty() ? write_markdown(held.report.records) : held.markdown);
             })
        .def("junit", [](const HeldReport& held) { return text_of(write_junit(held.report.records)); });
    module.def("read_report", &read, py::arg("text"), py::arg("name"));
    module.def("report", &restored, py::arg("json"), py::arg("text"), py::arg("csv"), py::arg("markdown"));
    module.def("diff", &compared, py::arg("before"), py::arg("after"));
    module.def("solve", &solved, py::arg("equation"), py::arg("unknown"), py::arg("interval"),
               py::arg("options"));
    bind_sweep(module);
    bind_verify(module);
    bind_recipe(module);
    bind_train(module);
    bind_normal_rule(module);
}

}  // namespace sigprop::python

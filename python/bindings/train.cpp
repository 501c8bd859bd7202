// Training runs: what `sigprop train` reports.

#include <pybind11/stl.h>

#include "report/export.hpp"
#include "report/training_text.hpp"

#include "reports.hpp"
#include "running.hpp"

namespace sigprop::python {
namespace {

std::shared_ptr<HeldReport> trained(const std::string& arguments, const std::optional<std::string>& text,
                                    const py::dict& options) {
    return run(context_of(options), [&](Context context, Progress& progress) {
        context.watch = &progress;
        TrainingResult result = training_report(bind_training({arguments, text}, context), context);
        HeldReport made;
        made.text = training_text(result);
        made.report = std::move(result.report);
        write_series_csv(made.report.series, [&](std::string_view piece) { made.csv += piece; });
        return std::make_shared<HeldReport>(std::move(made));
    });
}

}  // namespace

void bind_train(py::module_& module) {
    module.def("train", &trained, py::arg("arguments"), py::arg("text"), py::arg("options"));
}

}  // namespace sigprop::python

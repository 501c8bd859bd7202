// Training runs: what `sigprop train` reports.

#include <array>

#include "report/export.hpp"
#include "report/training_text.hpp"

#include "functions.hpp"
#include "reports.hpp"
#include "running.hpp"

namespace sigprop::python {
namespace {

/// {arguments, text: a path or null, options}: the number of the report
Value trained(const Request& request) {
    const std::string arguments = request.text("arguments");
    const std::optional<std::string> text = request.optional_path("text");
    return keep(run(context_of(request), request, [&](Context context, Progress& progress) {
        context.watch = &progress;
        TrainingResult result = training_report(bind_training({arguments, text}, context), context);
        HeldReport made;
        made.text = training_text(result);
        made.report = std::move(result.report);
        write_series_csv(made.report.series, [&](std::string_view piece) { made.csv += piece; });
        return std::make_shared<HeldReport>(std::move(made));
    }));
}

}  // namespace

std::span<const Function> train_functions() {
    static constexpr std::array all = {Function{"train", &trained}};
    return all;
}

}  // namespace sigprop::python

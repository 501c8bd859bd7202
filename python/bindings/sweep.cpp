// An expression over a grid: one answer for each point, in the order of the grid, the last axis fastest.

#include <pybind11/stl.h>

#include <sigprop/engine/series/sweep.hpp>

#include "core/evidence/internal_error.hpp"
#include "engine/series/grid.hpp"

#include "answer.hpp"
#include "reports.hpp"
#include "running.hpp"

namespace sigprop::python {
namespace {

using Answers = std::vector<std::shared_ptr<Answer>>;

Answers swept(const std::string& expression,
              const std::vector<std::pair<std::string, std::vector<std::string>>>& given,
              const py::dict& options) {
    std::vector<Axis> axes;
    for (const auto& [name, values] : given) axes.push_back({name, values});
    return run(context_of(options), [&](const Context& context, Progress& progress) {
        const Grid grid(expression, axes);
        Answers answers(grid.points());
        const bool networks = samples_networks(grid.at(0), context) && !context.proofs_only;
        Context outer = context;
        Context inner = context;
        (networks ? outer : inner).threads = 1;  // one simulation of networks has work for all threads
        for_each(grid.points(), "points", outer, progress, [&](std::size_t i) {
            const std::size_t place = i / grid.samplings();
            const std::size_t sampling = i % grid.samplings();
            const Context at = grid.sampled(inner, sampling);
            ExpressionEvidence found = or_internal_error(
                at, [&] { return expression_evidence(grid.at(place), at); },
                [&](std::string message) {
                    return ExpressionEvidence{.text = grid.canonical(),
                                              .evidence = internal_error_evidence(std::move(message))};
                });
            answers[grid.point(place, sampling)] = std::make_shared<Answer>(std::move(found), at);
        });
        return answers;
    });
}

}  // namespace

void bind_sweep(py::module_& module) {
    module.def(
        "axis_values", [](const std::string& text) { return parse_axis(text).values; }, py::arg("text"));
    module.def("sweep", &swept, py::arg("expression"), py::arg("axes"), py::arg("options"));
}

}  // namespace sigprop::python

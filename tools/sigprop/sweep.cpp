// sigprop sweep: evaluates an expression over a range or a grid.

#include <algorithm>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/engine/series/sweep.hpp>

#include "core/expression/expression.hpp"

#include "command.hpp"
#include "curves.hpp"

namespace sigprop::tool {
namespace {

std::vector<Axis> read_axes(const std::vector<std::string>& texts) {
    if (texts.empty())
        throw InputError("sweep needs a range: --over n=64:1048576:x2, std=0.5:4:+0.5 or n=1,2,5");
    std::vector<Axis> axes;
    for (const std::string& text : texts) {
        Axis axis = parse_axis(text);
        const bool twice =
            std::any_of(axes.begin(), axes.end(), [&](const Axis& other) { return other.name == axis.name; });
        if (twice)
            throw InputError("--over " + axis.name + " is given twice: put all its values into one list");
        axes.push_back(std::move(axis));
    }
    return axes;
}

}  // namespace

Exit run_sweep(const Invocation& call) {
    const Options& options = call.options;
    const SweepOptions wanted = read_sweep_options(call.flags);
    if (wanted.shipped || !wanted.series.empty()) return run_series(call, wanted);
    if (call.words.size() != 1) {
        throw InputError(call.words.empty()
                             ? "sweep needs an expression and --over AXIS, or --shipped, or --series FILE"
                             : "sweep takes one expression: put it in quotes");
    }
    const Delivery delivery(call);
    const std::string& expression = call.words.front();
    const std::string id = canonical_text(parse_expression(expression));
    const std::vector<Axis> axes = read_axes(wanted.over);
    check_sweep(expression, axes);
    Simulations simulations(call, "sweep", {subject_of(id, axes)});
    Report report;
    simulations.run([&] {
        report.series = sweep_in_parallel(id, expression, axes, options.context, simulations, !options.quiet);
    });
    const Exit code = exit_code(report.series, false);
    return delivery.finish(std::move(report), code, series_forms(options.evidence));
}

}  // namespace sigprop::tool

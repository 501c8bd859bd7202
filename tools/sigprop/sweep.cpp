// sigprop sweep: an expression over a range or a grid.

#include <algorithm>
#include <sigprop/core/errors.hpp>
#include <sigprop/core/expression.hpp>
#include <sigprop/engine/engine.hpp>
#include <sigprop/report/export.hpp>

#include "command.hpp"
#include "delivery.hpp"

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
        if (twice) throw InputError("--over " + axis.name + " is given twice: put its values into one list");
        axes.push_back(std::move(axis));
    }
    return axes;
}

/// The text of each axis at a point; the last axis runs fastest.
std::vector<std::string> position(const std::vector<Axis>& axes, std::size_t point) {
    std::vector<std::string> values(axes.size());
    for (std::size_t i = axes.size(); i-- > 0;) {
        values[i] = axes[i].values[point % axes[i].values.size()];
        point /= axes[i].values.size();
    }
    return values;
}

/// One table a method.
std::string markdown(const Report& report) {
    std::string text;
    for (const Series& series : report.series) {
        text += (text.empty() ? "" : "\n") + std::string("`") + series.expression + "` by " + series.method +
                " (" + series.kind + ")\n\n|";
        std::string rule = "|";
        for (const Axis& axis : series.axes) {
            text += " " + axis.name + " |";
            rule += " ---: |";
        }
        text += " value | status |\n" + rule + " --- | --- |\n";
        for (std::size_t i = 0; i < series.status.size(); ++i) {
            text += "|";
            for (const std::string& value : position(series.axes, i)) text += " " + value + " |";
            text += " " + series.value[i].value_or("") + " | " + series.status[i] + " |\n";
        }
    }
    return text;
}

/// Undecided when some point has no value by any method.
Exit exit_code(const std::vector<Series>& all) {
    const std::size_t points = all.empty() ? 1 : all.front().status.size();
    for (std::size_t i = 0; i < points; ++i) {
        const bool known =
            std::any_of(all.begin(), all.end(), [&](const Series& one) { return one.status[i] == "ok"; });
        if (!known) return Exit::undecided;
    }
    return Exit::ok;
}

}  // namespace

Exit run_sweep(const Invocation& call) {
    const Delivery delivery(call);
    const std::string& expression = call.words.front();
    const std::string id = canonical_text(parse_expression(expression));
    const std::vector<Axis> axes = read_axes(call.options.over);
    Report report;
    report.series = sweep(id, expression, axes, call.options.context);
    const Exit code = exit_code(report.series);
    const Forms forms{
        [](const Report& all, const TextOptions& options) { return series_text(all.series, options); },
        [](const Report& all) { return write_series_csv(all.series); }, markdown};
    return delivery.finish(std::move(report), code, forms);
}

}  // namespace sigprop::tool

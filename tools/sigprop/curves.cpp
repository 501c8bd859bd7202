#include "curves.hpp"

#include <algorithm>
#include <atomic>

#include "report/export.hpp"
#include "report/points.hpp"

#include "core/parallel/workers.hpp"
#include "engine/series/shared_sweep.hpp"
#include "terminal.hpp"

namespace sigprop::tool {
std::vector<Series> sweep_in_parallel(std::string_view id, std::string_view expression,
                                      const std::vector<Axis>& axes, const Context& context,
                                      Simulations& simulations, bool show_progress) {
    std::size_t points = 1;
    for (const Axis& axis : axes) points *= axis.values.size();
    const Simulations::Share share =
        simulations.share(context, points, sweep_samples_networks(expression, axes, context));
    const Progress progress(points, "points", show_progress);
    std::atomic<std::size_t> done{0};
    const Executor execute = [&](std::size_t count, const std::function<void(std::size_t)>& work) {
        for_each_index(count, share.threads, [&](std::size_t i) {
            work(i);
            progress.show(++done);
        });
    };
    return shared_sweep(id, expression, axes, share.context, execute, share.ranks);
}

std::string subject_of(std::string_view expression, const std::vector<Axis>& axes) {
    std::string text(expression);
    for (const Axis& axis : axes) {
        text += " over " + axis.name + "=";
        for (const std::string& value : axis.values) text += (text.ends_with('=') ? "" : ",") + value;
    }
    return text;
}

Exit exit_code(const std::vector<Series>& all, bool domain_counts) {
    if (all.empty()) return Exit::undecided;
    const auto size = [](const Series& one) { return one.axes.size(); };
    const std::vector<Axis>& grid = std::ranges::max_element(all, {}, size)->axes;
    std::size_t points = 1;
    for (const Axis& axis : grid) points *= axis.values.size();
    Exit code = Exit::ok;
    for (std::size_t i = 0; i < points; ++i) {
        bool known = false;
        bool contradicted = false;
        bool failed = false;
        for (const Series& one : all) {
            const Status status = one.status[part_of_grid(one.axes, grid, i)];
            known = known || status == Status::ok || (domain_counts && status == Status::domain);
            contradicted = contradicted || (one.kind == Kind::enclosure && status == Status::unreliable);
            failed = failed || status == Status::internal;
        }
        if (contradicted || failed) code = worse(code, Exit::internal);
        if (!known) code = worse(code, Exit::undecided);
    }
    return code;
}

SweepOptions read_sweep_options(const GivenFlags& flags) {
    return {.over = flags.all("over"), .series = flags.all("series"), .shipped = flags.has("shipped")};
}

Forms series_forms(bool evidence) {
    return {[evidence](const Report& all, const TextOptions& options, const TextSink& out) {
                evidence ? write_series_text(all.series, options, out)
                         : write_curves_text(all.series, options, out);
            },
            [evidence](const Report& all, const TextOptions&, const TextSink& out) {
                evidence ? write_series_csv(all.series, out) : write_points_csv(all.series, out);
            },
            [](const Report& all, const TextOptions&, const TextSink& out) {
                write_series_markdown(all.series, out);
            }};
}

}  // namespace sigprop::tool

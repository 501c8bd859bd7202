// sigprop sweep --shipped, --series FILE: curves described by data. With --json=FOLDER/ each file of series
// makes one report of the same name.

#include <unistd.h>

#include <fmt/format.h>
#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <map>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/engine/series/series.hpp>
#include <sigprop/report/report.hpp>
#include <system_error>

#include "core/base/suggest.hpp"
#include "formats/files.hpp"

#include "claims.hpp"
#include "curves.hpp"
#include "destinations.hpp"
#include "reading.hpp"
#include "run_info.hpp"
#include "terminal.hpp"

namespace sigprop::tool {
namespace {

void check_unique(const std::vector<SeriesFile>& files) {
    std::map<std::string_view, const SeriesPlan*> seen;
    for (const SeriesFile& file : files) {
        for (const SeriesPlan& plan : file.plans) {
            const auto [before, fresh] = seen.emplace(plan.id, &plan);
            if (fresh) continue;
            throw InputError(plan.file + ":" + std::to_string(plan.line) + ": the id '" + plan.id +
                             "' is already the id of the series in " + before->second->file + ":" +
                             std::to_string(before->second->line) + ": rename one of them");
        }
    }
}

std::vector<SeriesFile> read_files(const SweepOptions& wanted) {
    std::vector<SeriesFile> files;
    if (wanted.shipped) files = builtin_series();
    for (const std::string& path : wanted.series) {
        const std::string name = path == "-" ? "standard input" : path;
        files.push_back({path == "-" ? "standard_input" : std::filesystem::path(path).stem().string(),
                         read_series(read_named("the series", path), name)});
    }
    check_unique(files);
    return files;
}

/// Keeps the series that the globs select; false when one of them selects nothing.
bool select(std::vector<SeriesFile>& files, const std::vector<std::string>& globs) {
    std::vector<std::string> ids;
    for (const SeriesFile& file : files) {
        for (const SeriesPlan& plan : file.plans) ids.push_back(plan.id);
    }
    bool all = true;
    for (const std::string& glob : globs) {
        if (std::any_of(ids.begin(), ids.end(), [&](const std::string& id) { return glob_match(glob, id); }))
            continue;
        all = false;
        const std::optional<std::string> nearest = nearest_name(glob, ids);
        complain("no series matches '" + glob + "'" + (nearest ? "; did you mean '" + *nearest + "'?" : ""));
    }
    for (SeriesFile& file : files)
        std::erase_if(file.plans, [&](const SeriesPlan& plan) { return !matches_any(globs, plan.id); });
    std::erase_if(files, [](const SeriesFile& file) { return file.plans.empty(); });
    if (all && files.empty()) say("sigprop: there is no series to compute\n");
    return all && !files.empty();
}

/// Flags override the plan.
Context context_for(const SeriesPlan& plan, const Options& options) {
    Context context = options.context;
    if (!options.own_digits) context.digits = plan.digits;
    if (!options.own_methods) context.methods = plan.methods;
    return context;
}

Exit compute_series(const SeriesPlan& plan, const Options& options, Simulations& simulations,
                    std::vector<Series>& into) {
    Exit code = Exit::ok;
    for (const std::string& expression : plan.expressions) {
        try {
            std::vector<Series> found = sweep_in_parallel(
                plan.id, expression, plan.axes, context_for(plan, options), simulations, !options.quiet);
            code = worse(code, exit_code(found, true));
            std::move(found.begin(), found.end(), std::back_inserter(into));
        } catch (const InputError& error) {
            throw InputError(
                plan.file + ":" + std::to_string(plan.line) + ": series '" + plan.id + "': " + error.what(),
                error.place());
        }
    }
    return code;
}

std::vector<std::string> subjects_of(const std::vector<SeriesFile>& files) {
    std::vector<std::string> subjects;
    for (const SeriesFile& file : files) {
        for (const SeriesPlan& plan : file.plans) {
            for (const std::string& expression : plan.expressions)
                subjects.push_back(plan.id + ": " + subject_of(expression, plan.axes));
        }
    }
    return subjects;
}

/// The folder of --json=FOLDER/, or none.
std::optional<std::string> folder_of(const Invocation& call, const std::vector<SeriesFile>& files) {
    const std::optional<std::string> folder = call.options.output("json");
    if (!folder || !folder->ends_with('/')) return std::nullopt;
    if (access(folder->c_str(), W_OK | X_OK) != 0)
        throw IoError("cannot write into " + *folder + ": " + std::generic_category().message(errno));
    std::map<std::string_view, std::size_t> names;
    for (const SeriesFile& file : files) {
        if (++names[file.name] > 1)
            throw InputError("two files of series would both write " + *folder + file.name +
                             ".json: rename one of them");
    }
    for (const SeriesFile& file : files) check_destination(call, "--json", *folder + file.name + ".json");
    return folder;
}

std::string summary(const Report& report) {
    std::string text;
    for (const Series& one : report.series) {
        const auto ok = std::count(one.status.begin(), one.status.end(), Status::ok);
        text += fmt::format("{}  {}  {}: {} of {} points\n", one.id, one.expression, one.method, ok,
                            one.status.size());
    }
    return text;
}

}  // namespace

Exit run_series(const Invocation& call, const SweepOptions& wanted) {
    if (!wanted.over.empty())
        throw InputError("--over needs an expression: --shipped and --series read their axes from the file");
    const auto started = std::chrono::steady_clock::now();
    std::vector<SeriesFile> files = read_files(wanted);
    if (!select(files, call.words)) return Exit::nothing;
    const std::optional<std::string> folder = folder_of(call, files);
    Invocation rest = call;
    if (folder) rest.options.outputs.erase("json");
    const Delivery delivery(rest);

    Simulations simulations(call, "sweep", subjects_of(files));
    Exit code = Exit::ok;
    Report all;
    std::vector<std::pair<std::string, std::string>> written;  // path, text
    simulations.run([&] {
        for (const SeriesFile& file : files) {
            Report report;
            for (const SeriesPlan& plan : file.plans)
                code = worse(code, compute_series(plan, call.options, simulations, report.series));
            if (!call.options.reproducible) report.run = run_info(call, started);
            if (folder) written.emplace_back(*folder + file.name + ".json", write_report(report));
            std::move(report.series.begin(), report.series.end(), std::back_inserter(all.series));
        }
    });
    for (const auto& [path, text] : written) write_file_atomically(path, text);
    Forms forms = series_forms(call.options.evidence);
    if (folder) forms.text = whole([](const Report& report) { return summary(report); });
    return delivery.finish(std::move(all), code, forms);
}

}  // namespace sigprop::tool

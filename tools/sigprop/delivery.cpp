#include "delivery.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/report/report.hpp>

#include "formats/files.hpp"
#include "report/diff.hpp"
#include "report/export.hpp"
#include "report/outcome.hpp"
#include "report/table.hpp"
#include "report/text_width.hpp"

#include "destinations.hpp"
#include "first_tries.hpp"
#include "reading.hpp"
#include "run_info.hpp"
#include "terminal.hpp"

namespace sigprop::tool {
Delivery::Delivery(const Invocation& call) : call_(call) {
    check_destinations(call);
    const Options& options = call.options;
    if (options.update_baseline && !options.baseline)
        throw InputError("--update-baseline needs --baseline FILE, the file to update");
    if (!options.baseline) return;
    const std::string& path = *options.baseline;
    refuse_as_report(path, "--baseline");
    if (options.update_baseline) {
        if (path == "-") throw InputError("--update-baseline cannot update standard input: give a file");
        check_writable(path);
        if (!std::filesystem::exists(path)) return;  // the first one
    }
    baseline_ = read_report(read_named("the baseline", path), path == "-" ? "standard input" : path);
}

void Delivery::keep_of_baseline(const std::function<bool(const std::string& id)>& asked_for) {
    std::erase_if(baseline_.records, [&](const Record& record) { return !asked_for(record.id); });
}

bool Delivery::baseline_warns(const std::string& warning) const {
    return std::ranges::any_of(baseline_.records, [&](const Record& record) {
        return std::ranges::find(record.warnings, warning) != record.warnings.end();
    });
}

Exit Delivery::finish(Report report, Exit code, const Forms& forms) const {
    call_.options.context.check_interrupted();
    if (!call_.options.reproducible) report.run = run_info(call_, started_);
    std::string comparison;
    if (call_.options.baseline) {
        const Diff diff = compare(baseline_, report);
        comparison = "against " + printable(*call_.options.baseline) + ":\n" + indented(diff_text(diff), 2);
        if (!diff.empty() && !call_.options.update_baseline) code = worse(code, Exit::failed);
    }
    write_files(report, forms);
    if (call_.options.update_baseline) {
        report.run.reset();  // a baseline holds nothing that changes from run to run
        write_file_atomically(*call_.options.baseline,
                              [&](const TextSink& out) { write_report(report, out); });
        comparison += "  " + printable(*call_.options.baseline) + " is up to date\n";
    }
    write_stdout(report, forms, comparison);
    tell_warnings(report);
    if (const std::string faults = faults_text(report.records); !faults.empty()) complain(faults);
    return code;
}

/// Numbers alone leave no place for what is odd about a call: it is told on standard error.
void Delivery::tell_warnings(const Report& report) const {
    if (!call_.options.plain || call_.options.quiet) return;
    for (const Record& record : report.records)
        for (const std::string& one : record.warnings) complain("warning: " + record.expression + ": " + one);
}

void Delivery::write_files(const Report& report, const Forms& forms) const {
    for (const OutputFormat& format : output_formats()) {
        const std::optional<std::string> path = call_.options.output(format.flag.name);
        if (!path || *path == "-") continue;
        write_file_atomically(*path, [&](const TextSink& out) {
            out(format.mark);
            format.write(report, forms, out);
        });
    }
}

void Delivery::write_stdout(const Report& report, const Forms& forms, const std::string& comparison) const {
    const Options& options = call_.options;
    for (const OutputFormat& format : output_formats())
        if (options.output(format.flag.name) == "-") format.write(report, forms, print);
    // Output for another program must stay pure; everything else then goes to standard error.
    const bool machine = options.prints_a_format();
    const auto tell = [machine](const std::string& text) { machine ? say(text) : print(text); };
    // --plain asks for numbers: --quiet then leaves out the warnings.
    if (!machine && (!options.quiet || options.plain))
        forms.text(report, {terminal_width(), options.color}, print);
    if (!options.quiet)
        tell(comparison);
    else if (!options.github)
        say(failures_text(report.records));
    if (options.github) tell(write_github(report.records));
}

}  // namespace sigprop::tool

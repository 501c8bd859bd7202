// sigprop measure model: every tensor of a checkpoint, against the initialisation it should have.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/report/report.hpp>

#include "core/base/valid_text.hpp"
#include "formats/files.hpp"
#include "formats/tensor_formats.hpp"
#include "measure/model/against.hpp"
#include "measure/model/findings.hpp"
#include "measure/model/model.hpp"
#include "measure/model/project.hpp"
#include "measure/model/spec.hpp"
#include "report/measured.hpp"
#include "report/text_width.hpp"

#include "delivery.hpp"
#include "first_tries.hpp"
#include "measure.hpp"
#include "reading.hpp"
#include "simulation_bar.hpp"
#include "terminal.hpp"

namespace sigprop::tool {
namespace {

/// NAME=VALUE of --set.
ModelSize read_size(const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
        throw InputError("--set needs NAME=VALUE, such as heads=12, not '" + text + "'");
    return {text.substr(0, equals), text.substr(equals + 1), "--set"};
}

/// The baseline of the project. It is that of one model: of another nothing is known, which is said.
std::optional<std::string> baseline_of(const ProjectSettings& project, const Invocation& call,
                                       const std::string& model) {
    const std::string& path = project.baseline;
    const bool update = call.options.update_baseline;
    if (path.empty()) return std::nullopt;
    if (!std::filesystem::exists(path)) {
        if (update) return path;
        throw InputError(fmt::format("{}: {} does not exist: create it with --update-baseline",
                                     project.baseline_place, printable(path)));
    }
    const Report known = read_report(read_file(path), path);
    if (std::ranges::find(known.records, valid_text(model), &Record::id) != known.records.end()) return path;
    const std::string other =
        fmt::format("{}: {} is the baseline of {}", project.baseline_place, printable(path),
                    known.records.empty() ? "no model" : printable(known.records.front().id));
    if (update) throw InputError(other + ": name a file for this model with --baseline");
    if (!call.options.quiet) say(other + ": not compared\n");
    return std::nullopt;
}

Exit compare(const Invocation& call, const ModelQuestion& question) {
    if (question.spec != nullptr)
        throw InputError("--against compares two models, --spec judges one: give only one of the flags");
    for (const char* flag : {"spectrum", "recipe", "set", "layout", "roles", "ignore"})
        if (call.flags.has(flag))
            throw InputError(fmt::format("--against compares only numbers: remove --{}", flag));
    const Delivery delivery(call);
    const NpyOptions options{.bfloat16 = question.bfloat16};
    const std::string other = *call.flags.one("against");
    const TensorFiles now =
        reading("the model", question.path, [&] { return TensorFiles(question.path, options); });
    const TensorFiles before = reading("the model", other, [&] { return TensorFiles(other, options); });
    const std::vector<TensorComparison> compared = compare_models(now, before, call.options.context);
    now.check_whole();
    before.check_whole();
    Report report;
    for (const TensorComparison& one : compared) report.records.push_back(comparison_record(one));
    return delivery.finish(std::move(report), Exit::ok, document_forms(document_of(compared)));
}

}  // namespace

Exit measure_model(const Invocation& call) {
    const GivenFlags& flags = call.flags;
    if (call.words.size() != 2) throw InputError("measure model takes one model: " + formats_text());
    ModelQuestion question;
    question.path = call.words[1];
    refuse_hub_name(question.path);
    question.bfloat16 = flags.has("bfloat16");
    if (flags.has("layout"))
        question.layout =
            flags.is_second("layout", "torch", "keras") ? WeightLayout::keras : WeightLayout::torch;
    for (const std::string& one : flags.all("set")) question.sizes.push_back(read_size(one));
    question.spectrum = flags.has("spectrum");
    question.recipe = flags.one("recipe").value_or("");
    std::optional<RoleRules> rules;
    if (const auto path = flags.one("roles")) {
        rules.emplace(read_named("the roles", *path), *path);
        question.rules = &*rules;
    }
    std::optional<InitSpec> spec;
    if (const auto path = flags.one("spec")) {
        spec = read_spec(read_named("the specification", *path), *path);
        question.spec = &*spec;
    }
    if (flags.has("against")) return compare(call, question);
    Invocation with_project = call;
    if (!flags.has("no-config")) {
        if (const std::optional<ProjectSettings> project = find_project(".")) {
            question.ignored = project->ignored;
            if (!call.options.baseline)
                with_project.options.baseline = baseline_of(*project, call, question.path);
        }
    }
    for (const std::string& one : flags.all("ignore")) question.ignored.push_back(read_ignored(one));
    const Delivery delivery(with_project);
    const Context context = proved_context(call.options);
    SimulationBar bar(!call.options.quiet);
    const auto show = [&](std::size_t done, std::size_t of) { bar.show("reading", done, of, "bytes"); };
    const ModelAudit audit =
        reading("the model", question.path, [&] { return audit_model(question, context, show); });
    Report report;
    report.records = audit.records;
    // A specification has said what is right: what it judges is the exit code, and all else is told.
    Exit code = exit_code(report);
    for (const ModelFinding& one : audit.findings) {
        // What the baseline has is known; whatever else changes fails by the comparison.
        if (!one.accuses || delivery.baseline_warns(one.kind + ": " + one.text)) continue;
        if (one.kind == "not finite") {
            code = worse(code, Exit::undecided);
        } else if (question.spec == nullptr) {
            code = worse(code, Exit::failed);
        }
    }
    return delivery.finish(std::move(report), code, document_forms(document_of(audit)));
}

}  // namespace sigprop::tool

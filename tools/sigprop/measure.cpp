// sigprop measure: statistics of a user's own tensors.

#include "measure.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <sigprop/core/base/errors.hpp>
#include <span>

#include "core/base/suggest.hpp"
#include "core/base/words.hpp"

#include "first_tries.hpp"

namespace sigprop::tool {
namespace {

[[noreturn]] void refuse_word(const std::string& word) {
    if (const std::string meant = file_meant(word); !meant.empty())
        throw InputError("measure takes the subject first: write " + meant);
    // The numbers of a user's training code are in Python already.
    if (word == "slope" || word == "coordinates" || word == "mup")
        throw InputError(
            "slopes by width are measured in Python: sigprop.measure.slope({64: x, 128: y, 256: z}, "
            "at_most=0) takes numbers or activations of your own training code");
    std::vector<std::string> names;
    for (const Command& subject : measure_subjects()) names.emplace_back(subject.name);
    const std::optional<std::string> near = nearest_name(word, names);
    throw InputError("measure has the subjects " + joined(std::span(names).first(names.size() - 1)) +
                     " and " + names.back() + ", not '" + word + "'" +
                     (near ? "; did you mean '" + *near + "'?" : ""));
}

/// Refuses a flag of another subject, which would be ignored silently.
void check_flags(const Command& asked, const std::vector<std::string>& given) {
    const auto takes = [](const Command& subject, const std::string& flag) {
        return std::ranges::find(subject.flags, flag) != subject.flags.end();
    };
    for (const std::string& flag : given) {
        if (takes(asked, flag)) continue;
        const auto other =
            std::ranges::find_if(measure_subjects(), [&](const Command& one) { return takes(one, flag); });
        throw InputError("measure " + std::string(asked.name) + " has no --" + flag + "; measure " +
                         std::string(other->name) + " has");
    }
}

/// The files that a subject reads: those of its flags with a FILE, except reports.
std::vector<std::string> tensors_of(const Command& subject, const Invocation& call) {
    std::vector<std::string> tensors(call.words.begin() + 1, call.words.end());
    for (const std::string_view name : subject.flags) {
        constexpr std::array reports = {"baseline", "checkpoint"};
        const Flag* flag = find_flag(name);
        if (flag->label != "FILE" || std::ranges::find(reports, name) != reports.end()) continue;
        if (call.options.outputs.contains(name)) continue;
        for (std::string& path : call.flags.all(name)) tensors.push_back(std::move(path));
    }
    return tensors;
}

/// A report written over a tensor would destroy it.
void check_outputs(const Command& subject, const Invocation& call) {
    const Options& options = call.options;
    const std::vector<std::string> tensors = tensors_of(subject, call);
    for (const auto& [flag, report] : options.outputs) {
        for (const std::string& tensor : tensors) {
            std::error_code none;
            if (!std::filesystem::equivalent(report, tensor, none)) continue;
            throw InputError("the report would overwrite " + tensor + ", which is the file to measure");
        }
    }
}

}  // namespace

Context measured_context(const Options& options) {
    constexpr long default_digits = 12;  // a table for each head of attention costs time
    Context context = options.context;
    if (!options.own_digits) context.digits = default_digits;
    return context;
}

Context proved_context(const Options& options) {
    Context context = measured_context(options);
    context.methods = "!monte_carlo";
    return context;
}

void check_words(const Invocation& call, const char* flags) {
    if (call.words.size() < 2) return;
    const bool one_file = std::string_view(flags).find("--") == std::string_view(flags).rfind("--");
    throw InputError("measure " + call.words.front() + " needs its " + (one_file ? "file" : "files") +
                     " by flags: " + flags + ", not '" + call.words[1] + "'");
}

Exit exit_code(const Report& report) {
    Exit code = Exit::ok;
    for (const Record& one : report.records) {
        if (one.verdict == Verdict::inconsistent) code = worse(code, Exit::internal);
        if (one.verdict == Verdict::undecided) code = worse(code, Exit::undecided);
        if (one.verdict == Verdict::refuted) code = worse(code, Exit::failed);
    }
    return code;
}

Exit run_measure(const Invocation& call) {
    const std::string& word = call.words.front();
    const auto asked = std::ranges::find(measure_subjects(), word, &Command::name);
    if (asked == measure_subjects().end()) refuse_word(word);
    check_flags(*asked, call.flags.names());
    check_outputs(*asked, call);
    return asked->run(call);
}

}  // namespace sigprop::tool

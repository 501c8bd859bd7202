// sigprop measure: statistics of a user's own tensors.

#include "measure.hpp"

#include <algorithm>
#include <filesystem>
#include <sigprop/core/base/errors.hpp>

#include "core/base/suggest.hpp"

namespace sigprop::tool {
namespace {

[[noreturn]] void refuse_word(const std::string& word) {
    std::vector<std::string> names;
    for (const Command& subject : measure_subjects()) names.emplace_back(subject.name);
    const std::optional<std::string> near = nearest_name(word, names);
    throw InputError("measure knows weights, attention, elementwise and jacobian, not '" + word + "'" +
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

/// Refuses a report that would overwrite a tensor.
void check_outputs(const Options& options, const std::vector<std::string>& words) {
    std::vector<std::string> tensors = options.weights;
    tensors.insert(tensors.end(), words.begin() + 1, words.end());
    for (const auto& one : {options.q, options.k, options.x, options.dy, options.dx, options.weight,
                            options.dweight, options.bias, options.dbias, options.y}) {
        if (one) tensors.push_back(*one);
    }
    for (const auto& report : {options.json, options.csv, options.md, options.junit}) {
        for (const std::string& tensor : tensors) {
            std::error_code none;
            if (!report || !std::filesystem::equivalent(*report, tensor, none)) continue;
            throw InputError("the report would be written over " + tensor + ", which is to be measured");
        }
    }
}

}  // namespace

Exit run_measure(const Invocation& call) {
    const std::string& word = call.words.front();
    const auto asked = std::ranges::find(measure_subjects(), word, &Command::name);
    if (asked == measure_subjects().end()) refuse_word(word);
    check_flags(*asked, call.options.given);
    check_outputs(call.options, call.words);
    return asked->run(call);
}

}  // namespace sigprop::tool

// sigprop measure: a user's own tensors.

#include "measure.hpp"

#include <algorithm>
#include <filesystem>
#include <sigprop/core/errors.hpp>
#include <sigprop/core/suggest.hpp>

namespace sigprop::tool {
namespace {

const std::vector<Subject>& subjects() {
    static const std::vector<Subject> all = {
        {"weights",
         {"w", "std", "distribution", "lower", "upper", "limits", "layout", "junit", "github"},
         measure_weights},
        {"attention", {"q", "k", "scale", "softcap", "causal", "threads"}, measure_attention},
        {"elementwise", {"x", "layer", "eps", "rms", "weight", "threads"}, measure_elementwise},
        {"jacobian",
         {"layer", "x", "dy", "dx", "eps", "weight", "weight-offset", "dweight", "bias", "dbias", "y",
          "dtype", "groups", "junit", "github"},
         measure_jacobian},
    };
    return all;
}

[[noreturn]] void refuse_word(const std::string& word) {
    std::vector<std::string> names;
    for (const Subject& subject : subjects()) names.emplace_back(subject.name);
    const std::optional<std::string> near = nearest_name(word, names);
    throw InputError("measure knows weights, attention, elementwise and jacobian, not '" + word + "'" +
                     (near ? "; did you mean '" + *near + "'?" : ""));
}

/// A flag of another subject would be ignored, and whoever gave it would not know.
void check_flags(const Subject& asked, const std::vector<std::string>& given) {
    for (const Subject& subject : subjects()) {
        if (subject.name == asked.name) continue;
        for (const std::string& flag : given) {
            if (std::ranges::find(subject.flags, flag) == subject.flags.end()) continue;
            if (std::ranges::find(asked.flags, flag) != asked.flags.end()) continue;
            throw InputError("measure " + std::string(asked.name) + " has no --" + flag + "; measure " +
                             std::string(subject.name) + " has");
        }
    }
}

/// A report written over a tensor would be the end of it.
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
    const auto asked = std::ranges::find(subjects(), word, &Subject::name);
    if (asked == subjects().end()) refuse_word(word);
    check_flags(*asked, call.options.given);
    check_outputs(call.options, call.words);
    return asked->run(call);
}

}  // namespace sigprop::tool

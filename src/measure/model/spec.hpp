#pragma once
// A specification of an initialisation, results/schema/spec.schema.json: patterns of names and the law that
// such tensors have. The first that matches holds, so exceptions come first.

#include <map>
#include <optional>
#include <sigprop/core/base/context.hpp>
#include <sigprop/engine/record.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "formats/tensor_files.hpp"
#include "measure/model/expected.hpp"
#include "measure/model/scan.hpp"

namespace sigprop {

struct SpecRule {
    std::string name;     ///< in messages: the pattern where the file has none
    std::string pattern;  ///< RE2
    std::optional<std::int64_t> layer;
    std::vector<std::int64_t> shape;  ///< empty: any
    bool judged = true;               ///< false for the law "any"
    TensorLaw law = TensorLaw::normal;
    std::string scale, cut;  ///< expressions in the sizes and in fan_in, fan_out, layer
    std::string written;     ///< the std as the recipe writes it, where it says
    std::string tied_to;     ///< the name of the tensor whose numbers it may share; empty: they are its own
};

struct InitSpec {
    std::string source, recipe;
    std::vector<std::pair<std::string, std::string>> sizes;
    std::vector<SpecRule> rules;
};

/// Errors   InputError "source:line:column: …" for what is missing, unknown or no expression
[[nodiscard]] InitSpec read_spec(std::string_view json_text, std::string_view source);

struct SpecJudgement {
    std::vector<Record>
        records;  ///< one for each part, in the order of the scan; those of law "any" left out
    std::vector<std::size_t> parts;  ///< of the records
    std::vector<std::string> unmatched_rules;
    std::vector<std::size_t> unmatched_parts;  ///< without a rule: undecided
};

/// Entries of a law are tested for independence, too, and a tensor with the numbers of
/// another is refuted unless they are tied: by tied_to, or, where `embeddings_are_tied`, as embedding and
/// head.
/// Errors   InputError for an expression that has no value for some tensor
[[nodiscard]] SpecJudgement judge_by_spec(const ModelScan& scan, const TensorFiles& files,
                                          const InitSpec& spec, const Context& context,
                                          bool embeddings_are_tied = false);

}  // namespace sigprop

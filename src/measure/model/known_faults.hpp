#pragma once
// What the library's own code gets wrong, where a model agrees with it: nobody's model is accused of that,
// and whoever trains from scratch should know. The faults are data (src/found); docs/explanation/found.md
// quotes the code, and tests/found has a script for each.

#include <string>
#include <string_view>
#include <vector>

#include "measure/model/model.hpp"

namespace sigprop {

/// Of tensors of these families that match the names and have the law, as the families' rows have it.
struct KnownFault {
    std::string entry;  ///< the heading in docs/explanation/found.md
    std::string library;
    std::vector<std::string> families;
    std::string names;  ///< a glob
    bool is_matrix = false;
    TensorLaw law = TensorLaw::normal;
    std::string scale;  ///< as in the row; empty: any
    std::string says;
};

/// Errors   InputError "source:line:column: …"
[[nodiscard]] std::vector<KnownFault> read_known_faults(std::string_view json_text, std::string_view source);

[[nodiscard]] const std::vector<KnownFault>& shipped_known_faults();

/// One remark for each fault that the model has.
[[nodiscard]] std::vector<ModelFinding> known_faults_of(const ModelAudit& audit);

}  // namespace sigprop

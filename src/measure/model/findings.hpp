#pragma once
// What is odd about a model: entries that are no numbers, matrices of zeros, layers unlike their neighbours,
// copies, weights that are fresh among trained ones or trained among fresh ones, and what the nearest recipe
// has otherwise.

#include <span>
#include <string_view>

#include "measure/model/model.hpp"

namespace sigprop {

/// A kind of finding. Its id is stable: --ignore names it.
struct FindingKind {
    std::string_view id, name;
    std::string_view meaning;
};

[[nodiscard]] std::span<const FindingKind> finding_kinds();

/// "unlike-its-layers:h.3.*", or an id alone. Messages name the flag, if it was one.
/// Errors   InputError for an id that is none, with the nearest
[[nodiscard]] IgnoredFindings read_ignored(const std::string& text, const std::string& flag = "--ignore ");

/// Takes out the findings that are ignored; how many of them each has ignored.
[[nodiscard]] std::vector<std::size_t> leave_out(std::vector<ModelFinding>& findings,
                                                 const std::vector<IgnoredFindings>& ignored,
                                                 const ModelScan& scan);

/// `audit` has everything but its findings, records and summary.
[[nodiscard]] std::vector<ModelFinding> findings_of(const ModelAudit& audit, const TensorFiles& files);

/// "layers 3, 7 to 9"; empty where no part has a layer.
[[nodiscard]] std::string layers_text(const ModelScan& scan, const std::vector<std::size_t>& parts);

}  // namespace sigprop

#pragma once
// What a project says of its models once for all runs: the table [tool.sigprop] of its pyproject.toml.
//
//     [tool.sigprop]
//     ignore = ["zero-rows:wte.weight", "orthogonal"]
//     baseline = "known.json"
//     unused = "allow"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "measure/model/model.hpp"

namespace sigprop {

struct ProjectSettings {
    std::string path;                      ///< of the file, as messages name it
    std::vector<IgnoredFindings> ignored;  ///< each with its place
    std::string baseline;                  ///< beside the file; empty: none
    std::string baseline_place;            ///< "pyproject.toml:4"
};

/// The settings of a text; nothing where it has no such table.
/// Errors   InputError "path:line:column: …" for what is no TOML, for a key, a type, an id that it cannot be
[[nodiscard]] std::optional<ProjectSettings> read_project(std::string_view text, const std::string& path);

/// Those of the first pyproject.toml that has the table, from a folder upwards. A file without the word is
/// not parsed: it is nobody's business here whether it is well-formed.
[[nodiscard]] std::optional<ProjectSettings> find_project(const std::string& folder);

}  // namespace sigprop

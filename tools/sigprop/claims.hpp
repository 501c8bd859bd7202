#pragma once
// Which claims a command is about: ours, or those of the files it was given.

#include <sigprop/judgement/claim.hpp>
#include <string>
#include <vector>

#include "options.hpp"

namespace sigprop::tool {

/// The claims of --claims and --builtin; without either, the built-in ones. Every expression of a file is
/// bound, selected or not: a file with a mistake in it is refused as a whole.
/// Errors   InputError naming the claim, also for an id that two files use; IoError
[[nodiscard]] std::vector<Claim> read_selected_files(const Options& options);

/// Whether one of the globs matches the id; without any, everything does.
[[nodiscard]] bool matches_any(const std::vector<std::string>& globs, const std::string& id);

}  // namespace sigprop::tool

#pragma once
// The files that a run will write, examined before anything is computed: whether they can be written, and
// whether something would be lost.

#include <string>
#include <vector>

#include "formats/json.hpp"

#include "command.hpp"

namespace sigprop::tool {

/// Refuses two results for one file, what cannot be written, and, without --force, a file that the same run
/// reads or that is no report of ours.
/// Errors   InputError, IoError
void check_destinations(const Invocation& call);

/// The same for one file that `flag` names. `words` are those of the command's words that are files it reads.
void check_destination(const Invocation& call, const std::string& flag, const std::string& path,
                       const std::vector<std::string>& words = {});

/// Writes what --json names to its file, or prints it where that is "-"; whether it was printed, and all has
/// been said.
/// Errors   IoError
[[nodiscard]] bool write_data(const std::string& path, const Json& data);

/// Whether two paths lead to one file, which need not be there yet.
[[nodiscard]] bool same_file(const std::string& a, const std::string& b);

}  // namespace sigprop::tool

#pragma once
// The text of a file on a disk. Other than read_file it takes no pipe, which would wait for its writer: for
// paths that are found beside others, or come from where nobody sees that something waits.

#include <cstddef>
#include <string>

namespace sigprop {

/// Errors   IoError if it is missing, unreadable, a folder or a pipe, or became shorter; InputError if it has
///          more bytes
[[nodiscard]] std::string read_stored_file(const std::string& path, std::size_t max_bytes);

}  // namespace sigprop

#pragma once
// Reads and writes whole files. Reading refuses what is too large before it fills the memory; writing never
// leaves half a file: the text goes to a temporary name in the same directory, reaches the disk, and is
// renamed over the old file. A path "-" is standard input or standard output. A signal that interrupts a read
// or a write (its handler was installed without SA_RESTART) throws Interrupted, or the call is repeated
// (formats/system_call.hpp). Not for arrays: those are mapped.

#include <cstddef>
#include <string>
#include <string_view>

#include "formats/text_sink.hpp"

namespace sigprop {

inline constexpr std::size_t max_file_bytes = std::size_t{16} << 20U;

/// All bytes of a file, a pipe or a device.
/// Errors   InputError if there are more than max_bytes; IoError if it is missing, a directory or not
/// readable
[[nodiscard]] std::string read_file(const std::string& path, std::size_t max_bytes = max_file_bytes);

/// The same for a path that a stranger may have chosen: a regular file on a disk alone. A device or a FIFO is
/// not opened, a symbolic link not followed, and what the kernel makes up (/proc, /sys) not read.
/// Errors   as read_file, and InputError for anything but a regular file
[[nodiscard]] std::string read_regular_file(const std::string& path, std::size_t max_bytes);

/// The same for a file on a disk. Other than read_file it takes no pipe, which would wait for its writer: for
/// paths that are found beside others, or come from where nobody sees that something waits.
/// Errors   as read_file, and IoError for a pipe or a file that became shorter
[[nodiscard]] std::string read_stored_file(const std::string& path, std::size_t max_bytes);

/// Replaces or creates a file as a whole; the permissions of an existing file are kept, and a symbolic link
/// to it is followed. Standard output by any name, a pipe or a device is written directly, since there is
/// nothing to replace.
/// Errors   IoError naming the path; then the temporary is gone and an old file is untouched
void write_file_atomically(const std::string& path, std::string_view text);
/// The same for a text that comes in pieces. When the source throws, an old file is untouched.
void write_file_atomically(const std::string& path, const TextSource& text);

/// Whether a file can be written at this path, before there is anything to write.
/// Errors   IoError naming the path and the reason: a folder that is missing or cannot be written, a symbolic
///          link to nothing, a file without permission
void check_writable(const std::string& path);

/// Whether the path is that of standard output, as /dev/stdout is.
[[nodiscard]] bool is_standard_output(const std::string& path);

}  // namespace sigprop

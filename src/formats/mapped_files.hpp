#pragma once
// Which file is mapped where, and what becomes of whoever reads a page that a file no longer has: the kernel
// sends SIGBUS then, which ends the process, and with it somebody's notebook. While a file is mapped with
// IfShorter::reads_zeros, a handler puts zeros in the place of what is missing and marks the file, so that
// the reader goes on, asks, and throws. The handler stands only as long as such a file is mapped, and hands
// every other fault to the handler before it. Any thread may map, read and unmap.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace sigprop {

/// What a reader sees of a mapped file that has become shorter.
enum class IfShorter : std::uint8_t {
    ends_process,  ///< SIGBUS, as the process handles it
    reads_zeros,   ///< zeros from the missing page on; is_shorter() is true from then on
};

struct MappedRow;  ///< what is known of one mapping

/// Registers a mapping under a name that is safe to show; nullptr for an empty one.
[[nodiscard]] MappedRow* note_mapped(std::span<const std::byte> bytes, const std::string& path,
                                     IfShorter if_shorter);
/// Before the mapping ends.
void forget_mapped(MappedRow* row) noexcept;
/// Whether somebody has read zeros in the place of what the file no longer has.
[[nodiscard]] bool is_shorter(const MappedRow* row) noexcept;

/// The file mapped at this address; nullptr if there is none. Async-signal-safe.
[[nodiscard]] const char* mapped_file_at(const void* address) noexcept;

}  // namespace sigprop

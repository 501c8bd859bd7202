#pragma once
// Which file is mapped where, for a handler of SIGBUS: a page that a file no longer has cannot be read, and only the
// address says which file it was.

#include <cstddef>
#include <span>
#include <string>

namespace sigprop {

/// Registers a mapping, under a name that is safe to show; one that finds no free row is not known.
void note_mapped(std::span<const std::byte> bytes, const std::string& path);
void forget_mapped(std::span<const std::byte> bytes) noexcept;

/// The file mapped at this address; nullptr if there is none. Async-signal-safe.
[[nodiscard]] const char* mapped_file_at(const void* address) noexcept;

}  // namespace sigprop

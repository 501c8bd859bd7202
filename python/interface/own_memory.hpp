#pragma once
// What the process may read, by the list that the kernel keeps.

#include <cstdint>

namespace sigprop::python {

enum class MemoryState : std::uint8_t {
    readable,
    missing,  ///< some of it belongs to no mapping, or to one that must not be read
    cut,      ///< some of it is mapped from a file that has become shorter
};

/// Of the bytes in [first, end). Where the kernel shows no list, everything is readable.
[[nodiscard]] MemoryState state_of_memory(std::uintptr_t first, std::uintptr_t end);

}  // namespace sigprop::python

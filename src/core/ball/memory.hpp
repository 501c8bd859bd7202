#pragma once
// What happens when the underlying arithmetic finds no memory. FLINT and GMP then end the process with
// SIGABRT, FLINT with a message on standard output. An exception cannot leave them: their locks and half-made
// numbers would stay.

#include <cstddef>

namespace sigprop {

/// From here on `end` is called instead, with the number of bytes that there were not; it must not return.
/// The process has one such function, so only a program may set it, not a library.
void end_without_memory(void (*end)(std::size_t bytes) noexcept) noexcept;

}  // namespace sigprop

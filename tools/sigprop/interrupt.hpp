#pragma once
// Ctrl-C. The first one asks every loop to stop; whoever is deep inside a long computation has one second.
// The second ends the process at once. Either way no partial file is left.

#include <atomic>

namespace sigprop::tool {

/// Installs the handlers, once; a broken pipe becomes an error of the write, not the end of the process.
void install_signal_handlers();

/// Set by the first Ctrl-C: for Context::cancelled.
[[nodiscard]] const std::atomic<bool>& interrupted() noexcept;

}  // namespace sigprop::tool

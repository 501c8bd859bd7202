#pragma once
// Ctrl-C. The first one asks every loop to stop, and a long computation has one second to notice. The second
// one ends the process at once. Either way no partial file is left.

#include <atomic>

namespace sigprop::tool {

/// Installs the handlers once; a broken pipe becomes a write error and does not end the process.
void install_signal_handlers();

/// Set by the first Ctrl-C; for Context::cancelled.
[[nodiscard]] const std::atomic<bool>& interrupted() noexcept;

}  // namespace sigprop::tool

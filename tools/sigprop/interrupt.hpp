#pragma once
// Ctrl-C. The first one asks every loop to stop, and a long computation has one second to notice. The second
// one ends the process at once. Either way no partial file is left.

#include <atomic>
#include <optional>
#include <string>

namespace sigprop::tool {

/// Installs the handlers once; a broken pipe becomes a write error and does not end the process.
void install_signal_handlers();

/// Set by the first Ctrl-C; for Context::cancelled.
[[nodiscard]] const std::atomic<bool>& interrupted() noexcept;

/// Says that the run was interrupted and, where its checkpoint is there, that it can go on; only once in a
/// process.
void tell_interruption(const std::optional<std::string>& checkpoint);
/// Says something else in its place, as that another rank has died.
void tell_ending(const std::string& message);

}  // namespace sigprop::tool

#pragma once
// What every call of the system needs: a repetition when a signal cut it short that asks for nothing, and its
// error in words with the fix, where the user has one.

#include <atomic>
#include <cerrno>
#include <string>

namespace sigprop {

/// From here on a call that ends with EINTR is repeated unless `asked` is set; before, EINTR always means
/// that somebody asked to stop. For a program whose signal handlers set `asked`.
void interrupted_only_by(const std::atomic<bool>& asked) noexcept;

/// Whether a call that ended with EINTR is to be made again.
[[nodiscard]] bool is_call_repeated() noexcept;

/// The result of call(), which is negative, with errno, when it fails.
template <class Call>
auto repeated(const Call& call) {
    while (true) {
        const auto result = call();
        if (result >= 0 || errno != EINTR || !is_call_repeated()) return result;
    }
}

/// "No space left on device: make room, or write to another place".
[[nodiscard]] std::string reason_of(int error);

}  // namespace sigprop

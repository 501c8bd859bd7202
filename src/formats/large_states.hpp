#pragma once
// States of work in progress beside a checkpoint (formats/checkpoint.hpp), each in a file of its own: they
// may be gigabytes, and are replaced every few seconds. A file is a line that says what it is, the version
// and the name it belongs to, the state, and the seal of all that (formats/seal.hpp); whatever is not so to
// the byte is refused.

#include <chrono>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/simulation.hpp"
#include "formats/seal.hpp"

namespace sigprop {

/// Between two writes of a state: the pause doubles up to the longest.
inline constexpr std::chrono::milliseconds first_pause{250}, longest_pause{10'000};

class LargeStates {
public:
    /// Files are called `path` and a digest of the state's name.
    LargeStates(std::string path, std::string library_version, Seal seal = {});

    /// Errors   InputError naming the file, what is wrong, and the fix; IoError
    [[nodiscard]] std::optional<std::string> find(std::string_view name) const;
    /// Writes soon after the first call, then less and less often, down to every 10 seconds; at once if
    /// `now`.
    void keep(std::string_view name, const SimulationStore::Writer& write, bool now);
    void drop(std::string_view name);

    [[nodiscard]] std::string path_of(std::string_view name) const;

private:
    using Clock = std::chrono::steady_clock;
    struct Timer {
        Clock::time_point next;
        Clock::duration pause;
    };
    [[nodiscard]] std::string head_of(std::string_view name) const;
    [[nodiscard]] bool is_due(std::string_view name, bool now);

    const std::string path_, version_;
    const Seal seal_;
    std::mutex mutex_;  ///< of the timers; files of unlike names are written side by side
    std::map<std::string, Timer, std::less<>> timers_;
};

}  // namespace sigprop

#pragma once
// The exit codes of the tool. Scripts rely on these numbers.

#include <cstdint>

namespace sigprop::tool {

enum class Exit : std::uint8_t {
    ok = 0,         ///< every selected claim got its expected verdict; nothing changed in a diff
    failed = 1,     ///< a claim was refuted, or confirmed against expectation, or a diff found a change
    usage = 2,      ///< bad input, or a file that cannot be read or written
    undecided = 3,  ///< something has no value or no verdict: never a success
    internal = 4,   ///< evidence contradicts itself, or an internal error
    nothing = 5,    ///< nothing was selected
    interrupted = 130,
};

/// The code to report when both apply: 2 before 4 before 1 before 3 before 0.
[[nodiscard]] constexpr Exit worse(Exit a, Exit b) {
    for (const Exit first : {Exit::usage, Exit::internal, Exit::failed, Exit::undecided}) {
        if (a == first || b == first) return first;
    }
    return a == Exit::ok ? b : a;
}

}  // namespace sigprop::tool

#pragma once
// One proof in a process of its own: its CPU time and its enclosure.

#include <string>
#include <string_view>

namespace sigprop::bench {

struct Proof {
    enum class End { proved, unproved, over_limit, broken };
    End end = End::broken;
    double seconds = 0;  ///< of the CPU, without the process's start; the limit where that ended it
    double elapsed = 0;  ///< by the clock on the wall: finer, but other work on the machine counts
    std::string value;   ///< the enclosure as Ball::exact_text, else why there is none
};

/// Computes the expression by proofs alone, on one thread, and ends after so many seconds of CPU time.
[[nodiscard]] Proof prove(const std::string& expression, long digits, double limit);

/// Whether a Proof's value is an enclosure, and not a reason.
[[nodiscard]] bool is_enclosure(std::string_view value);

}  // namespace sigprop::bench

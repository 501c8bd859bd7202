#pragma once
// The root of a function that is known to change its sign exactly once between two points: the points alone
// prove it, so that neither slopes nor curvatures are needed. Secant steps lead near the root, and a sign is
// proved on each side of it. Where the slope at the root is small, as next to a phase transition, the signs
// ask for more digits of the function, and no more than that. The wrong tool where there may be other roots.

#include <functional>

#include "methods/route.hpp"

namespace sigprop {

struct OneCrossing {
    /// F at an exact s, with an absolute error of about 10^-digits.
    std::function<Answer(const Ball& s, long digits)> value;
    double low = 0, high = 0;  ///< F has one sign at `low`, the other one at `high`
    int sign_at_low = 0;
};

/// An enclosure of the root to about `digits` digits.
/// Errors   none: the status of F where F has no value, `unable` when the signs near the root are not decided
[[nodiscard]] Answer one_crossing(const OneCrossing& crossing, long digits, const Context& context);

}  // namespace sigprop

#pragma once
// The smallest s > 0 with F(s) = s^p, where s F(s) is known to be nondecreasing: mean squares E f(s z)^2 are
// of this kind, because s times the density of N(0, s^2) grows with s at every point. This fact alone proves
// a root to be the smallest: from F(b) < b^p follows F(s) <= (b/s) F(b) < s^p for all s below b down to
// (b F(b))^(1/(p+1)), and from F(a) > a^p the mirror image above a. Such steps lead from the neighbourhood of
// zero to the neighbourhood of the root, where the slope and a bound of the second derivative show that there
// is exactly one root; where the sides nearly touch, convexity tells two roots from none
// (convex_stretch.hpp). They lead past the last place where there could be a root, too. Not for functions
// without that monotonicity.

#include <functional>

#include "methods/route.hpp"

namespace sigprop {

struct ScaleEquation {
    int power = 0;  ///< p, 0 or 2
    /// F and F' at an exact s > 0; an absolute error of about 10^-digits is enough.
    std::function<Answer(const Ball&s, long digits)> value, slope;
    /// An upper bound of |F''| on [lower, upper], exact ends; non-finite when there is none.
    std::function<Ball(const Ball& lower, const Ball& upper)> curvature;
    /// The proved sign of F(s) - s^p for all s in (0, b]; 0 when neither is shown.
    std::function<int(const Ball& b)> sign_near_zero;
    /// The proved sign of F(s) - s^p for all s >= b; 0 when neither is shown. Null: never shown, and then it
    /// is never shown that there is no root.
    std::function<int(const Ball& b)> sign_beyond = {};
    /// F'' at an exact s, and an upper bound of |F'''| on [lower, upper]; null: roots that nearly merge stay
    /// undecided.
    std::function<Answer(const Ball& s, long digits)> bend = {};
    std::function<Ball(const Ball& lower, const Ball& upper)> third = {};
    /// Whether the sign of F(s) - s^p is proved to change at most once in (0, b]; null: never. Where s^p and
    /// F nearly agree from 0 on, steps would be too short to show that.
    std::function<bool(const Ball& b)> at_most_one = {};
};

/// `root`, to about `digits` digits, or why there is none. Where it is proved that there is none, `sign` is
/// that of F(s) - s^p at every s at which F has a value.
struct ScaleRoot {
    Answer root;
    int sign = 0;
};

/// Errors   status domain where F has no value, or it is proved that there is no root; unable with the reason
///          otherwise
[[nodiscard]] ScaleRoot smallest_scale_root(const ScaleEquation& equation, long digits,
                                            const Context& context);

}  // namespace sigprop

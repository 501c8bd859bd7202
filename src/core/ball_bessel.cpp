// Bessel functions, by Arb.

#include "core/ball_arb.hpp"

#include <sigprop/core/ball_bessel.hpp>

namespace sigprop {

Ball hypergeometric_0f1(const Ball& b, const Ball& z) {
    if (!b.is_positive()) return Ball::indeterminate();
    const long bits = std::max(b.precision(), z.precision());
    Ball result = blank(bits);
    arb_hypgeom_0f1(raw(result), raw(b), raw(z), 0, working(bits));
    return result;
}

}  // namespace sigprop

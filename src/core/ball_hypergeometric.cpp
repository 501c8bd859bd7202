#include "core/ball_arb.hpp"

#include <sigprop/core/ball_hypergeometric.hpp>

namespace sigprop {

Ball tricomi_u(const Ball& a, const Ball& b, const Ball& z) {
    if (!z.is_positive() || !z.is_finite()) return Ball::indeterminate();
    const long bits = std::max({a.precision(), b.precision(), z.precision()});
    Ball result = blank(bits);
    arb_hypgeom_u(raw(result), raw(a), raw(b), raw(z), working(bits));
    return result;
}

}  // namespace sigprop

#pragma once
// Functions with f(c x) = c^d f(x) for every c > 0: identity, relu, leaky_relu, x^2 for x > 0; recognised by
// structure. Their mean squares are E f(s z)^2 = s^(2d) (f(1)^2 + f(-1)^2)/2 E |z|^(2d) in closed form. Their
// values at +-1 are exact fractions, so the case where every q is fixed can be told from that where none is.

#include <optional>
#include <sigprop/core/formula/formula.hpp>

namespace sigprop {

struct Homogeneous {
    int degree = 0;            ///< 0 .. 16
    Real square_mean = 0;      ///< E f(z)^2, a fraction if f(1) and f(-1) are
    Real right = 0, left = 0;  ///< f(1) and f(-1)
};

[[nodiscard]] std::optional<Homogeneous> homogeneous_form(const Formula& f);

}  // namespace sigprop

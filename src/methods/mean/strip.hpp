#pragma once
// A first guess at the widest strip around the real axis in which a formula is analytic. It only says where
// to search: analyticity itself is proved by a covering.

#include <sigprop/core/formula/formula.hpp>

#include "core/base/doubles.hpp"

namespace sigprop {

struct Strip {
    /// The distance to the nearest singularity that can be read off the structure: of singular functions of
    /// polynomials of degree one, of roots and logarithms of polynomials of degree two, and of quotients by
    /// either polynomial or by c + e^u. Infinity when there is none.
    double at_most = infinity;
    /// Whether there can be no other: every singular function in the formula was of these kinds.
    bool known = true;
};

[[nodiscard]] Strip strip_of_analyticity(const Formula& f);

}  // namespace sigprop

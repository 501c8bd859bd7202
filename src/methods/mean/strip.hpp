#pragma once
// A first guess at the widest strip around the real axis in which a formula is analytic. Only a hint for
// where to look: analyticity itself is proved by a covering.

#include <limits>
#include <sigprop/core/formula/formula.hpp>

namespace sigprop {

struct Strip {
    /// The distance of the nearest singularity that the structure shows: of a function with one whose
    /// argument is a polynomial of degree one, of a root or logarithm of one of degree two, or of a quotient
    /// by such a thing or by c + e^u. Infinity when it shows none.
    double at_most = std::numeric_limits<double>::infinity();
    /// Whether there can be no other: every function with a singularity was such a one.
    bool known = true;
};

[[nodiscard]] Strip strip_of_analyticity(const Formula& f);

}  // namespace sigprop

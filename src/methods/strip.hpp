#pragma once
// A first guess at the widest strip around the real axis in which a formula is analytic. Only a hint for
// where to look: analyticity itself is proved by a covering.

#include <sigprop/core/formula.hpp>

namespace sigprop {

/// The distance of the nearest singularity when every function in f that has one is applied to a
/// polynomial of degree one; 0 when the structure does not tell; infinity for entire functions.
[[nodiscard]] double strip_of_analyticity(const Formula& f);

}  // namespace sigprop

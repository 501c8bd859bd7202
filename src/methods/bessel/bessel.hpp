#pragma once
// Modified Bessel functions in double precision by other authors' code: evidence beside the enclosures of
// core/ball/bessel.hpp. Nothing here is a proof.

#include "methods/route.hpp"

namespace sigprop {

// e^-z I_order(z). The radius is the error estimate: 2^-42 of the value, the worst case that Boost
// documents (a few hundred units in the last place), or what GSL reports if that is larger.
// Shapes   order >= -1/2, z > 0
// Errors   none: unable where an intermediate double overflows or underflows, where the library refuses
//          (GSL: a negative order), or when built without it
[[nodiscard]] Answer boost_bessel_i_scaled(double order, double z);
[[nodiscard]] Answer gsl_bessel_i_scaled(double order, double z);

}  // namespace sigprop

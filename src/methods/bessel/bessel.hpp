#pragma once
// Modified Bessel functions in double precision by other authors' code: witnesses beside the enclosures that
// balls give (core/ball/bessel.hpp). Nothing here proves.

#include "methods/route.hpp"

namespace sigprop {

// e^-z I_order(z). The radius is the error estimate: 2^-42 of the value, the worst case that Boost
// documents (a few hundred units in the last place), or what GSL reports where that is more.
// Shapes   order >= -1/2, z > 0
// Errors   none: unable where a double overflows or underflows on the way, where the library refuses
//          (GSL: a negative order), or when built without it
[[nodiscard]] Answer boost_bessel_i_scaled(double order, double z);
[[nodiscard]] Answer gsl_bessel_i_scaled(double order, double z);

}  // namespace sigprop

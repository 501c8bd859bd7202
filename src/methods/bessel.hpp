#pragma once
// Modified Bessel functions in double precision by other authors' code: witnesses beside the enclosures that
// balls give (core/ball_bessel.hpp). Nothing here proves.

#include <sigprop/methods/route.hpp>

namespace sigprop {

// e^-z I_order(z). The radius is the error estimate: max(GSL's own, 2^-46 of the value); for Boost, which
// returns none, 2^-42, its documented worst case of a few hundred units in the last place. Shapes   order >=
// -1/2, z > 0 Errors   none: unable where a double overflows or underflows on the way, where the library
// refuses (GSL: a
//          negative order), or when built without it
[[nodiscard]] Computed boost_bessel_i_scaled(double order, double z);
[[nodiscard]] Computed gsl_bessel_i_scaled(double order, double z);

}  // namespace sigprop

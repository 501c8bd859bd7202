// GSL's Bessel functions in a library that was built without it.

#include "methods/bessel/bessel.hpp"
#include "methods/mean/gsl.hpp"

namespace sigprop {

Answer gsl_bessel_i_scaled(double, double) { return {Status::unable, reason_without_gsl}; }

}  // namespace sigprop

// GSL's integrator of differential equations in a library that was built without it.

#include "methods/mean/gsl.hpp"
#include "methods/ode/ode_estimates.hpp"

namespace sigprop {

Answer gsl_odeiv2_solution(const OdeRate&, double, double, double) {
    return {Status::unable, reason_without_gsl};
}

}  // namespace sigprop

// What GSL's methods say in a library that was built without it.

#include "methods/bessel.hpp"
#include "methods/ode_estimates.hpp"

#include <sigprop/methods/mean.hpp>

#if !SIGPROP_WITH_GSL

namespace sigprop {
namespace {

constexpr const char* reason = "built without GSL (SIGPROP_WITH_GSL=OFF)";

MeanResult absent() {
    MeanResult result;
    result.reason = reason;
    return result;
}

}  // namespace

MeanResult gsl_qagi_mean(const MeanProblem&, const Context&) { return absent(); }
MeanResult gsl_qagp_mean(const MeanProblem&, const Context&) { return absent(); }
Computed gsl_bessel_i_scaled(double, double) { return {Status::unable, reason}; }
Computed gsl_odeiv2_solution(const OdeRate&, double, double, double) { return {Status::unable, reason}; }
bool gsl_is_available() { return false; }

}  // namespace sigprop

#endif

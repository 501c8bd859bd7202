#include "methods/bessel/bessel.hpp"
#include "methods/quadrature/gsl_adapter.hpp"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_sf_bessel.h>
#include <cmath>

namespace sigprop {

Answer gsl_bessel_i_scaled(double order, double z) {
    switch_gsl_handler_off();
    gsl_sf_result result{};
    const int status = gsl_sf_bessel_Inu_scaled_e(order, z, &result);
    if (status != GSL_SUCCESS) return {Status::unable, std::string("GSL: ") + gsl_strerror(status)};
    if (!std::isnormal(result.val) || !std::isfinite(result.err)) {
        return {Status::unable, "GSL: I_nu(z) underflows a double"};
    }
    // At orders of hundreds GSL claims a relative error of 2^-50, but errs by 2^-44.
    const double error = std::fmax(result.err, 0x1p-42 * result.val);
    // widening: estimate
    return Ball(result.val).at_precision(64).widened(Ball(error));
}

}  // namespace sigprop

#include "methods/bessel.hpp"
#include "methods/gsl_adapter.hpp"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_sf_bessel.h>
#include <cmath>

namespace sigprop {

Computed gsl_bessel_i_scaled(double order, double z) {
    detail::switch_gsl_handler_off();
    gsl_sf_result result{};
    const int status = gsl_sf_bessel_Inu_scaled_e(order, z, &result);
    if (status != GSL_SUCCESS) return {Status::unable, std::string("GSL: ") + gsl_strerror(status)};
    if (!std::isnormal(result.val) || !std::isfinite(result.err)) {
        return {Status::unable, "GSL: I_nu(z) underflows a double"};
    }
    // GSL's own estimate has been seen to be too small near one unit in the last place.
    return Ball(result.val).at_precision(64).widened(Ball(std::fmax(result.err, 0x1p-46 * result.val)));
}

}  // namespace sigprop

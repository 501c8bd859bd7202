#include "methods/gsl_adapter.hpp"
#include "methods/ode_estimates.hpp"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>
#include <cmath>
#include <memory>
#include <new>

namespace sigprop {
namespace {

struct FreeDriver {
    void operator()(gsl_odeiv2_driver* driver) const { gsl_odeiv2_driver_free(driver); }
};

int slope_at(double t, const double y[], double slope[], void* parameter) noexcept {
    slope[0] = (*static_cast<const OdeRate*>(parameter))(t, y[0]);
    return std::isfinite(slope[0]) ? GSL_SUCCESS : GSL_EDOM;  // which makes GSL try a shorter step
}

/// The value at x, and GSL's status.
std::pair<double, int> integrate(OdeRate rate, double from, double value, double x, double tolerance) {
    const double step = first_ode_step(from, x);
    if (step == 0) return {value, GSL_SUCCESS};  // of which GSL makes no driver
    gsl_odeiv2_system system{slope_at, nullptr, 1, &rate};
    const std::unique_ptr<gsl_odeiv2_driver, FreeDriver> driver(
        gsl_odeiv2_driver_alloc_y_new(&system, gsl_odeiv2_step_rk8pd, step, 1e-30, tolerance));
    if (driver == nullptr) throw std::bad_alloc();
    gsl_odeiv2_driver_set_nmax(driver.get(), most_ode_steps);
    double t = from;
    double y = value;
    const int status = gsl_odeiv2_driver_apply(driver.get(), &t, x, &y);
    return {y, status};
}

}  // namespace

Computed gsl_odeiv2_solution(const OdeRate& rate, double from, double value, double x) {
    detail::switch_gsl_handler_off();
    const auto [coarse, coarse_status] = integrate(rate, from, value, x, coarse_tolerance);
    const auto [fine, status] = integrate(rate, from, value, x, fine_tolerance);
    for (const int one : {coarse_status, status}) {
        if (one != GSL_SUCCESS) return {Status::unable, std::string("GSL: ") + gsl_strerror(one)};
    }
    if (!std::isfinite(fine)) return {Status::unable, "GSL: the solution overflows"};
    return ode_estimate(coarse, fine, std::fmax(std::fabs(value), std::fabs(fine)));
}

}  // namespace sigprop

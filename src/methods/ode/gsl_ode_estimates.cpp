#include "methods/ode/ode_estimates.hpp"
#include "methods/quadrature/gsl_adapter.hpp"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>
#include <cmath>
#include <memory>
#include <new>

namespace sigprop {
namespace {

int slope_at(double t, const double y[], double slope[], void* parameter) noexcept {
    slope[0] = (*static_cast<const OdeRate*>(parameter))(t, y[0]);
    return std::isfinite(slope[0]) ? GSL_SUCCESS : GSL_EDOM;  // GSL then tries a shorter step
}

template <auto release>
struct Free {
    template <class T>
    void operator()(T* owned) const {
        release(owned);
    }
};

/// GSL's three objects. GSL's driver holds them, too, but does not report the largest |y| on the way.
struct Stepper {
    std::unique_ptr<gsl_odeiv2_step, Free<gsl_odeiv2_step_free>> step;
    std::unique_ptr<gsl_odeiv2_control, Free<gsl_odeiv2_control_free>> control;
    std::unique_ptr<gsl_odeiv2_evolve, Free<gsl_odeiv2_evolve_free>> evolve;

    explicit Stepper(double tolerance)
        : step(gsl_odeiv2_step_alloc(gsl_odeiv2_step_rk8pd, 1)),
          control(gsl_odeiv2_control_y_new(1e-30, tolerance)),
          evolve(gsl_odeiv2_evolve_alloc(1)) {
        if (step == nullptr || control == nullptr || evolve == nullptr) throw std::bad_alloc();
    }
};

/// Integrates to x; returns the run and GSL's status.
std::pair<OdeRun, int> integrate_by_gsl(OdeRate rate, double from, double value, double x, double tolerance) {
    const Stepper stepper(tolerance);
    gsl_odeiv2_system system{slope_at, nullptr, 1, &rate};
    double t = from;
    double h = first_ode_step(from, x);
    OdeRun run{value, std::fabs(value)};
    for (int step = 0; t != x; ++step) {
        if (step == max_ode_steps) return {run, GSL_EMAXITER};
        const int status = gsl_odeiv2_evolve_apply(stepper.evolve.get(), stepper.control.get(),
                                                   stepper.step.get(), &system, &t, x, &h, &run.y);
        if (status != GSL_SUCCESS) return {run, status};
        run.largest = std::fmax(run.largest, std::fabs(run.y));
    }
    return {run, GSL_SUCCESS};
}

}  // namespace

Answer gsl_odeiv2_solution(const OdeRate& rate, double from, double value, double x) {
    switch_gsl_handler_off();
    const auto [coarse, coarse_status] = integrate_by_gsl(rate, from, value, x, coarse_tolerance);
    const auto [fine, status] = integrate_by_gsl(rate, from, value, x, fine_tolerance);
    for (const int one : {coarse_status, status}) {
        if (one != GSL_SUCCESS) return {Status::unable, std::string("GSL: ") + gsl_strerror(one)};
    }
    if (!std::isfinite(fine.y)) return {Status::unable, "GSL: the solution overflows"};
    return ode_estimate(coarse, fine);
}

}  // namespace sigprop

#pragma once
// Initial value problems in double precision by other authors' integrators: evidence beside the closed form
// and the verified Taylor method. Each integrates twice, with two tolerances; the error estimate is made of
// the difference and the rounding of the steps. Nothing here is a proof: ode/taylor_ode.hpp gives proofs.

#include <functional>

#include "methods/route.hpp"

namespace sigprop {

/// y' = rate(x, y); must not throw.
using OdeRate = std::function<double(double x, double y)>;

/// y(x) where y(from) = value, by Boost.odeint's Runge-Kutta-Fehlberg 7(8) with step-size control.
/// Accuracy estimate only: the radius is that of ode_estimate(), and covers the error for smooth rates
/// Errors   status unable where the integration does not arrive: the solution becomes infinite on the way,
///          the step is lost in the rounding of x, or max_ode_steps are used up
[[nodiscard]] Answer odeint_solution(const OdeRate& rate, double from, double value, double x);
/// The same by GSL odeiv2, Runge-Kutta Prince-Dormand (8, 9).
/// Errors   status unable as above, with GSL's message, and in a library built without GSL
[[nodiscard]] Answer gsl_odeiv2_solution(const OdeRate& rate, double from, double value, double x);

/// A 64th of the distance, or all of it where a 64th underflows; 0 only where x equals from.
[[nodiscard]] inline double first_ode_step(double from, double x) {
    const double part = (x - from) / 64;
    return part == 0 ? x - from : part;
}

/// The result of an integration, and the largest |y| on the way, both ends included.
struct OdeRun {
    double y = 0, largest = 0;
};

/// Combines two runs, at a coarse and a fine tolerance: the value is the fine one, the radius four times
/// their difference plus 2^-40 of the largest |y| for the rounding of the steps.
[[nodiscard]] Answer ode_estimate(const OdeRun& coarse, const OdeRun& fine);

inline constexpr double coarse_tolerance = 1e-10;
inline constexpr double fine_tolerance = 1e-13;
inline constexpr int max_ode_steps = 200'000;

}  // namespace sigprop

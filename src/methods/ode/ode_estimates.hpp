#pragma once
// Initial value problems in double precision by other authors' integrators: witnesses beside the closed form
// and the verified Taylor method. Each integrates twice, with two tolerances; the difference and the rounding
// of the steps are the error estimate. Nothing here proves: ode/taylor_ode.hpp does.

#include <functional>

#include "methods/route.hpp"

namespace sigprop {

/// y' = rate(x, y); must not throw.
using OdeRate = std::function<double(double x, double y)>;

/// y(x) where y(from) = value, by Boost.odeint's Runge-Kutta-Fehlberg 7(8) with step-size control.
/// Accuracy estimate only: the radius is that of ode_estimate(); a rate that is smooth keeps within it
/// Errors   status unable where the steps do not arrive: the solution becomes infinite on the way, the step
///          vanishes beside x, or max_ode_steps are spent
[[nodiscard]] Answer odeint_solution(const OdeRate& rate, double from, double value, double x);
/// The same by GSL odeiv2, Runge-Kutta Prince-Dormand (8, 9).
/// Errors   status unable as above, with GSL's words, and in a library built without GSL
[[nodiscard]] Answer gsl_odeiv2_solution(const OdeRate& rate, double from, double value, double x);

/// A 64th of the way, or the whole of it where that is too small for a double; 0 only where x is from.
[[nodiscard]] inline double first_ode_step(double from, double x) {
    const double part = (x - from) / 64;
    return part == 0 ? x - from : part;
}

/// Where an integration arrived, and the largest |y| on its way there, both ends included.
struct OdeRun {
    double y = 0, largest = 0;
};

/// What two runs, at a coarse and a fine tolerance, say together: the fine one, with four times their
/// difference and 2^-40 of the largest |y| for the rounding of the steps.
[[nodiscard]] Answer ode_estimate(const OdeRun& coarse, const OdeRun& fine);

inline constexpr double coarse_tolerance = 1e-10;
inline constexpr double fine_tolerance = 1e-13;
inline constexpr int max_ode_steps = 200'000;

}  // namespace sigprop

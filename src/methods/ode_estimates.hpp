#pragma once
// Initial value problems in double precision by other authors' integrators: witnesses beside the closed form
// and the verified Taylor method. Each integrates twice, with two tolerances; the difference and the rounding
// of the steps are the error estimate. Nothing here proves.

#include <functional>
#include <sigprop/methods/route.hpp>

namespace sigprop {

/// y' = rate(x, y); must not throw.
using OdeRate = std::function<double(double x, double y)>;

/// Boost.odeint, Runge-Kutta-Fehlberg 7(8) with step-size control.
[[nodiscard]] Computed odeint_solution(const OdeRate& rate, double from, double value, double x);
/// GSL odeiv2, Runge-Kutta Prince-Dormand (8, 9); unable in a library built without GSL.
[[nodiscard]] Computed gsl_odeiv2_solution(const OdeRate& rate, double from, double value, double x);

/// A 64th of the way, or the whole of it where that is too small for a double; 0 only where x is from.
[[nodiscard]] inline double first_ode_step(double from, double x) {
    const double part = (x - from) / 64;
    return part == 0 ? x - from : part;
}

/// What two runs, at a coarse and a fine tolerance, say together.
[[nodiscard]] Computed ode_estimate(double coarse, double fine, double largest);

inline constexpr double coarse_tolerance = 1e-10;
inline constexpr double fine_tolerance = 1e-13;
inline constexpr int most_ode_steps = 200'000;

}  // namespace sigprop

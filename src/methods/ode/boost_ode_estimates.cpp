#include "methods/ode/ode_estimates.hpp"

#include <algorithm>
#include <array>
#include <boost/numeric/odeint.hpp>
#include <cmath>
#include <optional>

namespace sigprop {
namespace {

namespace odeint = boost::numeric::odeint;
using State = std::array<double, 1>;

std::optional<OdeRun> integrate(const OdeRate& rate, double from, double value, double x, double tolerance) {
    auto stepper = odeint::make_controlled(1e-30, tolerance, odeint::runge_kutta_fehlberg78<State>());
    const auto system = [&](const State& y, State& slope, double t) { slope[0] = rate(t, y[0]); };
    State y = {value};
    double t = from;
    double h = first_ode_step(from, x);
    OdeRun run{value, std::fabs(value)};
    for (int step = 0; step < max_ode_steps && t != x; ++step) {
        if (std::fabs(h) >= std::fabs(x - t)) h = x - t;
        const bool is_last = h == x - t;
        const State before = y;
        const double start = t;
        const double tried = h;
        (void)stepper.try_step(system, y, t, h);
        if (!std::isfinite(y[0]) || !std::isfinite(h)) {  // the step was so long that its stages overflowed
            y = before;
            t = start;
            h = tried / 8;
        }
        if (t == start) {
            if (t + h == t) return std::nullopt;
            continue;
        }
        if (is_last) t = x;
        run.largest = std::max(run.largest, std::fabs(y[0]));
    }
    if (t != x) return std::nullopt;
    run.y = y[0];
    return run;
}

}  // namespace

Answer odeint_solution(const OdeRate& rate, double from, double value, double x) {
    const auto coarse = integrate(rate, from, value, x, coarse_tolerance);
    const auto fine = integrate(rate, from, value, x, fine_tolerance);
    if (!coarse || !fine) return {Status::unable, "Boost.odeint: the steps did not reach x"};
    return ode_estimate(*coarse, *fine);
}

}  // namespace sigprop

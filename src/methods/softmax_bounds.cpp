#include "methods/softmax_bounds.hpp"

#include <algorithm>
#include <cmath>

namespace sigprop {
namespace {

constexpr long precision = 64;

Ball ball(double x) { return Ball(x).at_precision(precision); }

double log_bound(double p, double theta, double u, double s) {
    const double q = p - theta;
    return (q > 0 ? q * (std::log(q) - 1) : 0) + theta * u + theta * theta * s * s / 2;
}

}  // namespace

// log B is convex in theta: a bisection of its derivative u + theta s^2 - log(p - theta).
Exponent best_exponent(double p, double u, double s) {
    const auto slope = [&](double q) { return u + (p - q) * s * s - std::log(q); };  // falls in q = p - theta
    double low = 1e-12, high = 1;
    while (slope(high) > 0 && high < 1e300) high *= 4;
    for (int i = 0; i < 60 && high > low * (1 + 1e-6); ++i) {
        const double middle = high > 4 * low ? std::sqrt(low * high) : (low + high) / 2;
        (slope(middle) > 0 ? low : high) = middle;
    }
    const double theta = p - low;
    return {theta, log_bound(p, theta, u, s)};
}

Exponent best_deficit_exponent(double u, double s) {
    const double theta = std::clamp(-u / (s * s), 1e-9, 1.0);
    return {theta, theta * u + theta * theta * s * s / 2};
}

Ball log_power_bound(int p, double theta, const Ball& u, const Ball& s) {
    const Ball t = ball(theta);
    const Ball q = Ball(p) - t;
    const Ball constant = q.is_positive() ? q * (log(q) - 1) : ball(0);
    return constant + t * u + t * t * s * s / 2;
}

Ball moment_bound(double theta, const Ball& u, const Ball& s) {
    const Ball t = ball(theta);
    const Ball rate = 1 / (s + abs(t) * s * s);
    const Ball factor = 2 * exp(rate * rate * s * s / 2 - 1) * cosh(t * rate * s * s) / rate;
    return factor * exp(log_power_bound(1, theta, u, s));
}

Ball log_deficit_bound(double theta, const Ball& u, const Ball& s) {
    const Ball t = ball(theta);
    return t * u + t * t * s * s / 2;
}

Ball beyond(const Ball& bound_at_u, int power, double theta, const Ball& h) {
    return pow(bound_at_u, power) / expm1(ball(std::fabs(theta)) * Ball(power) * h);
}

Ball trapezoid_error(const Ball& a, const Ball& h) { return 2 / expm1(2 * Ball::pi(precision) * a / h); }

double best_strip(int p, double h) { return std::atan(2 * M_PI / (std::max(p, 1) * h)); }

}  // namespace sigprop

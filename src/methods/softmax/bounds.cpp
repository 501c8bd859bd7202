#include "methods/softmax/bounds.hpp"

#include "core/ball/error_term.hpp"

#include <algorithm>
#include <cmath>

namespace sigprop {
namespace {

constexpr long bound_precision = 64;

Ball bound_ball(double x) { return Ball(x).at_precision(bound_precision); }

double log_growth(double theta, const LogitTails& tails) {
    return std::min(theta * theta * tails.s * tails.s / 2, theta == 0 ? 0 : std::fabs(theta) * tails.max_abs);
}

Exponent with_bound(double p, double theta, double u, const LogitTails& tails) {
    const double q = p - theta;
    return {theta, (q > 0 ? q * (std::log(q) - 1) : 0) + theta * u + log_growth(theta, tails)};
}

Ball log_growth(const Ball& t, const ProvedTails& tails) {
    const Ball square = t * t * tails.s * tails.s / 2;
    return tails.max_abs.is_finite() ? min(square, abs(t) * tails.max_abs) : square;
}

}  // namespace

// With theta^2 s^2 / 2, log B is convex in theta, with its minimum where u + theta s^2 = log(p - theta). In
// v = log(p - theta), u + p s^2 - s^2 e^v - v falls and is concave, so Newton's steps after the first one
// fall to the root. With |theta| max_abs the derivative is u ± max_abs - log(p - theta).
Exponent best_exponent(double p, double u, const LogitTails& tails) {
    const double square = tails.s * tails.s, top = u + p * square;
    double v = top > 1 ? std::min(top, std::log(top / square)) : top;
    for (int i = 0; i < 60; ++i) {
        const double q = square * std::exp(v);
        const double move = (top - q - v) / (1 + q);
        v += move;
        if (std::fabs(move) < 1e-6) break;
    }
    const Exponent best = with_bound(p, p - std::exp(std::max(v, -27.0)), u, tails);
    if (std::isinf(tails.max_abs)) return best;
    const double left = std::exp(std::min(u + tails.max_abs, 50.0)),
                 right = std::exp(std::min(u - tails.max_abs, 50.0));
    const double theta = left < p ? p - left : right > p ? p - right : best.theta;
    const Exponent other = with_bound(p, theta, u, tails);
    return other.log_bound < best.log_bound ? other : best;
}

Exponent best_deficit_exponent(double u, const LogitTails& tails) {
    const double theta = std::clamp(-u / (tails.s * tails.s), 1e-9, 1.0);
    const Exponent best{theta, theta * u + log_growth(theta, tails)};
    const Exponent whole{1, u + log_growth(1, tails)};
    return whole.log_bound < best.log_bound ? whole : best;
}

double rising_exponent(int p, double u, const LogitTails& tails) {
    if (p == 0) return best_deficit_exponent(u, tails).theta;
    return std::max(best_exponent(p, u, tails).theta, 1 / (2 + std::fabs(u)));
}

double falling_exponent(int p, double u, const LogitTails& tails) {
    constexpr double steepest = -1e6;  // beyond the largest |x| any theta serves, and balls cancel
    return std::clamp(best_exponent(p, u, tails).theta, steepest, -1 / (2 + std::fabs(u)));
}

Ball log_power_bound(int p, double theta, const Ball& u, const ProvedTails& tails) {
    const Ball t = bound_ball(theta);
    const Ball q = Ball(p) - t;
    const Ball constant = q.is_positive() ? q * (log(q) - 1) : bound_ball(0);
    return constant + t * u + log_growth(t, tails);
}

Ball moment_bound(double theta, const Ball& u, const ProvedTails& tails) {
    const Ball t = bound_ball(theta);
    const Ball& s = tails.s;
    const Ball rate = 1 / (s + abs(t) * s * s);
    const Ball factor = 2 * exp(rate * rate * s * s / 2 - 1) * cosh(t * rate * s * s) / rate;
    const Ball bound = factor * exp(log_power_bound(1, theta, u, {s, Ball::infinity()}));
    if (!tails.max_abs.is_finite()) return bound;
    return min(bound, tails.max_abs * exp(log_power_bound(1, theta, u, tails)));
}

Ball log_deficit_bound(double theta, const Ball& u, const ProvedTails& tails) {
    const Ball t = bound_ball(theta);
    return t * u + log_growth(t, tails);
}

Ball beyond(const Ball& bound_at_u, int power, double theta, const Ball& h) {
    return pow(bound_at_u, power) / expm1(bound_ball(std::fabs(theta)) * Ball(power) * h);
}

Ball trapezoid_error(const Ball& a, const Ball& h) {
    return 2 / expm1(2 * Ball::pi(bound_precision) * a / h);
}

Ball trapezoid_error(const Ball& a, const Ball& h, double power) {
    // without a power the strip may be wider than pi/2
    const Ball growth = power == 0 ? bound_ball(1) : exp(-bound_ball(power) * log(cos(a)));
    return error_term("softmax.bounds.trapezoid", trapezoid_error(a, h) * growth);
}

Ball normal_trapezoid_error(const Ball& a, const Ball& h, double power, const Ball& s) {
    const Ball growth = exp(a * a / (2 * s * s) - bound_ball(power) * log(cos(a)));
    return error_term("softmax.bounds.normal_trapezoid", trapezoid_error(a, h) * growth);
}

double best_strip(int p, double h) { return std::atan(2 * M_PI / (std::max(p, 1) * h)); }

}  // namespace sigprop

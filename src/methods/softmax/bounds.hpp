#pragma once
// Bounds for the proofs of softmax/means.hpp. They hold for any law with E e^(theta x) <= e^(theta^2 s^2 / 2)
// for all theta ("sub-Gaussian with proxy s"), and E e^(theta x) <= e^(|theta| max_abs) where |x| <= max_abs:
//   a normal law of std s;
//   cap tanh(s z / cap): x is odd in z and |x| <= s |z|, so that E cosh(theta x) <= E cosh(theta s z);
//   radius c on the sphere with s = radius / sqrt(d), term by term from
//   E e^(theta x) = sum (theta^2 radius^2 / 4)^k / (k! (d/2)_k) and (d/2)_k >= (d/2)^k.
//
// y^q e^-y <= (q/e)^q for y > 0, q >= 0, so that for every theta <= p (0 and 1 for the deficit)
//     phi_p(u) = E y^p e^-y <= B(u) = ((p - theta)/e)^(p - theta) e^(theta u + theta^2 s^2 / 2),  y =
//     e^(x+u), 1 - g(u) <= e^(theta u + theta^2 s^2 / 2)  for 0 <= theta <= 1, since 1 - e^-y <= min(1, y).
// With theta fixed, the bound is exponential in u, so its sum beyond a grid point is a geometric series.

#include <sigprop/core/ball/ball.hpp>

namespace sigprop {

/// log E e^(theta x) <= min(theta^2 s^2 / 2, |theta| max_abs); max_abs is the largest |x|, infinite for a
/// normal law.
struct LogitTails {
    double s = 1;
    double max_abs = 0;
};
struct ProvedTails {
    Ball s, max_abs;
};

/// The theta that gives the smallest bound, found in doubles: no proof rests on its being the best.
struct Exponent {
    double theta = 0;
    double log_bound = 0;  ///< of phi_p(u)
};
[[nodiscard]] Exponent best_exponent(double p, double u, const LogitTails& tails);
/// The same for 1 - g(u), 0 < theta <= 1.
[[nodiscard]] Exponent best_deficit_exponent(double u, const LogitTails& tails);

/// The best theta > 0 with which the bounds to the left of u add up to a geometric series, of 1 - g for p =
/// 0; and the best theta < 0 to the right of u, of g for p = 0.
[[nodiscard]] double rising_exponent(int p, double u, const LogitTails& tails);
[[nodiscard]] double falling_exponent(int p, double u, const LogitTails& tails);

/// log B(u) for this theta <= p.
[[nodiscard]] Ball log_power_bound(int p, double theta, const Ball& u, const ProvedTails& tails);
/// A bound of E |x| y e^-y for this theta <= 1: with |x| <= (e^(r x) + e^(-r x)) / (e r) for every r > 0,
/// theta ± r takes theta's place in the square; r = 1/(s + |theta| s^2). Alternatively, |x| <= max_abs.
[[nodiscard]] Ball moment_bound(double theta, const Ball& u, const ProvedTails& tails);
/// The log of the bound of 1 - g(u), for 0 < theta <= 1.
[[nodiscard]] Ball log_deficit_bound(double theta, const Ball& u, const ProvedTails& tails);

/// The sum of b(u + k h)^power over k = 1, 2, … (theta < 0) or -1, -2, … (theta > 0), for a bound b that is a
/// multiple of e^(theta u).
[[nodiscard]] Ball beyond(const Ball& bound_at_u, int power, double theta, const Ball& h);

/// The trapezoidal rule of step h on the whole line for a function analytic in |Im u| < a, with the integral
/// of |f(u +- i b)| at most M there for all b < a, errs by at most M times this: 2 / (e^(2 pi a / h) - 1)
/// (Trefethen and Weideman 2014, theorem 5.1).
[[nodiscard]] Ball trapezoid_error(const Ball& a, const Ball& h);
/// The same relative to the integral of phi_power(u + log cos a), which bounds phi_power on Im u = +-a up to
/// (cos a)^-power.
[[nodiscard]] Ball trapezoid_error(const Ball& a, const Ball& h, double power);
/// The same for the product with a normal density of std s, or with a normal distribution function, which
/// grow by at most e^(a^2/(2 s^2)) there.
[[nodiscard]] Ball normal_trapezoid_error(const Ball& a, const Ball& h, double power, const Ball& s);

/// The half height a of the strip with the smallest error for M = (cos a)^-p, in doubles.
[[nodiscard]] double best_strip(int p, double h);

}  // namespace sigprop

#pragma once
// The quadrature rule behind chi_mean.hpp, and the proof of its error.
//
// Let r = c log(1 + e^(t/c)) and t = sigma + i eta, 0 < eta <= a <= c pi/3. From log(1 + u) = integral of
// u/(1 + x u) dx over [0, 1] follows 0 <= arg r <= eta/c; and Im r <= eta, as dr/dt = 1/(1 + e^(-t/c)) has an
// argument in [0, eta/c]. On that curve Re r rises from 0 to infinity and |dr| <= 2 d Re r. With rho = Re r
// the density p of chi_dim, r^(dim-1) e^(-r^2/2) / (2^(dim/2-1) Gamma(dim/2)), is at most
// (rho^2 + a^2)^((dim-1)/2) e^((a^2-rho^2)/2) over the same; substituting m^2 = rho^2 + a^2 where rho > 1,
//   integral |p(r) dr| <= W(a) = 2 [e^(a^2) sqrt(1 + a^2)
//                                   + (1 + a^2)^((dim-1)/2) e^(a^2/2) / (2^(dim/2-1) Gamma(dim/2))].
//
// For keys z_1 … z_n let H(s) be the entropy of softmax(s z), s = scale r = sigma + i tau, S = sum e^(s z),
// D_j = max z - z_j, b = pi/2 - delta. If |tau| max|z| <= b, every term of S has an argument within b: then
// |S| >= sin(delta) sum e^(sigma z). If |tau| <= kappa sigma, kappa = b/log(2n), then in
// S e^(-s max z) = sum e^(-s D) the terms with |tau| D > b have sigma D > log(2n) and add up to less than
// 1/2, so that again |S| >= sin(delta) sum e^(sigma z) (sin(delta) < 1/3). In both cases S has no zero, H is
// analytic, and from H = log sum e^(-s D) + s sum D e^(-s D)/sum e^(-s D), with sigma sum D a <= log n for
// real s and |s| <= 2 sigma,
//   |H| <= log n + log C + pi + 2 C log n,  C = 1/sin(delta).
// The trapezoidal rule for p(r(t)) H(scale r(t)) dr/dt therefore errs by 2 W(a) |H| / (e^(2 pi a/h) - 1) at
// most (Trefethen and Weideman, SIAM Review 56, 2014, theorem 5.1), where a may be chosen by max|z|:
//   a <= c atan(kappa), whatever the keys are, or a <= b/(scale y) for max|z| <= y,
// and P(max|z| > y) <= n e^(-y^2/2). The mean of this bound over shells of max|z| bounds the error of the
// mean. The total weight of the omitted nodes is 1 minus the sum of the others, and 0 <= F <= log n.

#include <sigprop/core/ball/ball.hpp>
#include <sigprop/core/ball/real.hpp>
#include <vector>

#include "methods/softmax/chi_mean.hpp"

namespace sigprop {

struct ChiRule {
    double step = 0;      ///< h
    double softness = 0;  ///< c
    struct Shell {
        double from, to;  ///< limits of max|z|; the last `to` is infinite
        double strip;     ///< a
    };
    std::vector<Shell> shells;
    int first = 0, last = 0;  ///< nodes are t = k step

    /// r at node k.
    [[nodiscard]] Ball radius(int k, long bits) const;
    /// The weight h p(r) dr/dt of node k.
    [[nodiscard]] Ball weight(int k, std::int64_t dim, long bits) const;
};

/// The rule of least work with an error of about 2^-bits log n; step is 0 when there is none.
[[nodiscard]] ChiRule chi_rule(const ChiMean& problem, long bits);

/// Bounds of the rule's error (infinite when its strips do not satisfy the conditions of the proof) and of
/// the error of the sum of its weights.
struct ChiRuleError {
    Ball entropy, weights;
};
[[nodiscard]] ChiRuleError chi_rule_error(const ChiRule& rule, const ChiMean& problem);

}  // namespace sigprop

#pragma once
// All Hermite coefficients h_k = E f(z) he_k(z), k <= K, from one trapezoidal rule: f is evaluated once at
// each node and the he_k by their recurrence (hermite/hermite_mean.hpp). The error is proved for all k at
// once. For real f the integrand G_k = f he_k phi is bounded through Mehler's kernel: for every 0 < r < 1
//     |he_k(x + iy)|^2 <= r^-k sum_n r^n |he_n(x + iy)|^2
//                       = r^-k (1 - r^2)^(-1/2) exp(x^2 r/(1+r) + y^2 r/(1-r)),
// so that with q <= 1/(2(1+r)) and |y| <= a
//     |G_k(z)| <= C |f(z) exp(-q z^2)|,   log C = -(k/2) log r - log(1 - r^2)/4 - log(2 pi)/2
//                                                 + a^2 (1/(2(1-r)) - q),
// and the rectangle theorem of quadrature/rectangle.hpp is applied to f exp(-q z^2), which is free of k.

#include <cstdint>

#include "methods/mean/mean.hpp"

namespace sigprop {

struct HermiteRule {
    bool proved = false;
    std::string reason;
    /// |h_k - sum_j he_k(points[j]) w[j]| <= error, with w = even or odd as k is.
    std::vector<Ball> points;
    std::vector<Ball> even, odd;
    Ball error;
    std::uint64_t evaluations = 0;
};

/// `problem` is the mean of f itself under the standard normal, with status ok. The error is about
/// 2^-bits * scale, where scale is the root mean square of f.
[[nodiscard]] HermiteRule hermite_rule(const MeanProblem& problem, std::int64_t max_order, double scale,
                                       long bits, const Context& context);

/// The same for f with kinks: each smooth piece is mapped to the line by a double exponential substitution
/// x(t), and a is the largest |Im x(t)| on the strip of t. `goal` is -log of the error.
[[nodiscard]] HermiteRule hermite_rule_on_pieces(const MeanProblem& problem, std::int64_t max_order,
                                                 double goal, long bits, const Context& context);

}  // namespace sigprop

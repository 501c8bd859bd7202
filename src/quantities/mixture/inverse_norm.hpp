#pragma once
// The mean of S/sqrt(Q) with a proof: w = gate(z) of n independent standard normal logits z, Q the sum of w^2
// over the k largest, S the sum of w over these (sigmoid, renormalised) or over all (softmax).
//
// Given the (k + 1)-th largest logit t the chosen ones are independent, and Q^(-1/2) = 2/sqrt(pi) times the
// integral of e^(-v^2 Q) over v > 0. With b(t, v) = E[e^(-v^2 w^2); z > t], a the same with w before it, and
// C = n!/((n - k - 1)! k!), the mean is the integral over t and v of
//     2/sqrt(pi) C pdf(t) b^(k-1) (k a cdf(t)^(n-k-1) + b R(t)),
// R = 0 for sigmoid, cdf^(n-k-1) e^t + (n - k - 1) e^(1/2) cdf(t - 1) cdf^(n-k-2) for softmax.
//
// Both integrals are sums over equidistant points, of t and of y = log v. For a function that is analytic in
// the strip |Im| <= s, whose lines have integrals of at most M, such a sum of step h is off by at most
// 2 M/(e^(2 pi s/h) - 1) (Trefethen and Weideman, SIAM Review 56(3), 2014, theorem 5.1). The lines:
// - S/sqrt(Q) <= B, sqrt(k) for sigmoid and sqrt(k) + (n - k)/sqrt(k) for softmax: by Cauchy and Schwarz, and
//   since none of the others exceeds sqrt(Q/k).
// - y + i s: |e^(-v^2 w^2)| <= e^(-|v|^2 w^2 cos 2s), so that M = B/sqrt(cos 2s) times the density of t.
// - t + i s, with logits z + i s above it: 0 <= arg w^2 <= 2 s and |pdf| grows by e^(s^2/2), so that M is the
//   integral of C pdf |cdf|^(n-k-1) (1 - cdf)^k e^((k+1) s^2/2)/sqrt(cos 2s) times sqrt(k), or for softmax
//   sqrt(k) + (1 + (n - k - 1) e^(s^2/2))/sqrt(k), where |cdf(t + i s)| <= cdf(t) + pdf(t) times the integral
//   of e^(u^2/2) from 0 to s, which is at most s (1 + e^(s^2/2))/2.
// a and b are summed from the right, by Gauss's rule between neighbouring t.

#include <cstdint>

#include "methods/route.hpp"
#include "quantities/mixture/routing.hpp"

namespace sigprop {

/// More are not asked for: the time grows with their cube.
inline constexpr long most_inverse_norm_bits = 44;

/// Encloses it to about so many bits, to that many at most.
/// Errors   unable for k = n, and where sums take too long
[[nodiscard]] Answer enclosed_inverse_norm(RouterLaw law, std::int64_t experts, std::int64_t active,
                                           long bits, const Context& context);

}  // namespace sigprop

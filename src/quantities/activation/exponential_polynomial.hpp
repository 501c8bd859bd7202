#pragma once
// Functions that are sums of c x^k e^(rx) on each of a few intervals: the relu and elu family. Their moments
// under a normal have closed forms in the normal cdf, a route to E f and E f^2 that is independent of
// quadrature.

#include <sigprop/core/ball/real.hpp>
#include <vector>

namespace sigprop {

struct ExponentialTerm {
    Real coefficient = 1;
    int power = 0;
    Real rate = 0;
};

struct ExponentialPiece {
    Real lower = Real::infinity(-1);
    Real upper = Real::infinity(1);
    std::vector<ExponentialTerm> terms;
};

using ExponentialPolynomial = std::vector<ExponentialPiece>;

[[nodiscard]] ExponentialPolynomial squared(const ExponentialPolynomial& f);
/// The derivative of each piece; jumps between pieces are ignored.
[[nodiscard]] ExponentialPolynomial derivative(const ExponentialPolynomial& f);

/// E f(x) for x ~ N(mean, std^2).
/// Source   own derivation: e^(rx) shifts the mean by r std^2 and contributes e^(r mean + r^2 std^2/2); the
///          moments I_k of a normal over an interval satisfy I_k = m I_(k-1) + (k-1) s^2 I_(k-2) - s [x^(k-1)
///          phi]
[[nodiscard]] Ball normal_mean(const ExponentialPolynomial& f, const Real& mean, const Real& std, long bits);

}  // namespace sigprop

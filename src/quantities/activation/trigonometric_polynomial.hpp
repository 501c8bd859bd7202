#pragma once
// Sums of x^k (C cos wx + S sin wx) on the whole line. Their means under a normal follow from its
// characteristic function and the derivatives of that: a route to the moments of sin and snake that is
// independent of quadrature.

#include <sigprop/core/ball/real.hpp>
#include <vector>

namespace sigprop {

struct TrigonometricTerm {
    Real cosine = 0;  ///< C
    Real sine = 0;    ///< S
    int power = 0;
    Real frequency = 0;
};

using TrigonometricPolynomial = std::vector<TrigonometricTerm>;

[[nodiscard]] TrigonometricPolynomial squared(const TrigonometricPolynomial& f);
[[nodiscard]] TrigonometricPolynomial derivative(const TrigonometricPolynomial& f);

/// E f(x) for x ~ N(mean, std^2).
/// Source   own derivation: e^(iwx) shifts the mean to M = m + i w s^2 and contributes e^(iwm - w^2 s^2/2);
///          the moments P_k about it satisfy P_k = M P_(k-1) + (k-1) s^2 P_(k-2)
[[nodiscard]] Ball normal_mean(const TrigonometricPolynomial& f, const Real& mean, const Real& std,
                               long bits);

}  // namespace sigprop

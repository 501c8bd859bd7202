#pragma once
// Means under a normal of functions made of normal densities and cdfs: gelu, erf and e^(-x^2). Two facts
// suffice, for x ~ N(m, s^2):
//
//     E e^(-t x^2) g(x) = (1 + 2ts^2)^(-1/2) e^(-t m^2/(1 + 2ts^2)) E g(y),  (density times density)
//         where y is normal with the mean and the variance of x, each divided by 1 + 2ts^2;
//     E x g(x) = m E g(x) + s^2 E g'(x)                                     (by parts: Stein)
//
// and E Phi(x) = Phi(h), E Phi(x)^2 = Phi(h) - 2 T(h, 1/sqrt(1 + 2s^2)), h = m/sqrt(1 + s^2), T by Owen.
// Source   own derivation from these; Owen 1980, "A table of normal integrals", for the two cdf means

#include "quantities/activation/closed_forms.hpp"

namespace sigprop {

/// The law of x.
struct NormalAt {
    Ball mean, variance;
    long bits;
};

/// f = x Phi(x).
[[nodiscard]] Ball gelu_mean(Moment moment, const NormalAt& x);
/// f = erf(alpha x).
[[nodiscard]] Ball erf_mean(Moment moment, const Ball& alpha, const NormalAt& x);
/// f = e^(-x^2).
[[nodiscard]] Ball exp_neg_sq_mean(Moment moment, const NormalAt& x);

}  // namespace sigprop

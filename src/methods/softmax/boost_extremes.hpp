#pragma once
// The largest weight of a row of n normal logits in double precision, by other formulas than those of
// softmax/extremes.hpp: evidence beside its proofs. The radius is an estimate of the error.

#include "methods/softmax/extremes.hpp"

namespace sigprop {

/// E max a = n times the integral over u and x of p(x) e^(x+u) exp(-e^(x+u)) G(u, x)^(n-1), where
/// G(u, x) = E[exp(-e^(y+u)); y < x]: nested quadrature.
[[nodiscard]] Answer boost_max_weight(const NormalRow& row, const Context& context);

/// n P(D < 0) for D = (sum of the others' e^x) - e^x_1 (1-t)/t, with the characteristic function of e^x:
/// P(D < 0) = 1/2 - (1/pi) times the integral over v of Im(f(v)^(n-1) conj f(v + log((1-t)/t))),
/// f(v) = E exp(i e^(x+v)) (Gil-Pelaez 1951). threshold >= 1/2; relative accuracy is lost where P is small.
[[nodiscard]] Answer boost_fraction_above(const NormalRow& row, const Real& threshold,
                                          const Context& context);

}  // namespace sigprop

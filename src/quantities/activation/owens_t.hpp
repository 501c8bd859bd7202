#pragma once
// Owen's T function, which the second moment of a normal cdf needs: for x ~ N(m, s^2),
//
//     E Phi(x)^2 = Phi(h) - 2 T(h, 1/sqrt(1 + 2 s^2)),  h = m/sqrt(1 + s^2),
//
// the probability that two normals with correlation s^2/(1 + s^2) both stay below h. At h = 0, where
// T(0, a) = atan(a)/(2 pi), this is the arcsine law.

#include <sigprop/core/ball/ball.hpp>

namespace sigprop {

/// T(h, a) = (1/2 pi) integral over [0, a] of e^(-h^2 (1 + x^2)/2) / (1 + x^2), for 0 <= a <= 1.
/// Accuracy enclosure, absolute 2^-bits; not finite for |h| above 100
/// Source   Owen 1956, Annals of Mathematical Statistics 27, 1075
[[nodiscard]] Ball owens_t(const Ball& h, const Ball& a, long bits);

}  // namespace sigprop

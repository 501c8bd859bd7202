#pragma once
// Bessel functions in balls, without the powers that make them vanish or diverge at zero.

#include <sigprop/core/ball/ball.hpp>

namespace sigprop {

/// 0F1(; b; z) = sum over k of z^k / (b (b + 1) ... (b + k - 1) k!). The modified Bessel function is
/// I_nu(x) = (x/2)^nu / Gamma(nu + 1) 0F1(; nu + 1; x^2/4).
/// Shapes   b > 0, else non-finite
/// Accuracy enclosure; narrow for z >= 0 unless b and sqrt(z) are both so large that 10^7 terms are too few.
///          The time grows with sqrt(z) up to z about b^4, and is short beyond
[[nodiscard]] Ball hypergeometric_0f1(const Ball& b, const Ball& z);

}  // namespace sigprop

#pragma once
// The strip around the real line in which the powers of Phi, the normal distribution function, stay bounded:
// for the trapezoidal rule on integrands phi(z) Phi(z)^m and mixtures of them.
//
// Own derivation. Let 1 - Phi(z + i y) = phi(z + i y) M,  M = integral over v > 0 of e^(-z v - v^2/2 - i y
// v). 1. |Phi(z + i y)| <= e^(y^2/2) Phi(z): at most 1 up to z_1 with Phi(z_1) = e^(-y^2/2).
// 2. For z, y > 0: -atan(y/z) <= arg M <= 0. On the right because e^(-z v - v^2/2) falls, so that its sine
//    transform is positive; on the left because Im((z + i y) M) = -d/dy Re M >= 0: Re M is the Fourier
//    transform of e^(-z|v|) e^(-v^2/2), a Cauchy density convolved with a normal one, which is unimodal.
// 3. So 1 - Phi = r e^(-i t) with z y <= t <= z y + atan(y/z) and r <= e^(y^2/2) (1 - Phi(z)), and
//    |Phi|^2 = 1 - 2 r cos t + r^2 <= 1 where r <= 2 cos t: from z_1 to z_2, if it holds for r at z_1 and for
//    t at both ends (as z grows t falls, then rises).
// 4. Beyond z_2, on a piece from z to z': |Phi|^2 <= 1 + 2 r c + r^2 with r at z and c the largest of 0 and
//    -cos t up to z'. After the last piece |Phi| <= 1 + r.

#include <cstdint>
#include <sigprop/core/ball/ball.hpp>

namespace sigprop {

struct CdfStrip {
    double height = 0;
    Ball excess;  ///< |Phi(z + i y)| <= 1 + excess for all real z and |y| <= height

    /// A bound of integral phi(z + i y) f(z + i y)^power dz on the edge, f any mixture of shifts
    /// Phi(z - v), v >= 0, of total mass one.
    [[nodiscard]] Ball bound(std::uint64_t power) const;
};

/// The strip that allows a trapezoidal rule the widest step; `goal` is the log of the accuracy wanted.
[[nodiscard]] CdfStrip best_cdf_strip(std::uint64_t power, double goal);

}  // namespace sigprop

#pragma once
// Quadrature over one logit by nodes, for any law: E f(x + u) = sum_j w_j f(x_j + u) + error, where f is one
// of y^p e^-y and 1 - e^-y with y = e^(x + u), and the error is proved for all u at once.
// With |Im x| <= eta < pi/2 along the displaced path of integration and any integer 0 <= t <= p,
//     |y^p e^-y| <= (cos eta)^-p c_(p-t) e^(t (u + Re x)),  c_q = (q/e)^q;
//     |1 - e^-y| <= min(2, e^(u + Re x)),
// so a rule needs a bound of its error with e^(t |Re x|) in place of f, for every integer t, and for all real
// t in [0, p] a bound of the form C e^(t^2 steep^2 / 2).
// normal   x = s z, the trapezoid in z: |Im x| = s b, the weight grows by e^(b^2/2), and
//          E e^(t s |z|) <= 2 e^(t^2 s^2/2).
// capped   x = cap tanh(s z/cap): with beta = s b/cap < pi/2, |Im x| <= cap tan beta, |Re x| <= cap and
//          <= s |z| / cos^2 beta, or cap / sin 2 beta where 2 beta > pi/2 (from
//          tanh(a + i beta) = (sinh 2a + i sin 2 beta) / (cosh 2a + cos 2 beta)).
//          Beyond a z where tanh is 1 to all digits, all nodes are the one x = ±cap with the rest of the
//          weight.
// sphere   x = radius cos theta, density C sin^(d-2) theta. d even: the midpoint rule in theta, periodic and
//          analytic: 2 pi M / (e^(2 J b) - 1) for J nodes in (0, pi). d odd: Gauss and Legendre in cos theta,
//          from the Chebyshev series on the ellipse cos(theta + i b): 8 M e^(-2 J b) / (1 - e^-b). On both,
//          with m = d-2 or d-3, |Im x| <= radius sinh b and M <= C cosh^m b max_c (1 - c^2)^(m/2)
//          e^(t radius c cosh^2 b), at most C cosh^m b e^(min(t radius cosh b, t^2 radius^2 cosh^4 b / (2
//          m))). d = 1: x = ±radius.

#include <array>
#include <vector>

#include "methods/softmax/logit_law.hpp"

namespace sigprop {

inline constexpr int highest_row_power = 4;

struct LogitNodes {
    std::vector<Ball> nodes, weights;
    using Growth = std::array<Ball, highest_row_power + 1>;
    Growth discretisation;  ///< for each t, without the factor (cos eta)^-p
    Growth truncation;      ///< for each t, the bound of the omitted nodes
    Ball gaussian = Ball::infinity(),
         steep = Ball(1);  ///< the discretisation is <= gaussian e^(t^2 steep^2 / 2)
    Ball cos_eta = Ball(1);
    Ball size;            ///< the factor that |x| along the displaced path adds to `discretisation`
    Ball truncated_size;  ///< the factor that it adds to `truncation`
};

/// The number of nodes for errors of about 2^-bits of the means, for rows of up to 2^63 keys. It is found in
/// doubles; the proved bounds are in LogitNodes.
[[nodiscard]] double count_logit_nodes(const LogitLaw& law, long bits);
[[nodiscard]] LogitNodes logit_nodes(const LogitLaw& law, long bits, long working);

}  // namespace sigprop

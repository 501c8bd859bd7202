#pragma once
// The trapezoidal rule with a proved error, for a function that is analytic in a rectangle around a
// segment of the real line.
//
// Let G be analytic on |Re z| <= X, |Im z| <= a with X = (N + 1/2) h. Integrating G(z) cot(pi z / h) around
// the rectangle gives
//     | h sum_{|k| <= N} G(kh) - integral_{-X}^{X} G dx |
//         <= (1 / (e^(2 pi a / h) - 1)) integral_{-X}^{X} (|G(x + ia)| + |G(x - ia)|) dx
//            + sum over the four half-sides of integral_0^a |G(+-X +- iy)| e^(-2 pi y / h) dy,
// where the last sum follows from e^(2 pi i z / h) = -e^(-2 pi y / h) on Re z = +-(N + 1/2) h. Every supremum
// is taken over a covering by complex balls; finite on the covering means analytic there. The caller has to
// know nothing about growth in the complex plane.
// Reference: Trefethen and Weideman, SIAM Review 56(3), 2014 (the infinite strip); own finite-rectangle form.

#include <functional>
#include <sigprop/core/base/context.hpp>
#include <sigprop/core/formula/formula.hpp>
#include <string>

namespace sigprop {

struct RectangleProblem {
    Formula f = Formula(1);       ///< G = f factor, formulas in x0
    Formula factor = Formula(1);  ///< kept apart because its size is known (log2_factor)
    bool even_factor = false;     ///< factor(-x) = factor(x): it is then computed once for both
    bool even = false;            ///< f(-x) = f(x), too: one half of the points is enough
    double half_length = 0;       ///< lower limit of X
    double widest_strip = 0;      ///< no wider strip can help: the search for the best one starts here
    double known_strip =
        0;  ///< if > 0, the distance to the nearest singularity, known from the structure; may be infinite
    /// log2 |factor(x)| in double, without overflow; it only decides the precision of each point.
    std::function<double(double)> log2_factor;
    double scale = 1;  ///< rough size of the integral of |G|; the error goal is 2^-bits scale
};

struct RectangleResult {
    bool proved = false;
    std::string reason;
    Ball integral;              ///< encloses the integral of G over [-X, X]
    double covered_length = 0;  ///< X >= half_length
    std::uint64_t evaluations = 0;
};

[[nodiscard]] RectangleResult rectangle_trapezoid(const RectangleProblem& problem, long bits,
                                                  const Context& context);

}  // namespace sigprop

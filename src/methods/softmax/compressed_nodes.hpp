#pragma once
// Fewer nodes for a law on a short interval [-top, top]. A softcap far below the spread of the logits asks
// the trapezoidal rule for thousands of nodes, because tanh has poles near the real line; but the functions
// that are averaged do not, so that a rule over a few Chebyshev nodes c_i, with the weights v_i for which it
// integrates interpolants as the given rule does, takes its place. (Weights may be negative.)
//
// Let f be analytic on the ellipse with the foci ±top and the axes top (r ± 1/r)/2, with |f| <= M. Its
// interpolant at the N zeros of T_N differs from f by at most 2 sum |a_k| over k >= N, |a_k| <= 2 M r^-k
// (Trefethen, Approximation Theory and Approximation Practice, 2013, theorem 8.1 and chapter 4): by at most
// 4 M r^-N / (1 - 1/r), and the given rule's sum of f by this times the sum of its weights. On the ellipse
// |Re x| <= top (r + 1/r)/2 and |Im x| <= top (r - 1/r)/2 < pi/2, which bounds the functions of
// softmax/logit_nodes.hpp; and e^(t A) <= e^(t^2 steep^2/2 + A^2/(2 steep^2)) for all real t.
// v_i = (1/N) (m_0 + 2 sum over 0 < k < N of m_k T_k(c_i)), where m_k is the given rule's sum of T_k(x/top),
// which is 0 for odd k.

#include "methods/softmax/logit_nodes.hpp"

namespace sigprop {

/// The number of Chebyshev nodes for errors of about e^-goal, where functions may grow like e^(p |Re x|), and
/// the ellipse's r.
struct Compression {
    double nodes = 0;
    double r = 1;
};
[[nodiscard]] Compression compression(double top, double goal);

/// The rule over these nodes, with its error added to the bounds of the given one, whose nodes are ±x with
/// equal weights in ascending order.
[[nodiscard]] LogitNodes compressed(const LogitNodes& rule, const Ball& top, const Compression& by,
                                    long working);

}  // namespace sigprop

#pragma once
// The error of Gauss-Legendre quadrature with n nodes on [-1, 1], for a function that is analytic in an
// ellipse with foci +-1. Let |G| <= M inside the ellipse whose half axes are (rho + 1/rho)/2 and
// (rho - 1/rho)/2. The Chebyshev coefficients of G are below 2 M rho^-k; the rule is exact up to degree
// 2n - 1, and on T_k it is at most 2, the integral at most 2/(k^2 - 1); both are zero for odd k. Summing over
// even k >= 2n, n >= 2:
//     |error| <= (64 / 15) M rho^(-2n) / (1 - rho^-2).
// M is taken over a covering of the ellipse's edge by boxes; a finite covering of its inside proves
// analyticity. Reference: Trefethen, Approximation Theory and Approximation Practice, 2013, theorem 19.3.

#include <sigprop/core/base/context.hpp>

#include "methods/quadrature/box_supremum.hpp"

namespace sigprop {

struct EllipseRule {
    int nodes = 0;  ///< 0: no ellipse could be proved, or more than max_nodes would be needed
    Ball error;     ///< proved bound
};

/// The smallest number of nodes for which one of a few ellipses proves an error below `goal`, for a
/// real-valued formula in x0 that is finite on [-1, 1].
[[nodiscard]] EllipseRule gauss_legendre_rule(const Formula& g, double goal, int max_nodes,
                                              const Context& context);

/// The bound above, for this maximum M.
[[nodiscard]] Ball rest_of_ellipse(const Ball& maximum, const Ball& rho, std::int64_t nodes);

/// The panel [centre - radius, centre + radius], whatever the numbers in these intervals.
struct EllipsePanel {
    RealInterval centre, radius;
};

/// The rule that the ellipse of this rho proves for g(centre + radius t); its error is that of the integral
/// over t. At most `boxes` are examined for analyticity.
[[nodiscard]] EllipseRule rule_of_ellipse(BoxSupremum& g, const EllipsePanel& panel, double rho, double goal,
                                          int boxes);

}  // namespace sigprop

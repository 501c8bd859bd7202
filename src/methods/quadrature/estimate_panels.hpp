#pragma once
// Where a rule in double precision has to split a range so as to overlook nothing: a steep step, a narrow
// peak.
//
// Let f w be analytic in the ellipse with foci a and b whose half axes add up to b - a, and |f w| <= M there.
// A rule of positive weights that is exact for polynomials of degree n misses the integral over [a, b] by at
// most 4 (b - a) M 2^-n. So rules of two degrees differ where one of them is wrong, and nothing hides between
// their nodes. A range is halved until boxes show such an ellipse with a moderate M around each panel.
// Reference: Trefethen, Approximation Theory and Approximation Practice, theorem 8.2 (rho = 2).

#include "methods/mean/mean.hpp"

namespace sigprop {

struct EstimatePanels {
    bool complete = true;  ///< false: there are too many places to look at, and rules may overlook something
    /// Where to split the range, strictly inside and ascending. None where no panel is narrow beside the
    /// law's own width: rules that refine themselves then see everything.
    std::vector<double> ends;
};

/// For a problem with status ok. Kinks and what the sides of singular points cover are left out.
[[nodiscard]] EstimatePanels estimate_panels(const MeanProblem& problem, const Context& context);

}  // namespace sigprop

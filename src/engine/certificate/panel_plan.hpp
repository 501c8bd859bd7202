#pragma once
// A plan by which another program can prove an integral of f w anew: panels with a Gauss-Legendre rule each,
// an ellipse around each and a bound of |f w| in it. What lies between the panels, around kinks and at finite
// ends, is so narrow that the range of f w bounds it; beyond the outermost panels the tails are below the
// goal. A plan is advice: it is proved by whoever follows it (tools/check). It is made in double precision
// and with margins, since the checker's arithmetic is cruder than ours.

#include <string>
#include <vector>

#include "methods/mean/mean.hpp"

namespace sigprop {

struct CertifiedPanel {
    Ball lower, upper;  ///< exact
    int nodes = 0;
    const char* rho = "";  ///< of the ellipse, a fraction
    long log2_bound = 0;   ///< |f w| <= 2^log2_bound in the ellipse
};

struct PanelPlan {
    std::vector<CertifiedPanel> panels;  ///< ascending
    long resolution = 0;                 ///< the checker needs to compute in multiples of 2^-resolution
    std::string refusal = {};            ///< why there is no plan; then empty otherwise
};

/// The checker's boxes bound |f w| less closely than ours, by up to 2^bits; the more so the wider the numbers
/// in f are.
struct PanelMargins {
    double bits = 4;
    double max_rho = 14;
};

/// A plan that proves the integral of f w over the law's range to about 2^-bits. The resolution is finer
/// where large numbers are multiplied by small ones on the way.
[[nodiscard]] PanelPlan plan_panels(const MeanProblem& problem, long bits, const Context& context,
                                    const PanelMargins& margins = {});

}  // namespace sigprop

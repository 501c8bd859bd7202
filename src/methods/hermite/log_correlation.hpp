#pragma once
// E k(|t|/x) for t ~ N(0, 1) at every node x of a rule in log x: in logarithms the ratio is a difference, so
// one table of the kernel k serves all nodes, and each mean is a dot product.

#include <functional>
#include <vector>

#include "methods/hermite/log_rule.hpp"

namespace sigprop {

/// Encloses the means at the nodes of `outer`, with radii of about 2^-outer.bits().
/// Shapes   kernel(u) for u > 0, analytic with |k| <= bound in |arg u| <= pi/4
[[nodiscard]] std::vector<Ball> log_correlation(const LogRule& outer,
                                                const std::function<Ball(const Ball& u)>& kernel,
                                                const Ball& bound);

}  // namespace sigprop

#pragma once
// E f(u) f(v) for standard normals u, v with correlation c, in double precision: evidence that is independent
// of Mehler's series.

#include "methods/mean/mean.hpp"

namespace sigprop {

/// Two nested Gauss-Kronrod rules over u and w with v = c u + sqrt(1 - c^2) w, each split at the kinks of f.
/// Needs |c| < 1; `f` is the problem of the mean of f under the standard normal.
[[nodiscard]] MeanResult boost_pair_mean(const MeanProblem& f, double correlation, const Context& context);

}  // namespace sigprop

#pragma once
// The truncated normal for use by other themes: its routes as functions of real numbers.

#include <vector>

#include "quantities/quantity.hpp"

namespace sigprop::truncated {

/// N(mean, std^2) conditioned on an interval, with its limits in units of std from the mean.
struct Standardised {
    Real alpha, beta;
    Real mean, std;
};

/// Absolute limits, lower < upper, either of which may be infinite; std > 0 and a finite mean, as the tables
/// of those who call it ask.
[[nodiscard]] Standardised standardised(const Real& lower, const Real& upper, const Real& mean,
                                        const Real& std);

/// What a caller who took one unit of the limits for another would want to know: limits closely together, far
/// out in a tail, or so far apart that nothing is cut. `units` says what the limits are, for the advice.
[[nodiscard]] std::vector<std::string> warnings_about(const Standardised& s, const std::string& units);

/// The variance over std^2, in (0, 1].
[[nodiscard]] Ball variance_fraction(const Standardised& s, long bits);

/// The mean of the truncated law, which is not the parent's unless the limits are symmetric about it.
[[nodiscard]] std::vector<Route> mean_routes(const Standardised& s);
[[nodiscard]] std::vector<Route> std_routes(const Standardised& s);

/// Routes for a complex normal with E|z|^2 = 1 conditioned on |z| <= upper, which is positive and may be
/// infinite.
[[nodiscard]] std::vector<Route> complex_std_routes(const Real& upper);

}  // namespace sigprop::truncated

#pragma once
// The std to pass to a sampler that truncates at absolute limits, so that the samples have a given std.
//
// The std of N(0, s^2) on [lower, upper] rises strictly with s, from 0 towards that of the uniform law,
// (upper - lower)/sqrt 12, which no s attains: every smaller target has exactly one argument, others have
// none. Own derivation: for s < s', the quotient of the densities is log-concave. Tilting the wider one by
// e^(cx) to the mean of the narrower leaves two densities that cross twice, so the narrower has the smaller
// variance (convex order). The tilt moves the mean away from the interval's centre, which lowers the variance
// of a normal on an interval (Griffiths, Hurst and Sherman 1970: the third cumulant of an even measure
// e^(-V), V' convex on x > 0, has the sign opposite to the tilt).

#include <vector>

#include "quantities/quantity.hpp"

namespace sigprop {

/// `target` holds routes to the wanted std; the limits are absolute, at least one finite.
/// Accuracy  enclosure; status domain if it is proved that no argument gives the target
[[nodiscard]] std::vector<Route> truncated_argument_routes(std::vector<Route> target, const Real& lower,
                                                           const Real& upper);

}  // namespace sigprop

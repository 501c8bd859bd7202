#pragma once
// The truncated normal for other themes: its routes as functions of real numbers.

#include <vector>

#include "quantities/quantity.hpp"

namespace sigprop::truncated {

/// N(mean, std^2) conditioned on an interval, whose limits are in units of std about the mean.
struct Standardised {
    Real alpha, beta;
    Real mean, std;
};

/// Errors   InputError unless std > 0, mean is finite and lower < upper (absolute limits; infinite ones
/// allowed)
[[nodiscard]] Standardised standardised(const Real& lower, const Real& upper, const Real& mean,
                                        const Real& std);

/// The variance over std^2, in (0, 1].
[[nodiscard]] Ball variance_fraction(const Standardised& s, long bits);

[[nodiscard]] std::vector<Route> std_routes(const Standardised& s);

/// Of a complex normal with E|z|^2 = 1 conditioned on |z| <= upper; infinity allowed.
[[nodiscard]] std::vector<Route> complex_std_routes(const Real& upper);

}  // namespace sigprop::truncated

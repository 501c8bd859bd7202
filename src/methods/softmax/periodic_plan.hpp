#pragma once
// The plan of softmax/periodic_row.hpp: its grid, its period, how many frequencies it takes and the strip of
// its error. It is found in doubles: a poor plan widens the result. Only `cdf` is a proof, from
// normal_cdf_strip.hpp.

#include "methods/softmax/normal_cdf_strip.hpp"
#include "methods/softmax/plan.hpp"

namespace sigprop {

/// The grid is u_k = k h, h = period / points, k = first … first + 2 half.
struct PeriodicPlan {
    long working = 0;   ///< precision of the balls
    double period = 0;  ///< P, a short double
    long points = 4;    ///< in a period, a multiple of 4
    long first = 0, half = 0;
    long frequencies = 0;  ///< J
    double strip = 0;      ///< the half height a of the strip of the trapezoidal rule over u
    CdfStrip cdf;          ///< for a strip wider than pi/2: proved where it was found
    LogitTails tails;
    double work = 0;  ///< of one column, in products of 128 bits

    [[nodiscard]] double step() const { return period / static_cast<double>(points); }
    [[nodiscard]] long last() const { return first + 2 * half; }
    [[nodiscard]] bool is_wide() const { return strip > M_PI / 2; }
};

/// The plan for integrals with columns of this power (1 for the moment) and about `bits` correct bits, over
/// rows of n normal logits or coordinates of a sphere.
[[nodiscard]] PeriodicPlan periodic_plan(const LogitLaw& law, std::uint64_t n, int power, long bits);

}  // namespace sigprop

#include "quantities/normal/quantile.hpp"

#include <cmath>

namespace sigprop {
namespace {

constexpr int max_newton_steps = 64;
constexpr int max_quantile_brackets = 40;

/// In double precision: where Newton's steps start.
double rough_upper_quantile(double mass) {
    double below = -40, above = 40;
    for (int step = 0; step < 100; ++step) {
        const double middle = (below + above) / 2;
        (std::erfc(middle / std::sqrt(2.0)) / 2 > mass ? below : above) = middle;
    }
    return (below + above) / 2;
}

}  // namespace

Ball normal_mass_above(const Ball& x) { return normal_cdf(-x); }

Ball upper_normal_quantile(const Ball& mass, long bits) {
    if (!mass.is_positive() || !(1 - mass).is_positive()) return Ball::indeterminate();
    const long working = bits + 48;
    const Ball aim = mass.midpoint().at_precision(working);
    Ball x = Ball(rough_upper_quantile(mass.to_double())).at_precision(working);
    for (int step = 0; step < max_newton_steps; ++step) {
        const Ball by = ((normal_mass_above(x) - aim) / normal_pdf(x)).midpoint();
        x = (x + by).midpoint().at_precision(working);
        if (by.contains_zero() || 2 * by.magnitude_exponent() < -bits - 16) break;
    }
    const Ball miss = (normal_mass_above(x) - mass.at_precision(working)).magnitude();
    Ball reach = (miss / normal_pdf(x)).magnitude() + Ball::power_of_two(-bits - 4);
    for (int attempt = 0; attempt < max_quantile_brackets; ++attempt) {
        const Ball low = (x - reach).lower(), high = (x + reach).upper();
        if ((normal_mass_above(low.at_precision(working)) - mass).is_positive() &&
            (normal_mass_above(high.at_precision(working)) - mass).is_negative())
            return Ball::interval(low, high).at_precision(working);
        reach = (2 * reach).at_precision(working);
    }
    return Ball::indeterminate();
}

}  // namespace sigprop

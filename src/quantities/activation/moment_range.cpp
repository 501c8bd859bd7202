#include "quantities/activation/moment_range.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/bits.hpp"

namespace sigprop {
namespace {

/// Digits of the values at the middle that the length of the interval leaves room for.
long useful_digits(const Ball& s, long bits) {
    const long most = std::max(digits_of_bits(bits), 8L);
    const double radius = s.radius_double();
    if (!(radius > 0)) return most;
    return std::clamp(static_cast<long>(-2 * std::log10(radius)) + 6, 8L, most);
}

}  // namespace

Ball moment_at(const MomentCurve& curve, const Ball& s, long bits, const Context& context) {
    if (!s.is_finite() || !s.is_positive()) return Ball::indeterminate();
    const Answer value = curve.value(s.midpoint(), useful_digits(s, bits), context);
    return value.status == Status::ok ? value.value : Ball::indeterminate();
}

MomentRange moment_range(const MomentCurve& curve, const Ball& s, long bits, const Context& context) {
    const MomentRange unknown{Ball::indeterminate(), Ball::indeterminate()};
    if (!s.is_finite() || !s.is_positive()) return unknown;
    const Ball middle = s.midpoint();
    const long digits = useful_digits(s, bits);
    const Answer value = curve.value(middle, digits, context);
    const Answer slope = curve.slope(middle, std::max(digits / 2 + 4, 8L), context);
    if (value.status != Status::ok || slope.status != Status::ok) return unknown;
    if (s.is_exact()) return {value.value, slope.value};
    const Ball bend = curve.curvature(s.lower(), s.upper(), context);
    if (!bend.is_finite()) return unknown;
    const Ball away = s.at_precision(bits) - middle;
    const Ball slopes = slope.value + Ball::interval(-bend, bend).at_precision(64) * away;
    return {value.value + slopes * away, slopes};
}

}  // namespace sigprop

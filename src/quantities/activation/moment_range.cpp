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

MomentRange range_from_middle(const CurveParts& curve, const Ball& at, long bits) {
    const MomentRange unknown{Ball::indeterminate(), Ball::indeterminate()};
    const Ball middle = at.midpoint();
    const long digits = useful_digits(at, bits);
    const Answer value = curve.value(middle, digits);
    const Answer slope = curve.slope(middle, std::max(digits / 2 + 4, 8L));
    if (value.status != Status::ok || slope.status != Status::ok) return unknown;
    if (at.is_exact()) return {value.value, slope.value};
    const Ball bend = curve.bend(at.lower(), at.upper());
    if (!bend.is_finite()) return unknown;
    const Ball away = at.at_precision(bits) - middle;
    const Ball slopes = slope.value + Ball::interval(-bend, bend).at_precision(64) * away;
    return {value.value + slopes * away, slopes};
}

MomentRange moment_range(const MomentCurve& curve, const Ball& s, long bits, const Context& context) {
    if (!s.is_finite() || !s.is_positive()) return {Ball::indeterminate(), Ball::indeterminate()};
    const CurveParts parts = {
        [&](const Ball& point, long digits) { return curve.value(point, digits, context); },
        [&](const Ball& point, long digits) { return curve.slope(point, digits, context); },
        [&](const Ball& lower, const Ball& upper) { return curve.curvature(lower, upper, context); }};
    return range_from_middle(parts, s, bits);
}

}  // namespace sigprop

#include "report/agreement.hpp"

#include <algorithm>
#include <cstdlib>

#include "core/ball/text.hpp"

#include "report/outcome.hpp"
#include "report/points.hpp"

namespace sigprop {
namespace {

constexpr std::size_t significant_digits_of_a_double = 15;

long bits_for(const Point& a, const Point& b) {
    constexpr std::size_t guard = 128;
    return static_cast<long>(4 * std::max(a.midpoint->size(), b.midpoint->size()) + guard);
}

std::string shown(const Point& point) {
    if (!point.midpoint) return "nothing";
    return *point.midpoint + " ± " + point.radius.value_or("?");
}

/// Half a unit of the last printed digit if the digits are (or may be) rounded; zero for an exact 0.5.
std::string rounding_of(const std::string& decimal, double radius) {
    const std::size_t mark = decimal.find_first_of("eE");
    const std::string mantissa = decimal.substr(0, mark);
    const std::size_t dot = mantissa.find('.');
    const std::size_t decimals = dot == mantissa.npos ? 0 : mantissa.size() - dot - 1;
    const std::size_t first = mantissa.find_first_of("123456789");
    if (first == mantissa.npos) return "0";
    if (radius <= 0 && mantissa.size() - first <= significant_digits_of_a_double) return "0";
    const long long exponent = mark == decimal.npos ? 0 : std::atoll(decimal.c_str() + mark + 1);
    return "5e" + std::to_string(exponent - static_cast<long long>(decimals) - 1);
}

Ball interval_of(const Point& point, long bits) {
    return ball_from_decimals(*point.midpoint, point.radius.value_or("0"), bits)
        // widening: arithmetic
        .widened(ball_from_decimals(point.rounding, "0", bits));
}

bool samples_agree(const Point& before, const Point& after, long bits) {
    const Ball a = ball_from_decimals(*before.midpoint, "0", bits);
    const Ball b = ball_from_decimals(*after.midpoint, "0", bits);
    const Ball error_a = ball_from_decimals(before.radius.value_or("0"), "0", bits);
    const Ball error_b = ball_from_decimals(after.radius.value_or("0"), "0", bits);
    const Ball allowed =
        Ball(6) * sqrt(error_a * error_a + error_b * error_b) + max(abs(a), abs(b)) * Ball::power_of_two(-40);
    return !(abs(a - b) - allowed).is_positive();
}

}  // namespace

Point point_of(const Series& series, std::size_t i) {
    Point point;
    point.kind = series.kind;
    if (!series.radius[i]) return point;
    const double radius = *series.radius[i];
    if (series.value[i]) {
        point.midpoint = series.value[i];
    } else if (series.number[i]) {
        point.midpoint = shortest(*series.number[i]);
    } else {
        return point;
    }
    point.radius = shortest(radius);
    point.rounding = rounding_of(*point.midpoint, radius);
    return point;
}

std::string coordinates_text(const Series& series, std::size_t i) {
    const std::vector<std::string> values = coordinates(series, i);
    std::string text;
    for (std::size_t axis = 0; axis < values.size(); ++axis) {
        text += (axis == 0 ? "" : ", ") + series.axes[axis].name + " = " + values[axis];
    }
    return text;
}

std::optional<std::string> disagreement(const Point& before, const Point& after) {
    if (!before.midpoint && !after.midpoint) return std::nullopt;
    if (!before.midpoint || !after.midpoint) return shown(before) + " → " + shown(after);
    const long bits = bits_for(before, after);
    if (before.kind == Kind::sample) {
        if (samples_agree(before, after, bits)) return std::nullopt;
        return shown(before) + " and " + shown(after) + " lie more than 6 standard errors apart";
    }
    if (interval_of(before, bits).overlaps(interval_of(after, bits))) return std::nullopt;
    return shown(before) + " and " + shown(after) + " do not overlap";
}

}  // namespace sigprop

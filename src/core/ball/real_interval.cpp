// The functions of intervals: each is a short series after a reduction of its argument, at both ends. The
// bounds are generous; a hundred times the error seen costs a covering nothing. Below u is 2^-53, and a sum
// of n terms by Horner's rule is wrong by at most 2 n u times the sum of its terms' sizes.

#include "core/ball/real_interval.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <numbers>

#include "core/base/doubles.hpp"

namespace sigprop {
namespace {

using std::numbers::pi;

/// The nearest integer, for |x| < 2^51: what is added leaves no bits behind the point.
double nearest_integer(double x) {
    constexpr double shift = 0x1.8p52;
    return (x + shift) - shift;
}

/// 2^k for -1022 <= k <= 1023.
double power_of_two(std::int64_t k) { return std::bit_cast<double>((k + 1023) << 52); }

/// Coefficients of Horner's rule, the highest power first, in x or x^2.
template <std::size_t n>
double horner(const std::array<double, n>& coefficients, double x) {
    double sum = 0;
    for (const double c : coefficients) sum = sum * x + c;
    return sum;
}

constexpr double log2_high = 0x1.62e42feep-1;            // 32 bits: k times it is exact for |k| < 2^20
constexpr double log2_low = 1.90821492927058770002e-10;  // the rest, to 2^-53 of itself

/// 1/k! for k = n - 1, …, 0, each rounded.
template <std::size_t n>
constexpr std::array<double, n> exponential_series() {
    std::array<double, n> c{};
    double factorial = 1;
    for (std::size_t k = 0; k < n; ++k) {
        c[n - 1 - k] = 1 / factorial;
        factorial *= static_cast<double>(k + 1);
    }
    return c;
}

/// e^x for -708 <= x <= 709, to 2^-46 of itself: with x = k log 2 + r, |r| < 0.35, r is wrong by less than
/// 2 u, the terms from r^14/14! on are below 2^-57, and the sum of 14 is wrong by 28 u e^|r| <= 40 u, which
/// is 56 u of e^r >= 0.7. In all less than 60 u < 2^-47.
double rough_exp(double x) {
    static constexpr auto series = exponential_series<14>();
    constexpr double per_log2 = 1.44269504088896340736;
    const double k = nearest_integer(x * per_log2);
    const double r = (x - k * log2_high) - k * log2_low;
    // In two steps: 2^k itself may leave the range where the product does not.
    const auto half = static_cast<std::int64_t>(k) / 2;
    return horner(series, r) * power_of_two(half) * power_of_two(static_cast<std::int64_t>(k) - half);
}
constexpr double exp_error = 0x1p-46;

/// log x for finite x > 0, to (1 + |k|) 2^-48 where x = 2^k m, m in [0.7, 1.42]: log m = 2 atanh(s) with
/// s = (m - 1)/(m + 1), |s| < 0.18, whose terms from s^23 on are below 2^-56; k log 2 is wrong by 2 u |k|.
double rough_log(double x, double& error) {
    static constexpr std::array<double, 11> series = {
        2.0 / 21, 2.0 / 19, 2.0 / 17, 2.0 / 15, 2.0 / 13, 2.0 / 11, 2.0 / 9, 2.0 / 7, 2.0 / 5, 2.0 / 3, 2};
    int exponent = 0;
    double m = std::frexp(x, &exponent);  // in [1/2, 1)
    if (m < 0.70710678) {
        m *= 2;
        --exponent;
    }
    const double k = exponent;
    const double s = (m - 1) / (m + 1);
    error = (1 + std::fabs(k)) * 0x1p-48;
    return k * log2_high + (k * log2_low + s * horner(series, s * s));
}

struct Turned {
    double sine = 0, cosine = 0;
};
constexpr double furthest_turn = 0x1p20;  // quarter turns beyond which nothing is said
constexpr double turn_error = 0x1p-46;

/// sin x and cos x to 2^-46 for at most 2^20 quarter turns k: x - k pi/2 is wrong by less than 4 u (the first
/// two parts of pi/2 have 33 bits: k times them is exact), the next terms of the series are below 2^-57 for
/// |r| < 0.8, and their sums are wrong by less than 40 u.
Turned rough_turn(double x) {
    constexpr double high = 0x1.921fb544p+0, middle = 0x1.0b4611a6p-34, low = 2.02226624879595063154e-21;
    static constexpr std::array<double, 9> sines = {1.0 / 355687428096000,
                                                    -1.0 / 1307674368000,
                                                    1.0 / 6227020800,
                                                    -1.0 / 39916800,
                                                    1.0 / 362880,
                                                    -1.0 / 5040,
                                                    1.0 / 120,
                                                    -1.0 / 6,
                                                    1};
    static constexpr std::array<double, 9> cosines = {1.0 / 20922789888000,
                                                      -1.0 / 87178291200,
                                                      1.0 / 479001600,
                                                      -1.0 / 3628800,
                                                      1.0 / 40320,
                                                      -1.0 / 720,
                                                      1.0 / 24,
                                                      -1.0 / 2,
                                                      1};
    const double k = nearest_integer(x * (2 / pi));
    const double r = ((x - k * high) - k * middle) - k * low;
    const double s = r * horner(sines, r * r), c = horner(cosines, r * r);
    switch (static_cast<std::int64_t>(k) & 3) {
        case 0: return {s, c};
        case 1: return {c, -s};
        case 2: return {-s, -c};
        default: return {-c, s};
    }
}

/// Values of a function of slope at most 1 between -1 and 1 that has its extremes, 1 and -1 in turn, at
/// first + n pi: those at the ends, and the extremes that may lie between.
RealInterval of_turns(const RealInterval& x, double at_lower, double at_upper, double first) {
    RealInterval values = {std::min(at_lower, at_upper) - turn_error,
                           std::max(at_lower, at_upper) + turn_error};
    const double slack = 1e-9 * (1 + x.magnitude());  // far above the rounding of these quotients
    const double from = std::ceil((x.lower - first - slack) / pi),
                 to = std::floor((x.upper - first + slack) / pi);
    if (from > to) return values;
    const bool both = to > from, even = std::fmod(from, 2) == 0;
    if (both || even) values.upper = 1;
    if (both || !even) values.lower = -1;
    return {std::max(values.lower, -1.0), std::min(values.upper, 1.0)};
}

/// Where the turns are too many to say more; what is not finite stays so.
RealInterval any_turn(const RealInterval& x) {
    const double unknown = 0 * x.magnitude();
    return {-1 + unknown, 1 + unknown};
}

bool is_too_far(const RealInterval& x) { return !(x.magnitude() < furthest_turn); }  // so for NaN

/// atan t for 0 <= t <= 1 to 2^-46: halving the angle twice leaves t < 0.2, where the terms from t^25 on are
/// below 2^-60; each halving is wrong by less than 4 u of itself.
double rough_atan(double t) {
    static constexpr std::array<double, 12> series = {-1.0 / 23, 1.0 / 21, -1.0 / 19, 1.0 / 17,
                                                      -1.0 / 15, 1.0 / 13, -1.0 / 11, 1.0 / 9,
                                                      -1.0 / 7,  1.0 / 5,  -1.0 / 3,  1};
    for (int i = 0; i < 2; ++i) t /= 1 + std::sqrt(1 + t * t);
    return 4 * t * horner(series, t * t);
}

}  // namespace

RealInterval sqrt(const RealInterval& x) {
    return {std::max(0.0, below(std::sqrt(std::max(0.0, x.lower)))), above(std::sqrt(x.upper))};
}

RealInterval exp(const RealInterval& x) {
    if (!x.is_finite()) return {0, infinity};
    constexpr double highest = 709, lowest = -708, least = 0x1p-1020;  // e^-708 < least
    const auto scaled = [](double value, double factor) { return value * (1 + factor); };
    return {x.lower < lowest    ? 0
            : x.lower > highest ? 0x1p1022
                                : scaled(rough_exp(x.lower), -2 * exp_error),
            x.upper > highest  ? infinity
            : x.upper < lowest ? least
                               : scaled(rough_exp(x.upper), 2 * exp_error)};
}

RealInterval log(const RealInterval& x) {
    if (!(x.lower > 0) || !x.is_finite()) return {-infinity, infinity};
    double error = 0;
    double lower = rough_log(x.lower, error);
    lower -= error;
    double upper = rough_log(x.upper, error);
    upper += error;
    return {below(lower), above(upper)};
}

RealInterval sin(const RealInterval& x) {
    if (is_too_far(x)) return any_turn(x);
    return of_turns(x, rough_turn(x.lower).sine, rough_turn(x.upper).sine, pi / 2);
}

RealInterval cos(const RealInterval& x) {
    if (is_too_far(x)) return any_turn(x);
    return of_turns(x, rough_turn(x.lower).cosine, rough_turn(x.upper).cosine, 0);
}

RealInterval angle(double y, double x) {
    const double a = std::fabs(x), b = std::fabs(y);
    const double larger = std::max(a, b);
    if (!(larger > 0) || !(larger < infinity)) return {-infinity, infinity};
    double value = rough_atan(std::min(a, b) / larger);
    if (b > a) value = pi / 2 - value;
    if (x < 0) value = pi - value;
    if (y < 0) value = -value;
    constexpr double error = 0x1p-44;
    return {value - error, value + error};
}

}  // namespace sigprop

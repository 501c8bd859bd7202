#pragma once
// Closed intervals of real numbers with ends in double precision, for bounds that need no more digits than a
// double has: coverings of regions by boxes, suprema. A Ball of 64 bits proves the same twenty times as
// slowly. Not for values: what is printed comes from balls.
//
// Every end is computed to nearest and then moved outward, by |x| 2^-52 + 2^-1000, which is more than a unit
// in the last place; arithmetic in IEEE doubles, rounded to nearest, is all that the enclosures rest on. The
// functions are sums of our own, whose errors are bounded where they stand (real_interval.cpp): nothing is
// assumed of the C library but that frexp and sqrt are exact and correctly rounded. An end that leaves the
// range of doubles is not finite, and what is computed from it means nothing: ComplexBox looks after every
// operation. NaN is passed on.

#include <algorithm>
#include <cmath>

namespace sigprop {

struct RealInterval {
    double lower = 0, upper = 0;

    [[nodiscard]] bool is_finite() const { return (lower - lower) + (upper - upper) == 0; }
    [[nodiscard]] bool is_zero() const { return lower == 0 && upper == 0; }
    [[nodiscard]] bool contains(double x) const { return lower <= x && x <= upper; }
    /// The largest and the smallest |x|.
    [[nodiscard]] double magnitude() const {
        return std::max(std::fabs(lower), std::fabs(upper)) + nothing();
    }
    [[nodiscard]] double mignitude() const {
        return (contains(0) ? 0 : std::min(std::fabs(lower), std::fabs(upper))) + nothing();
    }
    /// 0, or NaN where an end is not finite, which comparisons would lose.
    [[nodiscard]] double nothing() const { return 0 * lower + 0 * upper; }
};

/// A double below, and one above, every real number that is nearer to x than to any other double.
[[nodiscard]] inline double below(double x) { return x - (std::fabs(x) * 0x1p-52 + 0x1p-1000); }
[[nodiscard]] inline double above(double x) { return x + (std::fabs(x) * 0x1p-52 + 0x1p-1000); }

/// A sum of ends that is exactly zero stays so.
[[nodiscard]] inline RealInterval operator+(const RealInterval& a, const RealInterval& b) {
    const double lower = a.lower + b.lower, upper = a.upper + b.upper;
    return {a.lower == -b.lower ? 0 : below(lower), a.upper == -b.upper ? 0 : above(upper)};
}
[[nodiscard]] inline RealInterval operator-(const RealInterval& a) { return {-a.upper, -a.lower}; }
[[nodiscard]] inline RealInterval operator-(const RealInterval& a, const RealInterval& b) { return a + -b; }

[[nodiscard]] inline RealInterval operator*(const RealInterval& a, const RealInterval& b) {
    if (a.is_zero() || b.is_zero()) return {0 * (a.lower + b.lower), 0 * (a.upper + b.upper)};
    if (a.lower >= 0 && b.lower >= 0)
        return {std::max(0.0, below(a.lower * b.lower)), above(a.upper * b.upper)};
    const double p = a.lower * b.lower, q = a.lower * b.upper, r = a.upper * b.lower, s = a.upper * b.upper;
    const double lower = std::min(std::min(p, q), std::min(r, s));
    const double upper = std::max(std::max(p, q), std::max(r, s));
    return {below(lower), above(upper) + 0 * (p + q + r + s)};
}

[[nodiscard]] inline RealInterval square(const RealInterval& a) {
    const double least = a.mignitude(), most = a.magnitude();
    return {std::max(0.0, below(least * least)), above(most * most)};
}

/// 1/x; not finite where the interval holds 0.
[[nodiscard]] inline RealInterval reciprocal(const RealInterval& a) {
    if (a.contains(0)) return {-HUGE_VAL, HUGE_VAL};
    return {below(1 / a.upper), above(1 / a.lower)};
}

/// The interval of both, which need not overlap.
[[nodiscard]] inline RealInterval hull(const RealInterval& a, const RealInterval& b) {
    const double nothing = a.nothing() + b.nothing();
    return {std::min(a.lower, b.lower) + nothing, std::max(a.upper, b.upper) + nothing};
}

/// sqrt of the part that is not negative.
[[nodiscard]] RealInterval sqrt(const RealInterval& x);
/// Beyond 709 the upper end is infinity; below -708 the lower one is 0.
[[nodiscard]] RealInterval exp(const RealInterval& x);
/// Not finite unless x is positive.
[[nodiscard]] RealInterval log(const RealInterval& x);
[[nodiscard]] RealInterval sin(const RealInterval& x);
[[nodiscard]] RealInterval cos(const RealInterval& x);
/// The angle of (x, y) for one point; not finite at the origin. In [-pi, pi], widened.
[[nodiscard]] RealInterval angle(double y, double x);

}  // namespace sigprop

#pragma once
// Intervals of doubles, for enclosures of what kernels compute in narrower types. Every operation rounds
// outwards: a double's rounding to nearest is at most half a unit of its last place, and one unit, or a
// little more, is added on each side. An end that is not finite says that nothing is known.

#include <algorithm>
#include <cmath>
#include <limits>

namespace sigprop {

/// What a result of double arithmetic may be too large, or too small, by: its rounding, and its subnormal
/// one.
[[nodiscard]] inline double slack_of(double x) { return std::abs(x) * 0x1p-52 + 0x1p-1074; }
[[nodiscard]] inline double down(double x) { return x - slack_of(x); }
[[nodiscard]] inline double up(double x) { return x + slack_of(x); }

struct KernelInterval {
    double lower = 0, upper = 0;

    [[nodiscard]] static KernelInterval exact(double x) { return {x, x}; }
    /// What may be any number, infinite, or none.
    [[nodiscard]] static KernelInterval unknown() {
        return {-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
    }
    [[nodiscard]] double size() const { return std::max(std::abs(lower), std::abs(upper)); }
    [[nodiscard]] bool is_known() const { return std::isfinite(lower) && std::isfinite(upper); }

    /// By `amount` on either side; of one that is negative, or no number, nothing is known.
    [[nodiscard]] KernelInterval within(double amount) const {
        if (!(amount >= 0)) return unknown();
        return {down(lower - amount), up(upper + amount)};
    }
    /// By a relative error, as of roundings: |x^ - x| <= relative |x|.
    [[nodiscard]] KernelInterval scaled(double relative) const {
        return {down(lower - relative * std::abs(lower)), up(upper + relative * std::abs(upper))};
    }

    friend KernelInterval operator+(KernelInterval a, KernelInterval b) {
        return {down(a.lower + b.lower), up(a.upper + b.upper)};
    }
    friend KernelInterval operator-(KernelInterval a, KernelInterval b) {
        return {down(a.lower - b.upper), up(a.upper - b.lower)};
    }
    friend KernelInterval operator-(KernelInterval a) { return {-a.upper, -a.lower}; }
    friend KernelInterval operator*(KernelInterval a, KernelInterval b) {
        if (!a.is_known() || !b.is_known()) return unknown();  // 0 times it, too
        const double p = a.lower * b.lower, q = a.lower * b.upper, r = a.upper * b.lower,
                     s = a.upper * b.upper;
        return {down(std::min(std::min(p, q), std::min(r, s))), up(std::max(std::max(p, q), std::max(r, s)))};
    }
    friend KernelInterval operator*(double a, KernelInterval b) { return exact(a) * b; }
    /// A divisor that may be 0 makes it unknown.
    friend KernelInterval operator/(KernelInterval a, KernelInterval b) {
        if (!a.is_known() || !b.is_known() || (b.lower <= 0 && b.upper >= 0)) return unknown();
        const double p = a.lower / b.lower, q = a.lower / b.upper, r = a.upper / b.lower,
                     s = a.upper / b.upper;
        return {down(std::min(std::min(p, q), std::min(r, s))), up(std::max(std::max(p, q), std::max(r, s)))};
    }
};

/// The numbers of both.
[[nodiscard]] inline KernelInterval hull(KernelInterval a, KernelInterval b) {
    return {std::min(a.lower, b.lower), std::max(a.upper, b.upper)};
}

/// Of an increasing function that the C library computes within 2 units of its last place.
template <class Function>
[[nodiscard]] KernelInterval increasing(Function function, KernelInterval x) {
    if (!x.is_known()) return x;
    const double lower = function(x.lower), upper = function(x.upper);
    return {lower - 2 * slack_of(lower), upper + 2 * slack_of(upper)};
}

/// 1/sqrt(x), x > 0.
[[nodiscard]] inline KernelInterval reciprocal_root(KernelInterval x) {
    if (!x.is_known() || !(x.lower > 0)) return KernelInterval::unknown();
    const double lower = 1 / std::sqrt(x.upper), upper = 1 / std::sqrt(x.lower);
    return {lower - 2 * slack_of(lower), upper + 2 * slack_of(upper)};
}

}  // namespace sigprop

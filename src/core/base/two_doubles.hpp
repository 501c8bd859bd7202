#pragma once
// Numbers with twice a double's precision, as unevaluated sums high + low: references for computations in
// double. Relative errors stay below 2^-100 per operation (2^-98 for a quotient or root) where nothing
// overflows and no low part underflows, that is for magnitudes from 1e-200 to 1e150. The wrong tool where a
// proof is needed: use Ball. References: T. J. Dekker, Numer. Math. 18 (1971) 224; M. Joldes, J.-M. Muller
// and V. Popescu, ACM Trans. Math. Software 44 (2017) 15.

#include <cmath>
#include <cstddef>

namespace sigprop {

struct TwoDoubles {
    double high = 0, low = 0;

    constexpr TwoDoubles() = default;
    constexpr explicit TwoDoubles(double value) : high(value) {}
    constexpr TwoDoubles(double first, double second) : high(first), low(second) {}

    [[nodiscard]] constexpr double to_double() const { return high + low; }

    /// a + b exactly, whichever of the two is larger.
    [[nodiscard]] static TwoDoubles sum(double a, double b) {
        const double high = a + b;
        const double rest = high - a;
        return {high, (a - (high - rest)) + (b - rest)};
    }
    /// a b exactly.
    [[nodiscard]] static TwoDoubles product(double a, double b) {
        const double high = a * b;
        return {high, std::fma(a, b, -high)};
    }

    friend TwoDoubles operator+(const TwoDoubles& a, const TwoDoubles& b) {
        const TwoDoubles highs = sum(a.high, b.high);
        const TwoDoubles lows = sum(a.low, b.low);
        const TwoDoubles once = joined(highs.high, highs.low + lows.high);
        return joined(once.high, once.low + lows.low);
    }
    friend TwoDoubles operator-(const TwoDoubles& a) { return {-a.high, -a.low}; }
    friend TwoDoubles operator-(const TwoDoubles& a, const TwoDoubles& b) { return a + -b; }
    friend TwoDoubles operator*(const TwoDoubles& a, const TwoDoubles& b) {
        const TwoDoubles highs = product(a.high, b.high);
        return joined(highs.high, highs.low + (a.high * b.low + a.low * b.high));
    }
    friend TwoDoubles operator/(const TwoDoubles& a, const TwoDoubles& b) {
        const TwoDoubles first(a.high / b.high);
        const TwoDoubles rest = a - first * b;
        const TwoDoubles second(rest.high / b.high);
        const TwoDoubles last = rest - second * b;
        return first + second + TwoDoubles(last.high / b.high);
    }
    friend TwoDoubles sqrt(const TwoDoubles& a) {
        if (!(a.high > 0)) return TwoDoubles(std::sqrt(a.high));
        const TwoDoubles root(std::sqrt(a.high));
        return root + TwoDoubles((a - root * root).high / (2 * root.high));
    }

private:
    /// a + b, for |a| >= |b|.
    static TwoDoubles joined(double a, double b) {
        const double high = a + b;
        return {high, b - (high - a)};
    }
};

[[nodiscard]] inline double nearest_double(double x) { return x; }
[[nodiscard]] inline double nearest_double(const TwoDoubles& x) { return x.to_double(); }

}  // namespace sigprop

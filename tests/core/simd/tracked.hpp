#pragma once
// Numbers that carry a proved bound of their rounding error: the arithmetic of core/simd/vectors-inl.hpp,
// done for all doubles of an interval at once.
//
// A Tracked stands for one place of a computation, run on any input of a box. Its `value` is an interval that
// holds what the machine computes there. Beside it stands a real number, what the same place would hold
// without rounding, with exact constants and exact functions in place of polynomials; the two differ by at
// most `error`. Rounding is to nearest, so that the ends of an interval are the rounded results at the ends
// of the operands'; an operation adds half a unit in the last place of the largest result, but nothing where
// the result is exact: all values are multiples of 2^grid, and a multiple of 2^g below 2^(g + 53) is a
// double. Errors are long doubles, whose exponents do not underflow, moved up after each operation.

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace sigprop::tracked {

using Error = long double;
constexpr double unbounded = std::numeric_limits<double>::infinity();
constexpr int finest = -1074;

/// What one rounding to nearest may add, in units of the last place; weakened by a test that sees the proof
/// fail.
inline Error rounding_of_one = 0.5L;

[[nodiscard]] inline Error above(Error x) { return std::nextafter(x, static_cast<Error>(unbounded)); }

/// The exponent of the last place of |x| >= 2^-1074.
[[nodiscard]] inline int last_place(double x) {
    return x == 0 ? finest : std::max(std::ilogb(x), -1022) - 52;
}

/// The largest g for which x is a multiple of 2^g.
[[nodiscard]] inline int grid_of(double x) {
    if (x == 0) return 1023;
    const auto fraction = (std::bit_cast<std::uint64_t>(x) & 0xfffffffffffffULL) | 0x10000000000000ULL;
    const bool subnormal = std::fabs(x) < 0x1p-1022;
    return last_place(x) + (subnormal ? 0 : std::countr_zero(fraction));
}

struct Tracked {
    double lower = 0, upper = 0;
    Error error = 0;  ///< infinite where nothing is known of the real number
    int grid = finest;
    int side = 0;  ///< 1 or -1 where the real number is known to be at least or at most the value

    Tracked() = default;
    Tracked(double l, double u, Error e = 0, int g = finest) : lower(l), upper(u), error(e), grid(g) {
        if (!(error < unbounded)) error = unbounded;
        if (!(lower <= upper && std::isfinite(lower) && std::isfinite(upper))) {
            lower = -unbounded;
            upper = unbounded;
            error = unbounded;
        } else if (is_one()) {
            grid = std::max(grid, grid_of(lower));
        } else if (lower > 0 || upper < 0) {
            grid = std::max(grid, last_place(least()));
        }
    }
    [[nodiscard]] static Tracked nothing() { return {-unbounded, unbounded, unbounded}; }

    [[nodiscard]] bool is_known() const { return upper < unbounded; }
    [[nodiscard]] bool is_one() const { return lower == upper; }
    [[nodiscard]] bool is_zero() const { return is_one() && lower == 0 && error == 0; }
    /// The largest and the smallest |value|.
    [[nodiscard]] double most() const { return std::max(std::fabs(lower), std::fabs(upper)); }
    [[nodiscard]] double least() const { return lower > 0 ? lower : upper < 0 ? -upper : 0.0; }
};

/// The result of an operation whose rounded values lie between these, with the errors that it passes on;
/// exact results are multiples of 2^grid. `underflows`: a result below the normal numbers may be inexact.
[[nodiscard]] inline Tracked rounded(double lower, double upper, Error passed_on, int grid, bool underflows) {
    Tracked result(lower, upper, passed_on);
    if (!result.is_known()) return result;
    const double most = result.most();
    const bool exact = grid >= finest && most < std::ldexp(1.0, std::min(grid + 53, 1023));
    if (exact) return {lower, upper, passed_on, grid};
    if (underflows || most >= 0x1p-1022)
        result.error = above(passed_on + std::ldexp(rounding_of_one, last_place(most)));
    return result;
}

[[nodiscard]] inline Tracked negated(const Tracked& a) {
    Tracked result(-a.upper, -a.lower, a.error, a.grid);
    result.side = -a.side;
    return result;
}

[[nodiscard]] inline Tracked add(const Tracked& a, const Tracked& b) {
    if (!a.is_known() || !b.is_known()) return Tracked::nothing();
    if (a.is_zero()) return b;
    if (b.is_zero()) return a;
    return rounded(a.lower + b.lower, a.upper + b.upper, a.error == 0 ? b.error : above(a.error + b.error),
                   std::min(a.grid, b.grid), false);
}
[[nodiscard]] inline Tracked sub(const Tracked& a, const Tracked& b) { return add(a, negated(b)); }

/// What the errors of two factors do to their product: |ab - a'b'| <= |a| |b - b'| + (|b| + |b - b'|) |a -
/// a'|.
[[nodiscard]] inline Error error_of_product(const Tracked& a, const Tracked& b) {
    if (a.error == 0 && b.error == 0) return 0;
    if (!(a.error < unbounded && b.error < unbounded)) return unbounded;
    return above(above(a.most() * b.error) + above(above(b.most() + b.error) * a.error));
}

/// a b + c, rounded once.
[[nodiscard]] inline Tracked fused(const Tracked& a, const Tracked& b, const Tracked& c) {
    if (!a.is_known() || !b.is_known() || !c.is_known()) return Tracked::nothing();
    if (a.is_zero() || b.is_zero()) return c;
    const auto ends = {
        std::pair{a.lower, b.lower}, {a.lower, b.upper}, {a.upper, b.lower}, {a.upper, b.upper}};
    double lower = unbounded, upper = -unbounded;
    for (const auto& [x, y] : ends) {
        lower = std::min(lower, std::fma(x, y, c.lower));
        upper = std::max(upper, std::fma(x, y, c.upper));
    }
    return rounded(lower, upper, above(error_of_product(a, b) + c.error), std::min(a.grid + b.grid, c.grid),
                   true);
}

[[nodiscard]] inline Tracked mul(const Tracked& a, const Tracked& b) {
    if (!a.is_known() || !b.is_known()) return Tracked::nothing();
    if (a.is_zero() || b.is_zero()) return {0, 0};
    const auto [lower, upper] =
        std::minmax({a.lower * b.lower, a.lower * b.upper, a.upper * b.lower, a.upper * b.upper});
    return rounded(lower, upper, error_of_product(a, b), a.grid + b.grid, true);
}

/// |a/b - a'/b'| <= (|a - a'| + |a/b| |b - b'|) / (|b| - |b - b'|).
[[nodiscard]] inline Tracked div(const Tracked& a, const Tracked& b) {
    if (!a.is_known() || !b.is_known() || !(b.least() > 0)) return Tracked::nothing();
    if (a.is_zero() || (b.is_one() && b.lower == 1 && b.error == 0)) return a;
    const auto [lower, upper] =
        std::minmax({a.lower / b.lower, a.lower / b.upper, a.upper / b.lower, a.upper / b.upper});
    const Error least = static_cast<Error>(b.least()) - b.error;  // of |b'|
    Error passed_on = 0;
    if (!(least > 0)) {
        passed_on = unbounded;
    } else if (a.error > 0 || b.error > 0) {
        const Error quotient = above(static_cast<Error>(a.most()) / b.least());
        passed_on = above(above(a.error + above(quotient * b.error)) / std::nextafter(least, Error(0)));
    }
    return rounded(lower, upper, passed_on, finest - 1, true);
}

}  // namespace sigprop::tracked

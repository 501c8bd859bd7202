#pragma once
// The other words of core/simd/vectors-inl.hpp for tracked numbers: comparisons that must be the same for the
// whole box, operations on bits, and what vectors pass by. What is not known for the whole box makes the
// result unknown, and the prover cuts the box.

#include "tests/core/simd/polynomial_domains.hpp"
#include "tests/core/simd/tracked.hpp"

// The functions are marked for vectors.
#undef HWY_INLINE
#define HWY_INLINE inline
#undef HWY_LIKELY
#define HWY_LIKELY(condition) (condition)

namespace sigprop::tracked {

using V = Tracked;
enum class Truth : std::uint8_t { no, yes, unknown };
using M = Truth;

/// What happened beside the numbers.
struct Events {
    bool undecided = false;  ///< a branch was taken that not all of the box takes
    bool asked = false;      ///< a branch was taken that a vector's other numbers decide, too
    bool others = false;  ///< they take the other one: all_true() and all_false() say no even where it is so
};
inline Events events;

inline V set(double value) { return {value, value}; }
inline V set_near(double value, double error) { return {value, value, error}; }

inline M of(bool never, bool always) { return always ? Truth::yes : never ? Truth::no : Truth::unknown; }
inline M less(const V& x, double limit) {
    return x.is_known() ? of(x.lower >= limit, x.upper < limit) : Truth::unknown;
}
inline M greater(const V& x, double limit) { return less(negated(x), -limit); }
inline M opposite(M m) { return m == Truth::unknown ? m : m == Truth::yes ? Truth::no : Truth::yes; }
inline M not_below(const V& x, double limit) { return opposite(less(x, limit)); }
inline M not_above(const V& x, double limit) { return opposite(greater(x, limit)); }
inline M both(M a, M b) {
    if (a == Truth::no || b == Truth::no) return Truth::no;
    return a == Truth::yes ? b : a;
}
inline M equal(const V& x, double value) {
    if (!x.is_known()) return Truth::unknown;
    return of(value < x.lower || value > x.upper, x.is_one() && x.lower == value);
}
inline bool all_are(Truth wanted, M m) {
    events.asked = true;
    events.undecided = events.undecided || m == Truth::unknown;
    return m == wanted && !events.others;
}
inline bool all_true(M m) { return all_are(Truth::yes, m); }
inline bool all_false(M m) { return all_are(Truth::no, m); }
inline V pick(M mask, const V& yes, const V& no) {
    return mask == Truth::unknown ? V::nothing() : mask == Truth::yes ? yes : no;
}
/// A limit takes the place of the number, of which only the side is known from here on.
inline V limited(M beyond, const V& x, double limit, int side) {
    if (beyond != Truth::yes) return pick(beyond, x, x);
    V result(limit, limit, unbounded);
    result.side = x.error == 0 ? side : 0;
    return result;
}
inline V at_most(const V& x, double limit) { return limited(greater(x, limit), x, limit, 1); }
inline V at_least(const V& x, double limit) { return limited(less(x, limit), x, limit, -1); }

inline V magnitude(const V& x) {
    if (x.lower >= 0) return x;
    return x.upper <= 0 ? negated(x) : V::nothing();
}
inline V minus_size(const V& x) { return negated(magnitude(x)); }
inline V with_sign(const V& size, const V& sign) {
    return pick(less(sign, 0), minus_size(size), magnitude(size));
}

/// The integer is exact: what follows from it holds for any integer.
inline V nearest_integer(const V& x) {
    const double lower = std::nearbyint(x.lower), upper = std::nearbyint(x.upper);
    return lower == upper && std::fabs(lower) < 0x1p51 ? V(lower, lower, 0, 0) : V::nothing();
}
/// 2^k; where the real number is only known to be smaller than k, its power lies between 0 and 2^k.
inline V power_of_two(const V& k) {
    if (!k.is_known() || !k.is_one()) return V::nothing();
    const double power = std::ldexp(1.0, static_cast<int>(k.lower));
    return {power, power, k.error == 0 ? Error(0) : k.side < 0 ? Error(power) : Error(unbounded)};
}

struct SplitNumber {
    V m, k;
};
inline SplitNumber split(const V& x) {
    if (!x.is_known() || !(x.lower >= 0x1p-1022)) return {V::nothing(), V::nothing()};
    const auto exponent = [](double y) {
        const int k = std::ilogb(y);
        return std::ldexp(y, -k) >= std::bit_cast<double>(0x3ff6a09e667f3bcdULL) ? k + 1 : k;
    };
    const int k = exponent(x.lower);
    if (exponent(x.upper) != k) return {V::nothing(), V::nothing()};
    return {{std::ldexp(x.lower, -k), std::ldexp(x.upper, -k), std::ldexp(x.error, -k), x.grid - k}, set(k)};
}

struct Halves {
    V high, low;
};
/// `high` is exact: what follows from it holds for any number. It has 26 bits, and `low` is less than a unit
/// of them.
inline Halves halves(const V& x) {
    if (x.is_zero()) return {x, x};
    if (!x.is_known() || x.lower < 0) return {V::nothing(), V::nothing()};
    if (x.lower < 0x1p-900) return {{0, x.upper}, {0, x.upper, x.error}};
    const auto leading = [](double y) {
        return std::bit_cast<double>(std::bit_cast<std::uint64_t>(y) & 0xfffffffff8000000ULL);
    };
    const double common = leading(x.lower);
    if (common == leading(x.upper))
        return {set(common), {x.lower - common, x.upper - common, x.error, x.grid}};
    const int unit = std::ilogb(x.upper) - 25;
    return {{leading(x.lower), leading(x.upper), 0, std::ilogb(x.lower) - 25},
            {0, std::ldexp(1.0, unit), x.error, x.grid}};
}

inline V stands_for(const V& value, const V& x, double error) {
    if (!value.is_known()) return value;
    if (error == 0) return value;
    const PolynomialDomain& domain = domain_of(error);
    const bool inside = x.lower - x.error >= domain.lower && x.upper + x.error <= domain.upper;
    V result = value;
    result.error = inside ? above(result.error + error) : Error(unbounded);
    return result;
}
inline V vanishes_below(double limit, const V& x, const V& value) {
    const M beyond = not_above(x, limit);
    if (beyond != Truth::yes || value.lower < 0) return pick(beyond, V::nothing(), value);
    return {value.lower, value.upper, std::max(static_cast<Error>(value.upper), 0x1p-1090L)};
}
inline V stands_nearly_for(const V& x, double share) {
    V result = x;
    result.error = above(result.error + above(share * above(x.most() + x.error)));
    return result;
}
inline V taken_as_exact(const V& x) { return x.is_known() ? V(x.lower, x.upper, 0, x.grid) : x; }
/// `given` and its exact counterpart lie within given.error of each other; the slope is taken over both.
template <class Slope>
V passed_on(const V& given, const V& result, Slope slope) {
    if (given.error == 0 || !result.is_known()) return result;
    const V both(static_cast<double>(given.lower - given.error) - 0x1p-60,
                 static_cast<double>(given.upper + given.error) + 0x1p-60);
    const V steepest = slope(both);
    V with = result;
    with.error = above(with.error + above(above(steepest.most() + steepest.error) * given.error));
    return with;
}

}  // namespace sigprop::tracked

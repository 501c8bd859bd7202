// Vectors of doubles and what the functions of simd/functions-inl.hpp are written in: arithmetic,
// comparisons, bit operations. Compiled once per target (AVX-512, AVX2, baseline), always with the same
// results, lane by lane. tests/core/simd/tracked.hpp gives the same words another meaning, the bound of a
// rounding error, so that the functions that run are the ones that are proved.

#if defined(SIGPROP_VECTORS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SIGPROP_VECTORS_INL_HPP
#undef SIGPROP_VECTORS_INL_HPP
#else
#define SIGPROP_VECTORS_INL_HPP
#endif

#include <hwy/highway.h>

#include <cmath>
#include <cstddef>

HWY_BEFORE_NAMESPACE();
namespace sigprop::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using D = hn::CappedTag<double, 8>;
using V = hn::Vec<D>;
using M = hn::Mask<D>;
using U = hn::RebindToUnsigned<D>;

HWY_INLINE V set(double value) { return hn::Set(D(), value); }
HWY_INLINE V add(V a, V b) { return hn::Add(a, b); }
HWY_INLINE V sub(V a, V b) { return hn::Sub(a, b); }
HWY_INLINE V mul(V a, V b) { return hn::Mul(a, b); }
HWY_INLINE V div(V a, V b) { return hn::Div(a, b); }
/// a b + c lane by lane. Where the processor has no such instruction, Highway's MulAdd rounds twice.
template <class Tag, class Vector>
HWY_INLINE Vector fused_by_lane(Tag d, Vector a, Vector b, Vector c) {
    constexpr std::size_t most = hn::MaxLanes(Tag());
    HWY_ALIGN hn::TFromD<Tag> factors[most];
    HWY_ALIGN hn::TFromD<Tag> others[most];
    HWY_ALIGN hn::TFromD<Tag> sums[most];
    hn::Store(a, d, factors);
    hn::Store(b, d, others);
    hn::Store(c, d, sums);
    for (std::size_t i = 0; i < hn::Lanes(d); ++i) sums[i] = std::fma(factors[i], others[i], sums[i]);
    return hn::Load(d, sums);
}

/// a b + c rounded once, on every target.
HWY_INLINE V fused(V a, V b, V c) {
#if HWY_NATIVE_FMA
    return hn::MulAdd(a, b, c);
#else
    return fused_by_lane(D(), a, b, c);
#endif
}

HWY_INLINE M less(V x, double limit) { return hn::Lt(x, set(limit)); }
HWY_INLINE M greater(V x, double limit) { return hn::Gt(x, set(limit)); }
HWY_INLINE M not_below(V x, double limit) { return hn::Ge(x, set(limit)); }
HWY_INLINE M not_above(V x, double limit) { return hn::Le(x, set(limit)); }
HWY_INLINE M equal(V x, double value) { return hn::Eq(x, set(value)); }
HWY_INLINE M both(M a, M b) { return hn::And(a, b); }
HWY_INLINE bool all_true(M mask) { return hn::AllTrue(D(), mask); }
HWY_INLINE bool all_false(M mask) { return hn::AllFalse(D(), mask); }
HWY_INLINE V pick(M mask, V yes, V no) { return hn::IfThenElse(mask, yes, no); }
HWY_INLINE V at_most(V x, double limit) { return pick(greater(x, limit), set(limit), x); }  // keeps NaN
HWY_INLINE V at_least(V x, double limit) { return pick(less(x, limit), set(limit), x); }    // keeps NaN
HWY_INLINE V magnitude(V x) { return hn::Abs(x); }                                          // |x|
HWY_INLINE V minus_size(V x) { return hn::Or(x, set(-0.0)); }                               // -|x|
HWY_INLINE V with_sign(V magnitude, V sign) { return hn::CopySign(magnitude, sign); }

/// The integer nearest to x as a double, for |x| < 2^51; the low bits of x + magic hold it.
inline constexpr double magic = 0x1.8p52;
HWY_INLINE V nearest_integer(V x) { return sub(add(x, set(magic)), set(magic)); }
/// 2^k for an integer -1022 <= k <= 1023.
HWY_INLINE V power_of_two(V k) {
    const auto bits = hn::BitCast(U(), add(k, set(magic + 1023)));
    return hn::BitCast(D(), hn::ShiftLeft<52>(bits));
}

/// x = m 2^k with m in [sqrt(1/2), sqrt 2), for positive normal x.
struct SplitNumber {
    V m, k;
};
HWY_INLINE SplitNumber split(V x) {
    const auto shifted = hn::Sub(hn::BitCast(U(), x), hn::Set(U(), 0x3fe6a09e667f3bcdULL));
    // The arithmetic shift of 64-bit lanes is missing before AVX-512: bias, shift, unbias.
    const auto biased = hn::ShiftRight<52>(hn::Add(shifted, hn::Set(U(), 0x4000000000000000ULL)));
    const auto k = hn::Sub(biased, hn::Set(U(), 0x400));
    const auto m = hn::Sub(hn::BitCast(U(), x), hn::ShiftLeft<52>(k));
    // biased is a small integer: its double is the low bits of 2^52, minus 2^52.
    const auto as_double = hn::BitCast(D(), hn::Or(biased, hn::Set(U(), 0x4330000000000000ULL)));
    return {hn::BitCast(D(), m), sub(as_double, set(0x1p52 + 0x400))};
}

/// x = high + low, where high has the 26 leading bits of x: high^2 is exact.
struct Halves {
    V high, low;
};
HWY_INLINE Halves halves(V x) {
    const V high = hn::BitCast(D(), hn::And(hn::BitCast(U(), x), hn::Set(U(), 0xfffffffff8000000ULL)));
    return {high, sub(x, high)};
}

// What a proof needs to be told; vectors pass it by.

/// A constant that stands for a real number within `error` of it.
HWY_INLINE V set_near(double value, double) { return set(value); }
/// `value`, a polynomial in `x`, in place of a function that differs from the exact polynomial by at most
/// `error`.
HWY_INLINE V stands_for(V value, V, double) { return value; }
/// x in place of a number that differs from it by at most that share of it.
HWY_INLINE V stands_nearly_for(V x, double) { return x; }
/// `value` in place of one between 0 and 2^-1090 where x is not above the limit.
HWY_INLINE V vanishes_below(double, V, V value) { return value; }
/// x as a number without error from here on; `passed_on` adds to the result what the error of `x` does to a
/// function whose slope is at most slope(y) between any y and the exact x.
HWY_INLINE V taken_as_exact(V x) { return x; }
template <class Slope>
HWY_INLINE V passed_on(V, V result, Slope) {
    return result;
}

}  // namespace sigprop::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

// The functions of the formula language on vectors of doubles, compiled once per target (AVX-512, AVX2,
// baseline) by simd/operations.cpp: those of simd/functions-inl.hpp, which are proved, and the sine and
// cosine, which are tested. Exceptions from the same bits everywhere: sin and cos beyond 2^20, atan and
// powers call the C library.

#if defined(SIGPROP_MATH_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SIGPROP_MATH_INL_HPP
#undef SIGPROP_MATH_INL_HPP
#else
#define SIGPROP_MATH_INL_HPP
#endif

#include <hwy/highway.h>

#include <cmath>
#include <cstddef>
#include <limits>

#include "core/simd/vectors-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sigprop::HWY_NAMESPACE {

#include "core/simd/functions-inl.hpp"

/// A sum and its rounding error.
struct ExactSum {
    V high, low;
};
HWY_INLINE ExactSum exact_difference(V a, V b) {
    const V high = sub(a, b);
    const V part = sub(high, a);
    return {high, sub(sub(a, sub(high, part)), add(b, part))};
}

/// sin(x + quarters pi/2) for |x| <= 2^20: pi/2 is in four parts, and n times the first three is exact.
HWY_INLINE V sine_of_quarters(V x, unsigned quarters) {
    constexpr double s[] = {-0x1.5555555555555p-3, 0x1.1111111110bb1p-7,   -0x1.a01a019e8357dp-13,
                            0x1.71de37961e4c6p-19, -0x1.ae600a926c89ap-26, 0x1.5e0af186af739p-33};
    constexpr double c[] = {0x1.5555555555555p-5,   -0x1.6c16c16c16966p-10, 0x1.a01a019f4e867p-16,
                            -0x1.27e4fa17a41b4p-22, 0x1.1eeb68b109173p-29,  -0x1.907d7aebd5e3dp-37};
    const V n = nearest_integer(mul(x, set(0x1.45f306dc9c883p-1)));
    const V first = sub(x, mul(n, set(0x1.921fb544p+0)));
    const ExactSum second = exact_difference(first, mul(n, set(0x1.0b4611a6p-34)));
    const ExactSum third = exact_difference(second.high, mul(n, set(0x1.3198a2ep-69)));
    const V rest = sub(add(second.low, third.low), mul(n, set(0x1.b839a252049c1p-104)));
    const V r = add(third.high, rest);
    const V low = add(sub(third.high, r), rest);
    const V w = mul(r, r);
    // sin(r + low) and cos(r + low)
    const V half = mul(set(0.5), w);
    const V sine = add(r, add(mul(mul(r, w), polynomial(s, w)), mul(low, sub(set(1), half))));
    const V one_less = sub(set(1), half);
    const V lost = sub(sub(set(1), one_less), half);
    const V fourth = sub(mul(mul(w, w), polynomial(c, w)), mul(r, low));
    const V cosine = add(one_less, add(lost, fourth));
    const auto quadrant = hn::Add(hn::BitCast(U(), add(n, set(magic))), hn::Set(U(), quarters));
    const auto odd = hn::And(quadrant, hn::Set(U(), 1));
    const V value = pick(hn::MaskFromVec(hn::BitCast(D(), hn::Sub(hn::Zero(U()), odd))), cosine, sine);
    const auto sign = hn::ShiftLeft<62>(hn::And(quadrant, hn::Set(U(), 2)));
    return hn::Xor(value, hn::BitCast(D(), sign));
}

/// Replaces the lanes where x is NaN or |x| > 2^20 by the C library's value.
template <class Library>
HWY_INLINE V beyond_reduction(V x, V value, Library library) {
    const M inside = hn::Le(hn::Abs(x), set(0x1p20));
    if (HWY_LIKELY(hn::AllTrue(D(), inside))) return value;
    HWY_ALIGN double arguments[8];
    HWY_ALIGN double values[8];
    hn::Store(x, D(), arguments);
    for (std::size_t i = 0; i < hn::Lanes(D()); ++i) values[i] = library(arguments[i]);
    return pick(inside, value, hn::Load(D(), values));
}

/// sin x for |x| <= 2^20. Maximum error 2 ulp, near the zeros too. Beyond, the C library's value.
HWY_INLINE V sin(V x) {
    const V value = pick(hn::Eq(x, set(0)), x, sine_of_quarters(x, 0));
    return beyond_reduction(x, value, [](double y) { return std::sin(y); });
}
/// cos x for |x| <= 2^20. Maximum error 2 ulp, near the zeros too. Beyond, the C library's value.
HWY_INLINE V cos(V x) {
    return beyond_reduction(x, sine_of_quarters(x, 1), [](double y) { return std::cos(y); });
}

}  // namespace sigprop::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

// The functions of the formula language on vectors of floats, with the same promises as those of doubles in
// simd/math-inl.hpp. They use +, -, *, /, sqrt, fused multiply-add and bit operations in a fixed order: a
// number gives the same bits on every target, at every place in a tile of samples and in tiles of every
// length. Infinities, NaN, zeros and overflow are as for the scalar functions; subnormal results are right to
// 2 of their own units where no comment says otherwise. sin, cos, sinh, cosh, atan and powers have no version
// of their own: simd/steps-inl.hpp rounds the double one. Each comment gives the valid range and the maximum
// error in ulp, measured at every float; a row of tests/core/simd/math_f32_test.cpp repeats both and checks
// them in every binade. Polynomials and quotients are our own, interpolated at (nearly) Chebyshev nodes in 60
// digits, their relative errors beside them.

#if defined(SIGPROP_MATH_F32_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SIGPROP_MATH_F32_INL_HPP
#undef SIGPROP_MATH_F32_INL_HPP
#else
#define SIGPROP_MATH_F32_INL_HPP
#endif

#include <hwy/highway.h>

#include <cmath>
#include <cstddef>
#include <limits>

#include "core/simd/math-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sigprop::HWY_NAMESPACE {

using FloatTag = hn::CappedTag<float, 16>;
using F = hn::Vec<FloatTag>;
using FloatMask = hn::Mask<FloatTag>;
using FloatBits = hn::RebindToUnsigned<FloatTag>;
using FloatIntegers = hn::RebindToSigned<FloatTag>;

HWY_INLINE F set_f32(float value) { return hn::Set(FloatTag(), value); }
HWY_INLINE F add(F a, F b) { return hn::Add(a, b); }
HWY_INLINE F sub(F a, F b) { return hn::Sub(a, b); }
HWY_INLINE F mul(F a, F b) { return hn::Mul(a, b); }
HWY_INLINE F div(F a, F b) { return hn::Div(a, b); }
/// a b + c rounded once, on every target.
HWY_INLINE F fused(F a, F b, F c) {
#if HWY_NATIVE_FMA
    return hn::MulAdd(a, b, c);
#else
    return fused_by_lane(FloatTag(), a, b, c);
#endif
}
HWY_INLINE F pick(FloatMask mask, F yes, F no) { return hn::IfThenElse(mask, yes, no); }
HWY_INLINE F at_most(F x, float limit) {  // keeps NaN
#if HWY_ARCH_X86 && HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
    return hn::Min(set_f32(limit), x);  // one instruction: the second operand unless the first is less
#else
    return pick(hn::Gt(x, set_f32(limit)), set_f32(limit), x);
#endif
}
HWY_INLINE F at_least(F x, float limit) {  // keeps NaN
#if HWY_ARCH_X86 && HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
    return hn::Max(set_f32(limit), x);
#else
    return pick(hn::Lt(x, set_f32(limit)), set_f32(limit), x);
#endif
}
HWY_INLINE F minus_size(F x) { return hn::Or(x, set_f32(-0.0F)); }
HWY_INLINE F with_sign(F magnitude, F sign) { return hn::CopySign(magnitude, sign); }
HWY_INLINE bool all(FloatMask mask) { return HWY_LIKELY(hn::AllTrue(FloatTag(), mask)); }

/// c[0] + c[1] x + … by Horner's rule, since work on other vectors hides its latency.
template <std::size_t size>
HWY_INLINE F polynomial(const float (&c)[size], F x) {
    F value = set_f32(c[size - 1]);
    for (std::size_t i = size - 1; i-- > 0;) value = fused(value, x, set_f32(c[i]));
    return value;
}

/// 2^23 + 2^22: the low bits of x + magic_f32 hold the integer nearest to x, for |x| < 2^22.
inline constexpr float magic_f32 = 0x1.8p23F;
/// Since 127 is included, those low bits are the exponent field of a power of two.
inline constexpr float exponent_magic = magic_f32 + 127;
/// 2^k from k + exponent_magic, for -127 <= k <= 128 (zero and infinity at the ends).
HWY_INLINE F power_of_shifted(F shifted) {
    return hn::BitCast(FloatTag(), hn::ShiftLeft<23>(hn::BitCast(FloatBits(), shifted)));
}
HWY_INLINE F power_of_two(F k) { return power_of_shifted(add(k, set_f32(exponent_magic))); }

/// m 2^k for an integer |k| <= 250, rounded once more if it is subnormal.
HWY_INLINE F scaled(F m, F k) {
    const F half = sub(add(mul(k, set_f32(0.5F)), set_f32(magic_f32)), set_f32(magic_f32));
    return mul(mul(m, power_of_two(half)), power_of_two(sub(k, half)));
}

/// sign x = k log 2 + r with |r| <= 0.347 for a sign of 1 or -1 and |x| <= 160; shifted = k + exponent_magic.
struct ReducedFloat {
    F shifted, k, r;
};
template <int sign = 1>
HWY_INLINE ReducedFloat reduce_exponent(F x) {
    const F shifted = fused(x, set_f32(sign * 0x1.715476p+0F), set_f32(exponent_magic));
    const F k = sub(shifted, set_f32(exponent_magic));
    const F high = sign > 0 ? fused(k, set_f32(-0x1.62e43p-1F), x) : fused(k, set_f32(0x1.62e43p-1F), x);
    const F r = fused(k, set_f32(sign * 0x1.05c61p-29F), high);  // the r above if sign is 1, -r if it is -1
    return {shifted, k, r};
}

/// e^(sign r) for r = reduce_exponent<sign>(x).r, |r| <= 0.347; the polynomial errs by 2^-26.5.
template <int sign = 1>
HWY_INLINE F small_exp(F r) {
    constexpr float s = sign;
    constexpr float c[] = {
        1, s, 0x1.000000p-1F, s * 0x1.5554dcp-3F, 0x1.555518p-5F, s * 0x1.120cbap-7F, 0x1.6d1254p-10F};
    return polynomial(c, r);
}

/// e^x for all x. Maximum error 1 ulp.
HWY_INLINE F exp(F x) {
    if (all(hn::Le(hn::Abs(x), set_f32(87)))) {
        // This gives the same bits, but need not handle overflow and subnormal results.
        const ReducedFloat reduced = reduce_exponent(x);
        return mul(small_exp(reduced.r), power_of_shifted(reduced.shifted));
    }
    const ReducedFloat reduced = reduce_exponent(at_least(at_most(x, 90), -105));
    return scaled(small_exp(reduced.r), reduced.k);
}

/// e^r - 1 for |r| <= 0.347; the relative error is 2^-25.
HWY_INLINE F small_expm1_f32(F r) {
    constexpr float c[] = {0x1.000000p-1F, 0x1.5554dcp-3F, 0x1.555518p-5F, 0x1.120cbap-7F, 0x1.6d1254p-10F};
    return fused(mul(r, r), polynomial(c, r), r);
}

/// e^x - 1 for all x. Maximum error 2 ulp.
HWY_INLINE F expm1(F x) {
    const ReducedFloat reduced = reduce_exponent(at_least(at_most(x, 89), -20));
    // 2 (2^(k-1) (e^r - 1) + (2^(k-1) - 1/2)), because 2^k overflows before the result does
    const F half_power = power_of_two(sub(reduced.k, set_f32(1)));
    const F half = fused(small_expm1_f32(reduced.r), half_power, sub(half_power, set_f32(0.5F)));
    return pick(hn::Lt(hn::Abs(x), set_f32(0x1p-60F)), x, mul(set_f32(2), half));
}

/// e^x - 1 for -80 <= x <= 0. Maximum error 1.6 ulp; of a zero the sign is lost.
HWY_INLINE F expm1_of_negative(F x) {
    const ReducedFloat reduced = reduce_exponent(x);
    const F power = power_of_shifted(reduced.shifted);
    return fused(small_expm1_f32(reduced.r), power, sub(power, set_f32(1)));
}

/// log(1 + f) + k log 2 + correction for 1 + f in [sqrt(1/2), sqrt 2]; the polynomial errs by 2^-28.
HWY_INLINE F log_kernel(F f, F k, F correction) {
    constexpr float c[] = {0x1.555554p-2F,  -0x1.fffffcp-3F, 0x1.999d5ap-3F,  -0x1.555b4ap-3F, 0x1.23d21ap-3F,
                           -0x1.fcf4c6p-4F, 0x1.dea282p-4F,  -0x1.d635bcp-4F, 0x1.1d8ea6p-4F};
    const F square = mul(f, f);
    const F tail = fused(k, set_f32(-0x1.05c61p-29F), correction);
    const F cubic = fused(mul(square, f), polynomial(c, f), tail);
    return fused(k, set_f32(0x1.62e43p-1F), add(f, fused(square, set_f32(-0.5F), cubic)));
}

/// x = m 2^k with m in [sqrt(1/2), sqrt 2), for positive normal x.
struct SplitFloat {
    F m, k;
};
HWY_INLINE SplitFloat split(F x) {
    const auto bits = hn::BitCast(FloatIntegers(), x);
    const auto k = hn::ShiftRight<23>(hn::Sub(bits, hn::Set(FloatIntegers(), 0x3f3504f3)));
    const auto m = hn::Sub(bits, hn::ShiftLeft<23>(k));
    return {hn::BitCast(FloatTag(), m), hn::ConvertTo(FloatTag(), k)};
}

/// The limit of a logarithm where u is not positive and finite, else `logarithm`.
HWY_INLINE F log_or_limit(F u, F logarithm) {
    constexpr float boundless = std::numeric_limits<float>::infinity();
    F result = pick(hn::Eq(u, set_f32(boundless)), u, logarithm);
    result = pick(hn::Eq(u, set_f32(0)), set_f32(-boundless), result);
    return pick(hn::Ge(u, set_f32(0)), result, set_f32(std::numeric_limits<float>::quiet_NaN()));
}

/// log x for all x, NaN for x < 0. Maximum error 1 ulp.
HWY_INLINE F log(F x) {
    const FloatMask subnormal = hn::Lt(x, set_f32(0x1p-126F));
    const SplitFloat parts = split(pick(subnormal, mul(x, set_f32(0x1p25F)), x));
    const F k = sub(parts.k, pick(subnormal, set_f32(25), set_f32(0)));
    return log_or_limit(x, log_kernel(sub(parts.m, set_f32(1)), k, set_f32(0)));
}

/// log(1 + x) for all x, NaN for x < -1. Maximum error 1 ulp.
HWY_INLINE F log1p(F x) {
    const F one = set_f32(1);
    const F u = add(one, x);
    const SplitFloat parts = split(u);
    // the rounding error of 1 + x, which is divided by u below
    const F lost = pick(hn::Lt(x, one), sub(x, sub(u, one)), sub(one, sub(u, x)));
    const FloatMask near = hn::And(hn::Gt(x, set_f32(-0.29289F)), hn::Lt(x, set_f32(0.41421F)));
    const F f = pick(near, x, sub(parts.m, one));
    const F k = pick(near, set_f32(0), parts.k);
    const F correction = pick(near, set_f32(0), div(lost, u));
    return pick(hn::Eq(x, set_f32(0)), x, log_or_limit(u, log_kernel(f, k, correction)));
}

/// 1 / (1 + e^-x) for all x. Maximum error 3 ulp.
HWY_INLINE F sigmoid(F x) {
    const FloatMask inside = hn::Le(hn::Abs(x), set_f32(87));
    const ReducedFloat reduced = reduce_exponent<-1>(x);
    const F one = set_f32(1);
    const F plain = div(one, fused(small_exp<-1>(reduced.r), power_of_shifted(reduced.shifted), one));
    if (all(inside)) return plain;
    return pick(inside, plain, pick(hn::Gt(x, set_f32(0)), one, exp(x)));
}

/// log(1 + e^x) for all x. Maximum error 2 ulp.
HWY_INLINE F softplus(F x) {
    const F power = exp(minus_size(x));
    // 1 + power lies in [1, 2]: it is a number near 1, or twice one
    const FloatMask near = hn::Lt(power, set_f32(0.41421F));
    const F f = pick(near, power, mul(set_f32(0.5F), sub(power, set_f32(1))));
    const F logarithm = log_kernel(f, pick(near, set_f32(0), set_f32(1)), set_f32(0));
    return add(pick(hn::Gt(x, set_f32(0)), x, set_f32(0)), logarithm);
}

/// tanh x for all x: with t = e^(-2 |x|) - 1, tanh |x| = -t / (t + 2). Maximum error 3 ulp.
HWY_INLINE F tanh(F x) {
    const F t = expm1_of_negative(mul(set_f32(-2), at_most(hn::Abs(x), 10)));
    return with_sign(div(t, add(t, set_f32(2))), x);
}

/// e^(x + low) for -110 <= x <= 80 and |low| much smaller than 1; low is not rounded away.
HWY_INLINE F exp_of_sum(F x, F low) {
    const F shifted = fused(x, set_f32(0x1.715476p+0F), set_f32(exponent_magic));
    const F k = sub(shifted, set_f32(exponent_magic));
    const F high = fused(k, set_f32(-0x1.62e43p-1F), x);
    const F power = small_exp(add(high, fused(k, set_f32(0x1.05c61p-29F), low)));
    if (all(hn::Ge(x, set_f32(-87)))) return mul(power, power_of_shifted(shifted));
    return scaled(power, k);
}

/// e^(-scale x^2) for 0 <= x <= 15 and scale 1 or 1/2: the rounding error of x^2 is added back.
HWY_INLINE F gaussian(F x, float scale) {
    const F square = mul(x, x);
    const F lost = fused(x, x, sub(set_f32(0), square));
    return exp_of_sum(at_least(mul(set_f32(-scale), square), -110), mul(set_f32(-scale), lost));
}

/// e^(x^2) erfc(x) for 0 <= x <= 10.6, as (polynomial in (x - 1.5) / (x + 1.5)) / (x + 1.5), which errs by
/// 2^-25.
HWY_INLINE F scaled_erfc(F x) {
    constexpr float c[] = {0x1.edf488p-1F,  -0x1.0404eap-1F,  0x1.35bf3ep-4F,   0x1.8751a8p-5F,
                           -0x1.0a18fep-7F, -0x1.360fc8p-7F,  -0x1.a4ec98p-11F, 0x1.d299d4p-10F,
                           0x1.c200a6p-11F, -0x1.4a9474p-14F, -0x1.d2e2bcp-13F, -0x1.18ced2p-14F};
    const F t = div(set_f32(1), add(x, set_f32(1.5F)));
    return mul(t, polynomial(c, fused(set_f32(-3), t, set_f32(1))));
}

/// erfc x for all x. Maximum error 6 ulp.
HWY_INLINE F erfc(F x) {
    const F a = at_most(hn::Abs(x), 10.5F);
    const F tail = mul(gaussian(a, 1), scaled_erfc(a));
    return pick(hn::Lt(x, set_f32(0)), sub(set_f32(2), tail), tail);
}

/// erf x for all x: 1 - e^(x S(x)), which errs by 2^-27 for the polynomial S. Maximum error 2.1 ulp.
HWY_INLINE F erf(F x) {
    constexpr float c[] = {0x1.f7ac92p-25F, -0x1.45f2fap-1F,  -0x1.a4fa5ep-4F,
                           0x1.39cdc6p-6F,  0x1.50600ap-13F,  -0x1.b50054p-10F,
                           0x1.4bc9eep-11F, -0x1.ed6c60p-14F, 0x1.3696bap-17F};
    const F a = at_most(hn::Abs(x), 3.95F);
    // S(0) = -2 / sqrt(pi) is kept in two parts
    const F rest = mul(a, polynomial(c, a));
    return with_sign(expm1_of_negative(fused(a, set_f32(-0x1.20dd76p+0F), rest)), x);
}

/// e^(-x^2/2) / sqrt(2 pi) for all x. Maximum error 3 ulp.
HWY_INLINE F normal_pdf(F x) { return mul(set_f32(0x1.988454p-2F), gaussian(at_most(hn::Abs(x), 15), 0.5F)); }

/// The normal distribution function for all x. Maximum error 6 ulp, in the far left tail too, 3 units of a
/// subnormal result.
HWY_INLINE F normal_cdf(F x) {
    const F a = at_most(hn::Abs(x), 14.8F);
    const F half_scaled = mul(set_f32(0.5F), scaled_erfc(mul(a, set_f32(0x1.6a09e6p-1F))));
    const F tail = mul(gaussian(a, 0.5F), half_scaled);
    return pick(hn::Lt(x, set_f32(0)), tail, sub(set_f32(1), tail));
}

}  // namespace sigprop::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

// The functions of the formula language, in the words of simd/vectors-inl.hpp or of others with the same
// names: the file is included inside their namespace, by simd/math-inl.hpp to be run and by
// tests/core/simd/ulp_proof_test.cpp to be proved. They use +, -, *, /, fused multiply-add and bit operations
// in a fixed order, lane by lane: a number gives the same bits on every target, at every place in a tile of
// samples and in tiles of every length. Infinities, NaN, zeros and overflow are as for the scalar functions;
// subnormal results are right to 2 of their own units where no comment says otherwise. Each comment gives the
// valid range and the maximum error in ulp. The test proves it, from the rounding of every operation, for
// every double; a row of tests/core/simd/math_test.cpp repeats it and holds the compiled functions against
// balls. Polynomials are our own, interpolated at Chebyshev nodes in 70 digits; the bound of their error is
// their last argument, which the test proves too.

/// The sum of c[first + i] x^i over i < count, by halves (Estrin's scheme): x2 = x^2 and so on.
template <std::size_t first, std::size_t count, std::size_t size>
HWY_INLINE V estrin(const double (&c)[size], V x, V x2, V x4, V x8, V x16) {
    if constexpr (count == 1) {
        return set(c[first]);
    } else {
        constexpr std::size_t half = count > 16 ? 16 : count > 8 ? 8 : count > 4 ? 4 : count > 2 ? 2 : 1;
        const V power = half == 16 ? x16 : half == 8 ? x8 : half == 4 ? x4 : half == 2 ? x2 : x;
        const V low = estrin<first, half>(c, x, x2, x4, x8, x16);
        return fused(power, estrin<first + half, count - half>(c, x, x2, x4, x8, x16), low);
    }
}

/// The sum of c[i] x^i. It stands for a function that differs from it by at most `error` wherever it is used.
template <std::size_t size>
HWY_INLINE V polynomial(const double (&c)[size], V x, double error = 0) {
    static_assert(size <= 32);
    const V x2 = mul(x, x);
    const V x4 = mul(x2, x2);
    const V x8 = mul(x4, x4);
    return stands_for(estrin<0, size>(c, x, x2, x4, x8, mul(x8, x8)), x, error);
}

/// m 2^k for an integer |k| <= 2044, rounded once more if it is subnormal.
HWY_INLINE V scaled(V m, V k) {
    const V half = nearest_integer(mul(k, set(0.5)));
    return mul(mul(m, power_of_two(half)), power_of_two(sub(k, half)));
}

/// x + low = k log 2 + r with |r| <= 0.347, for |x| <= 800.
struct ReducedExponent {
    V k, r;
};
HWY_INLINE ReducedExponent reduce_exponent(V x) {
    const V k = nearest_integer(mul(x, set(0x1.71547652b82fep+0)));
    // 40 bits of log 2: k times them is exact, and so is the difference
    const V high = fused(k, set(-0x1.62e42fefa2p-1), x);
    return {k, fused(k, set_near(-0x1.9ef35793c7673p-41, 0x1p-102), high)};
}
HWY_INLINE ReducedExponent reduce_exponent(V x, V low) {
    const V k = nearest_integer(mul(x, set(0x1.71547652b82fep+0)));
    const V high = fused(k, set(-0x1.62e42fefa2p-1), x);
    return {k, add(high, fused(k, set_near(-0x1.9ef35793c7673p-41, 0x1p-102), low))};
}

/// e^r - 1 for |r| <= 0.3467 by a polynomial for (e^r - 1 - r)/r^2.
HWY_INLINE V small_expm1(V r) {
    constexpr double c[] = {0x1.0000000000001p-1,  0x1.5555555555556p-3,  0x1.5555555553d37p-5,
                            0x1.11111111109a6p-7,  0x1.6c16c1789d1d7p-10, 0x1.a01a01a7cebcdp-13,
                            0x1.a019b8ca26fcfp-16, 0x1.71de0d85293b8p-19, 0x1.2891d4ffbb0f9p-22,
                            0x1.af390ba7e6f47p-26};
    const V x = taken_as_exact(r);
    const V value = fused(mul(x, x), polynomial(c, x, 0x1.14p-53), x);
    return passed_on(r, value, [](V y) { return add(set(1), add(y, mul(y, y))); });  // e^y is less
}

/// e^(x + low) 2^shift for -800 <= x <= 800 and |low| much smaller than 1; low is not rounded away.
HWY_INLINE V exp_of_sum(V x, V low, double shift = 0) {
    const ReducedExponent reduced = reduce_exponent(x, low);
    return scaled(add(set(1), small_expm1(reduced.r)), add(reduced.k, set(shift)));
}

/// e^x for all x. Maximum error 2 ulp.
HWY_INLINE V exp(V x) {
    if (HWY_LIKELY(all_true(not_above(magnitude(x), 700)))) {
        // This gives the same bits, but need not handle overflow and subnormal results.
        const ReducedExponent reduced = reduce_exponent(x);
        return mul(add(set(1), small_expm1(reduced.r)), power_of_two(reduced.k));
    }
    const ReducedExponent reduced = reduce_exponent(at_least(at_most(x, 710), -760));
    return vanishes_below(-760, x, scaled(add(set(1), small_expm1(reduced.r)), reduced.k));
}

/// e^x - 1 for all x. Maximum error 3 ulp.
HWY_INLINE V expm1(V x) {
    const ReducedExponent reduced = reduce_exponent(at_least(at_most(x, 710), -60));
    // 2^k ((e^r - 1) + (1 - 2^-k)): the second bracket is exact for |k| <= 53
    const V inverse = power_of_two(sub(set(0), at_most(reduced.k, 200)));
    const V sum = add(small_expm1(reduced.r), sub(set(1), inverse));
    return pick(equal(x, 0), x, scaled(sum, reduced.k));
}

/// log(1 + f) + k log 2 + correction for 1 + f in [sqrt(1/2), sqrt 2], after fdlibm's e_log.c: with
/// s = f / (2 + f), log(1 + f) = 2 atanh(s) is f - (f^2/2 - s (f^2/2 + s^2 R)) because f is exact, where the
/// polynomial R in s^2 is (2 atanh(s)/s - 2)/s^2.
HWY_INLINE V log_kernel(V f, V k, V correction) {
    constexpr double c[] = {0x1.5555555555558p-1, 0x1.99999999952e2p-2, 0x1.2492492df148dp-2,
                            0x1.c71c62e5800a1p-3, 0x1.7462b4ab2ef6bp-3, 0x1.39fe606542ddep-3,
                            0x1.2b584aae78a57p-3};
    const V s = div(f, add(set(2), f));
    const V z = mul(s, s);
    const V half_square = mul(mul(set(0.5), f), f);
    const V tail = add(mul(k, set_near(0x1.9ef35793c7673p-41, 0x1p-102)), correction);
    const V rest = add(mul(s, add(half_square, mul(z, polynomial(c, z, 0x1.8p-52)))), tail);
    return sub(mul(k, set(0x1.62e42fefa2p-1)), sub(sub(half_square, rest), f));
}

/// The limit of a logarithm where u is not positive and finite, else `logarithm`.
HWY_INLINE V log_or_limit(V u, V logarithm) {
    constexpr double boundless = std::numeric_limits<double>::infinity();
    V result = pick(equal(u, boundless), u, logarithm);
    result = pick(equal(u, 0), set(-boundless), result);
    return pick(not_below(u, 0), result, set(std::numeric_limits<double>::quiet_NaN()));
}

/// log x for all x, NaN for x < 0. Maximum error 2 ulp.
HWY_INLINE V log(V x) {
    const M subnormal = less(x, 0x1p-1022);
    const SplitNumber parts = split(pick(subnormal, mul(x, set(0x1p54)), x));
    const V k = sub(parts.k, pick(subnormal, set(54), set(0)));
    return log_or_limit(x, log_kernel(sub(parts.m, set(1)), k, set(0)));
}

/// log(1 + x) for all x, NaN for x < -1. Maximum error 2 ulp.
HWY_INLINE V log1p(V given) {
    const V x = taken_as_exact(given);
    const V u = taken_as_exact(add(set(1), x));
    const SplitNumber parts = split(u);
    // the rounding error of 1 + x, which is divided by u below
    const V lost = pick(less(x, 1), sub(x, sub(u, set(1))), sub(set(1), sub(u, x)));
    const M near = both(greater(x, -0.29289), less(x, 0.41421));
    const V f = pick(near, x, sub(parts.m, set(1)));
    const V k = pick(near, set(0), parts.k);
    const V correction = pick(near, set(0), div(lost, u));
    // log(u + lost) is log u + lost/u but for (lost/u)^2, which is below 2^-105 and log1p x above 0.3 beyond
    // `near`
    const V sum = stands_nearly_for(log_kernel(f, k, correction), 0x1p-103);
    return passed_on(given, pick(equal(x, 0), x, log_or_limit(u, sum)),
                     [](V y) { return div(set(1), add(set(1), y)); });
}

/// 1 / (1 + e^-x) for all x. Maximum error 4 ulp.
HWY_INLINE V sigmoid(V x) {
    const V power = exp(minus_size(x));
    return div(pick(less(x, 0), power, set(1)), add(set(1), power));
}

/// log(1 + e^x) for all x. Maximum error 5 ulp.
HWY_INLINE V softplus(V x) {
    const V positive = pick(greater(x, 0), x, set(0));
    return add(positive, log1p(exp(minus_size(x))));
}

/// tanh x for all x. Maximum error 5 ulp.
HWY_INLINE V tanh(V x) {
    const V t = expm1(mul(set(-2), magnitude(x)));
    return with_sign(div(t, add(t, set(2))), x);
}

/// sinh x for all x. Maximum error 5 ulp.
HWY_INLINE V sinh(V x) {
    const V a = magnitude(x);
    const V t = expm1(at_most(a, 30));
    const V near = mul(set(0.5), add(t, div(t, add(t, set(1)))));
    const V far = stands_nearly_for(exp_of_sum(at_most(a, 720), set(0), -1), 0x1p-60);  // e^-44 less
    return with_sign(pick(greater(a, 22), far, near), x);
}

/// cosh x for all x. Maximum error 4 ulp.
HWY_INLINE V cosh(V x) {
    const V half_power = exp_of_sum(at_most(magnitude(x), 720), set(0), -1);
    return add(half_power, div(set(0.25), half_power));
}

/// e^(-scale x^2) for 0 <= x <= 40 and scale 1 or 1/2: x^2 is taken in two parts, the first exact.
HWY_INLINE V gaussian(V x, double scale) {
    const Halves parts = halves(x);
    const V square = mul(set(-scale), mul(parts.high, parts.high));
    const V rest = mul(set(-scale), mul(parts.low, add(x, parts.high)));
    return vanishes_below(-780, square, exp_of_sum(at_least(square, -780), rest));
}

/// e^(x^2) erfc(x) for 0 <= x <= 28, as (polynomial in (x - 3) / (x + 3)) / (1 + 2 x).
HWY_INLINE V scaled_erfc(V x) {
    constexpr double c[] = {
        0x1.40c522d7e4987p+0,  -0x1.15c084bb9e8e1p-3,  -0x1.85a15c58aa35ep-5,  0x1.098366a5b3eabp-3,
        -0x1.e88b803a4d084p-4, 0x1.17ca287812733p-4,   -0x1.8574c40a9b0e5p-6,  0x1.4b884e04cf18ap-9,
        0x1.ef1bdc7d439fep-10, -0x1.98db48cb9a9e4p-11, -0x1.b91224996e6cap-14, 0x1.06598f0ebfdadp-13,
        0x1.4c10888027b82p-18, -0x1.512a5f53c593fp-16, -0x1.869edff44bffcp-21, 0x1.d0ee0c85f55b9p-19,
        0x1.76ba2f4878a4cp-22, -0x1.44cf3c31a9fffp-21, -0x1.19921ee6be774p-23, 0x1.8a8bcf6b1dbf4p-24,
        0x1.1abfce4dab5a4p-25, -0x1.240fd782dbbf8p-27, -0x1.2150f332779a1p-28};
    const V t = div(sub(x, set(3)), add(x, set(3)));
    return div(polynomial(c, t, 0x1.08p-54), add(set(1), add(x, x)));
}

/// erfc x for all x. Maximum error 12 ulp, 6 units of a subnormal result. To first order all roundings add up
/// to at most 11.2 ulp, just above 0, where an ulp of the result is half an ulp of the factors, and to 5.3
/// units. A search over 7 * 10^9 arguments found 9.12 ulp and 3.3 units.
HWY_INLINE V erfc(V x) {
    const V a = at_most(magnitude(x), 28);
    const V tail = mul(gaussian(a, 1), scaled_erfc(a));
    return pick(less(x, 0), sub(set(2), tail), tail);
}

/// erf x for all x: x + x times a polynomial in x^2 up to 1, 1 - erfc x beyond. Maximum error 3 ulp.
HWY_INLINE V erf(V x) {
    constexpr double c[] = {0x1.06eba8214db69p-3,   -0x1.812746b0379e6p-2,  0x1.ce2f21a042b30p-4,
                            -0x1.b82ce31284e00p-6,  0x1.565bcd0dbaa38p-8,   -0x1.c02db3dac435fp-11,
                            0x1.f9a321d5b8e1ep-14,  -0x1.f4d1e3183f7aep-17, 0x1.b9df224ca4b97p-20,
                            -0x1.5f1ecb6f0764cp-23, 0x1.f7b4bf3b13964p-27,  -0x1.389d4f2641625p-30,
                            0x1.05ffd737fb32ep-34};
    const V a = at_most(magnitude(x), 28);
    const M near = less(a, 1);
    V small = set(0);
    if (!all_false(near)) {  // some of the vector's numbers are near zero
        const V inner = pick(near, x, set(0));
        small = fused(inner, polynomial(c, mul(inner, inner), 0x1.4p-56), inner);
        if (all_true(near)) return with_sign(small, x);
    }
    const V large = sub(set(1), mul(gaussian(a, 1), scaled_erfc(a)));
    return with_sign(pick(near, small, large), x);
}

/// e^(-x^2/2) / sqrt(2 pi) for all x. Maximum error 4 ulp.
HWY_INLINE V normal_pdf(V x) {
    return mul(set_near(0x1.9884533d43651p-2, 0x1p-55), gaussian(at_most(magnitude(x), 40), 0.5));
}

/// The normal distribution function for all x. Maximum error 12 ulp, 6 units of a subnormal result. As for
/// erfc, all roundings add up to at most 11.2 ulp, near 0, and to 5.8 units, and a search found 9.03 ulp and
/// 4.2 units. The far left tail is as good.
HWY_INLINE V normal_cdf(V x) {
    const V a = at_most(magnitude(x), 39);
    const V tail =
        mul(set(0.5), mul(gaussian(a, 0.5), scaled_erfc(mul(a, set_near(0x1.6a09e667f3bcdp-1, 0x1p-54)))));
    return pick(less(x, 0), tail, sub(set(1), tail));
}

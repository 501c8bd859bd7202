// The normal quantile and what else inversion needs besides simd/math-inl.hpp, on vectors of doubles;
// compiled once per target, with the same bits on each.

#if defined(SIGPROP_RANDOM_QUANTILE_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SIGPROP_RANDOM_QUANTILE_INL_HPP
#undef SIGPROP_RANDOM_QUANTILE_INL_HPP
#else
#define SIGPROP_RANDOM_QUANTILE_INL_HPP
#endif

#include "core/simd/math-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sigprop::HWY_NAMESPACE {

template <std::size_t size>
HWY_INLINE V horner(V x, const double (&coefficients)[size]) {
    V value = set(coefficients[size - 1]);
    for (std::size_t i = size - 1; i-- > 0;) value = fused(value, x, set(coefficients[i]));
    return value;
}

/// Evaluates the polynomial `yes` in the lanes of the mask and `no` in the others.
template <std::size_t size>
HWY_INLINE V horner(M mask, V x, const double (&yes)[size], const double (&no)[size]) {
    V value = pick(mask, set(yes[size - 1]), set(no[size - 1]));
    for (std::size_t i = size - 1; i-- > 0;) {
        value = fused(value, x, pick(mask, set(yes[i]), set(no[i])));
    }
    return value;
}

/// -log(u) for positive normal u. Maximum error 2 ulp.
HWY_INLINE V minus_log(V u) {
    const SplitNumber parts = split(u);
    return hn::Neg(log_kernel(sub(parts.m, set(1)), parts.k, set(0)));
}

/// -log(1 - v) for 0 <= v < 1. Maximum error 2 ulp, besides the rounding of 1 - v for v >= 1/4.
HWY_INLINE V minus_log1m(V v) {
    const SplitNumber parts = split(sub(set(1), v));
    const M near = hn::Lt(v, set(0.25));
    const V f = pick(near, hn::Neg(v), sub(parts.m, set(1)));
    return hn::Neg(log_kernel(f, pick(near, set(0), parts.k), set(0)));
}

/// The normal quantile for tails >= 1e-300; relative error <= 2e-15. By AS 241, lowest degree first: q a/b in
/// the centre, c/d and e/f in the tails.
HWY_INLINE V quantile(V below, V above, V q) {
    constexpr double a[] = {3.3871328727963666080e0, 1.3314166789178437745e2, 1.9715909503065514427e3,
                            1.3731693765509461125e4, 4.5921953931549871457e4, 6.7265770927008700853e4,
                            3.3430575583588128105e4, 2.5090809287301226727e3};
    constexpr double b[] = {1.0,
                            4.2313330701600911252e1,
                            6.8718700749205790830e2,
                            5.3941960214247511077e3,
                            2.1213794301586595867e4,
                            3.9307895800092710610e4,
                            2.8729085735721942674e4,
                            5.2264952788528545610e3};
    constexpr double c[] = {1.42343711074968357734e0,  4.63033784615654529590e0, 5.76949722146069140550e0,
                            3.64784832476320460504e0,  1.27045825245236838258e0, 2.41780725177450611770e-1,
                            2.27238449892691845833e-2, 7.74545014278341407640e-4};
    constexpr double d[] = {1.0,
                            2.05319162663775882187e0,
                            1.67638483018380384940e0,
                            6.89767334985100004550e-1,
                            1.48103976427480074590e-1,
                            1.51986665636164571966e-2,
                            5.47593808499534494600e-4,
                            1.05075007164441684324e-9};
    constexpr double e[] = {6.65790464350110377720e0,  5.46378491116411436990e0,  1.78482653991729133580e0,
                            2.96560571828504891230e-1, 2.65321895265761230930e-2, 1.24266094738807843860e-3,
                            2.71155556874348757815e-5, 2.01033439929228813265e-7};
    constexpr double f[] = {1.0,
                            5.99832206555887937690e-1,
                            1.36929880922735805310e-1,
                            1.48753612908506148525e-2,
                            7.86869131145613259100e-4,
                            1.84631831751005468180e-5,
                            1.42151175831644588870e-7,
                            2.04426310338993978564e-15};
    const M centre = hn::Le(hn::Abs(q), set(0.425));
    const V inner = sub(set(0.180625), mul(q, q));
    if (hn::AllTrue(D(), centre)) return mul(q, div(horner(inner, a), horner(inner, b)));
    const V r = hn::Sqrt(minus_log(pick(hn::Lt(above, below), above, below)));
    const V x = pick(centre, inner, sub(r, set(1.6)));
    V value = div(horner(centre, x, a, c), horner(centre, x, b, d));
    const M far = hn::AndNot(centre, hn::Gt(r, set(5)));
    if (HWY_UNLIKELY(!hn::AllFalse(D(), far))) {
        const V y = sub(r, set(5));
        value = pick(far, div(horner(y, e), horner(y, f)), value);
    }
    return mul(value, pick(centre, q, with_sign(set(1), q)));
}

}  // namespace sigprop::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

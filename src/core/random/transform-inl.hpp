// The transforms of random/math.hpp on vectors, compiled once per target by random/arrays.cpp. The operations
// in each lane and their order are the scalar ones, and so are the bits.

#if defined(SIGPROP_RANDOM_TRANSFORM_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SIGPROP_RANDOM_TRANSFORM_INL_HPP
#undef SIGPROP_RANDOM_TRANSFORM_INL_HPP
#else
#define SIGPROP_RANDOM_TRANSFORM_INL_HPP
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

#include "core/random/math.hpp"
#include "core/random/philox-inl.hpp"

#if HWY_NATIVE_FMA
HWY_BEFORE_NAMESPACE();
namespace sigprop::HWY_NAMESPACE {

template <class T>
using Tag = hn::CappedTag<T, 64 / sizeof(T)>;
template <class T>
using Vector = hn::Vec<Tag<T>>;
template <class T>
using BitsTag = hn::RebindToUnsigned<Tag<T>>;
template <class T>
using Bits = hn::Vec<BitsTag<T>>;

template <class T>
HWY_INLINE Vector<T> set(T value) {
    return hn::Set(Tag<T>(), value);
}

template <class T, std::size_t count>
struct Coefficients {
    Vector<T> c[count];
    HWY_INLINE explicit Coefficients(const T (&values)[count]) {
        for (std::size_t i = 0; i < count; ++i) c[i] = in_register(set(values[i]));
    }
    /// Same as horner in random/math.hpp.
    template <std::size_t first, std::size_t step>
    HWY_INLINE Vector<T> horner(Vector<T> x) const {
        constexpr std::size_t last = first + (count - 1 - first) / step * step;
        auto sum = c[last];
        for (std::size_t i = last; i > first; i -= step) sum = hn::MulAdd(sum, x, c[i - step]);
        return sum;
    }
};
template <class T, std::size_t count>
Coefficients(const T (&)[count]) -> Coefficients<T, count>;

/// Same as static_cast<T>: rounded once.
HWY_INLINE Vector<double> rounded(Bits<double> x) { return hn::ConvertTo(Tag<double>(), x); }
HWY_INLINE Vector<float> rounded(Bits<float> x) {
#if HWY_TARGET == HWY_AVX3
    return hn::ConvertTo(Tag<float>(), x);
#else
    // 2^39 + 2^16 upper half and 2^23 + lower half are exact, and so is the difference.
    const BitsTag<float> d;
    const auto upper = hn::Or(hn::ShiftRight<16>(x), hn::Set(d, 0x53000000));
    const auto lower = hn::OrAnd(hn::Set(d, 0x4b000000), x, hn::Set(d, 0xffff));
    return hn::Add(hn::Sub(hn::BitCast(Tag<float>(), upper), set(0x1p39F + 0x1p23F)),
                   hn::BitCast(Tag<float>(), lower));
#endif
}

template <class T>
struct Normals {
    Vector<T> first, second;
};

inline constexpr bool biased_exponents = HWY_TARGET != HWY_AVX3;
/// The bit patterns of a format that the transform uses.
template <class T>
struct Format;
template <>
struct Format<double> {
    static constexpr int fraction_bits = 52;
    static constexpr std::uint64_t fraction = 0x000fffffffffffff;
    static constexpr std::uint64_t one_half = 0x3fe0000000000000;
    static constexpr std::uint64_t one = 0x3ff0000000000000;
    static constexpr double exponent_of_one = biased_exponents ? 1086 : 63;
    static constexpr double uniform_offset = 0x1.fffffffffffffp-1;
};
template <>
struct Format<float> {
    static constexpr int fraction_bits = 23;
    static constexpr std::uint32_t fraction = 0x007fffff;
    static constexpr std::uint32_t one_half = 0x3f000000;
    static constexpr std::uint32_t one = 0x3f800000;
    static constexpr float exponent_of_one = biased_exponents ? 158 : 31;
    static constexpr float uniform_offset = 0x1.fffffep-1F;
};

/// The signed integers of x as T; exact where they are small.
template <class T>
HWY_INLINE Vector<T> small_integers(Bits<T> x) {
    return hn::ConvertTo(Tag<T>(), hn::BitCast(hn::RebindToSigned<Tag<T>>(), x));
}

/// The exponents, biased or not, of the positive normal numbers with these bits.
#if HWY_TARGET == HWY_AVX3
HWY_INLINE Vector<double> exponents(Bits<double> x) { return {_mm512_getexp_pd(_mm512_castsi512_pd(x.raw))}; }
HWY_INLINE Vector<float> exponents(Bits<float> x) { return {_mm512_getexp_ps(_mm512_castsi512_ps(x.raw))}; }
#else
HWY_INLINE Vector<double> exponents(Bits<double> x) { return small_integers<double>(hn::ShiftRight<52>(x)); }
HWY_INLINE Vector<float> exponents(Bits<float> x) { return small_integers<float>(hn::ShiftRight<23>(x)); }
#endif

/// Table::parts[p] for the low four bits p of each lane.
template <class T>
struct Part {
    Vector<T> inverse, logarithm;
};
template <class T>
struct Parts {  // the table has one row
    HWY_INLINE Parts() {}
    HWY_INLINE Part<T> operator()(Bits<T>) const {
        constexpr auto& only = BoxMuller<T>::parts[0];
        return {set(only[0]), set(only[1])};
    }
};
template <>
struct Parts<double> {
    static constexpr auto& table = BoxMuller<double>::parts;
#if HWY_TARGET == HWY_AVX3
    Part<double> low, high;  // in registers
    HWY_INLINE Parts() {
        hn::LoadInterleaved2(Tag<double>(), &table[0][0], low.inverse, low.logarithm);
        hn::LoadInterleaved2(Tag<double>(), &table[8][0], high.inverse, high.logarithm);
    }
    HWY_INLINE Part<double> operator()(Bits<double> p) const {
        return {Vector<double>{_mm512_permutex2var_pd(low.inverse.raw, p.raw, high.inverse.raw)},
                Vector<double> {
                    _mm512_permutex2var_pd(low.logarithm.raw, p.raw, high.logarithm.raw)
                }};
    }
#elif HWY_TARGET == HWY_AVX2
    HWY_INLINE Parts() {}
    HWY_INLINE Part<double> operator()(Bits<double> p) const {  // gathers are slow on some processors
        HWY_ALIGN std::uint64_t at[4];
        hn::Store(hn::And(p, all(15)), Words(), at);
        const hn::Half<Tag<double>> pair;
        const auto a =
            hn::Combine(Tag<double>(), hn::LoadU(pair, table[at[2]]), hn::LoadU(pair, table[at[0]]));
        const auto b =
            hn::Combine(Tag<double>(), hn::LoadU(pair, table[at[3]]), hn::LoadU(pair, table[at[1]]));
        return {hn::InterleaveLower(Tag<double>(), a, b), hn::InterleaveUpper(Tag<double>(), a, b)};
    }
#else
    HWY_INLINE Parts() {}
    HWY_INLINE Part<double> operator()(Bits<double> p) const {
        const hn::RebindToSigned<Tag<double>> d;
        const auto at = hn::BitCast(d, hn::ShiftLeft<1>(hn::And(p, all(15))));
        return {hn::GatherIndex(Tag<double>(), &table[0][0], at),
                hn::GatherIndex(Tag<double>(), &table[0][1], at)};
    }
#endif
};

/// Same as normal_radius, but without the square root.
template <class T>
struct RadiusSquare {
    using Table = BoxMuller<T>;
    using F = Format<T>;
    using D = Tag<T>;
    using B = BitsTag<T>;
    decltype(Coefficients(Table::two_log)) two_log;
    Parts<T> parts;
    Vector<T> two_log_2, exponent_of_one, one, two;
    Bits<T> lowest, one_half, fraction;

    HWY_INLINE RadiusSquare()
        : two_log(Table::two_log),
          two_log_2(in_register(set(Table::two_log_2))),
          exponent_of_one(in_register(set(F::exponent_of_one))),
          one(in_register(set(T(1)))),
          two(in_register(set(T(2)))),
          lowest(in_register(hn::Set(B(), 1))),
          one_half(in_register(hn::Set(B(), F::one_half))),
          fraction(in_register(hn::Set(B(), F::fraction))) {}
    HWY_INLINE Vector<T> operator()(Bits<T> even) const {
        const auto u = hn::BitCast(B(), rounded(hn::Or(even, lowest)));
        const auto m = hn::BitCast(D(), hn::OrAnd(one_half, u, fraction));
        const auto k = hn::Sub(exponent_of_one, exponents(u));
        const Part<T> part = parts(hn::ShiftRight<F::fraction_bits - 4>(u));
        const auto f = hn::NegMulAdd(m, part.inverse, one);
        const auto f2 = hn::Mul(f, f);
        const auto sum = hn::MulAdd(f, two_log.template horner<1, 2>(f2), two_log.template horner<0, 2>(f2));
        const auto whole = hn::MulAdd(k, two_log_2, part.logarithm);
        return hn::MulAdd(f2, sum, hn::MulAdd(f, two, whole));
    }
};

/// The same rotation as turned_normals.
template <class T>
struct Turn {
    using Table = BoxMuller<T>;
    using D = Tag<T>;
    using B = BitsTag<T>;
    decltype(Coefficients(Table::cosine)) cosine;
    decltype(Coefficients(Table::sine)) sine;
    Vector<T> one, scale;
    Bits<T> two, angle;

    HWY_INLINE Turn()
        : cosine(Table::cosine),
          sine(Table::sine),
          one(in_register(set(T(1)))),
          scale(set(Table::turn_scale)),
          two(in_register(hn::Set(B(), 2))),
          angle(in_register(hn::Not(hn::Set(B(), 3)))) {}
    HWY_INLINE Normals<T> operator()(Vector<T> radius, Bits<T> odd) const {
        auto x = small_integers<T>(hn::OrAnd(two, odd, angle));
        if constexpr (Table::turn_scale != 1) x = hn::Mul(x, scale);
        const auto w = hn::Mul(x, x);
        const auto c = hn::MulAdd(w, cosine.template horner<0, 1>(w), one);
        const auto s = hn::Mul(x, sine.template horner<0, 1>(w));
        const auto half_turn = hn::ShiftLeft<8 * sizeof(T) - 1>(odd);
        const auto r = hn::Xor(radius, hn::BitCast(D(), half_turn));
        const auto mirrored = hn::RebindMask(D(), hn::TestBit(odd, two));
        return {hn::Mul(r, hn::IfThenElse(mirrored, s, c)), hn::Mul(r, hn::IfThenElse(mirrored, c, s))};
    }
};

/// The same as normals_from_bits and normals_f32_from_bits.
template <class T>
HWY_INLINE Normals<T> normals(Bits<T> even, Bits<T> odd) {
    return Turn<T>()(hn::Sqrt(RadiusSquare<T>()(even)), odd);
}

/// The same as uniform_from_bits and uniform_from_word.
template <class T>
HWY_INLINE Vector<T> uniforms(Bits<T> x) {
    using F = Format<T>;
    const BitsTag<T> bits;
    const auto above_one = hn::Or(hn::ShiftRight<8 * sizeof(T) - F::fraction_bits>(x), hn::Set(bits, F::one));
    return hn::Sub(hn::BitCast(Tag<T>(), above_one), set(F::uniform_offset));
}

}  // namespace sigprop::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#endif

// Philox4x32-10 and the transforms of random_math.hpp on vectors, compiled once a target by random_block.cpp.
// Lane by lane the operations and their order are the scalar ones, so that the bits are too. A vector of
// 64-bit lanes holds one 32-bit word of as many counters: the multiplication reads the low halves and ignores
// the high ones, which need no clearing.

#if defined(SIGPROP_RANDOM_BLOCK_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SIGPROP_RANDOM_BLOCK_INL_HPP
#undef SIGPROP_RANDOM_BLOCK_INL_HPP
#else
#define SIGPROP_RANDOM_BLOCK_INL_HPP
#endif

#include <hwy/highway.h>

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/random_block.hpp"
#include "core/random_math.hpp"

HWY_BEFORE_NAMESPACE();
namespace sigprop::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using detail::chunk_counters;
using Words = hn::CappedTag<std::uint64_t, 8>;  // a counter a lane
using Halves = hn::Repartition<std::uint32_t, Words>;
using VWords = hn::Vec<Words>;

/// Counters that are worked on at once, in vectors: the rounds of one wait for its multiplications.
inline constexpr std::size_t streams = HWY_TARGET == HWY_AVX3 ? 4 : 2;
struct Block {
    VWords v[streams];
    HWY_INLINE VWords& operator[](std::size_t i) { return v[i]; }
    HWY_INLINE const VWords& operator[](std::size_t i) const { return v[i]; }
};

/// x, of which the compiler does not see that it is a constant: it stays in a register. AVX-512 has 32 of
/// them, and operations on operands in memory are a quarter slower there.
template <class V>
HWY_INLINE V in_register(V x) {
#if HWY_TARGET == HWY_AVX3
    asm("" : "+v"(x.raw));
#endif
    return x;
}

HWY_INLINE VWords all(std::uint64_t value) { return hn::Set(Words(), value); }
HWY_INLINE VWords high(VWords x) { return hn::BitCast(Words(), hn::Shuffle2301(hn::BitCast(Halves(), x))); }
HWY_INLINE VWords low_to_high(VWords x) { return hn::ShiftLeft<32>(x); }
HWY_INLINE VWords product(VWords a, VWords b) {
    return hn::MulEven(hn::BitCast(Halves(), a), hn::BitCast(Halves(), b));
}

/// The keys of the rounds, one for each lane, and what is the same for all counters.
struct Philox {
    static constexpr std::uint64_t multiplier_0 = 0xd2511f53;
    static constexpr std::uint64_t multiplier_1 = 0xcd9e8d57;
    HWY_ALIGN std::uint64_t keys_0[10][8];
    HWY_ALIGN std::uint64_t keys_1[10][8];
    std::uint64_t first_product;  // multiplier_1 stream_low
    std::uint64_t last;

    explicit Philox(const detail::PhiloxInput& input)
        : first_product(multiplier_1 * input.stream_low), last(input.last) {
        for (std::uint32_t i = 0; i < 10; ++i) {
            const std::uint64_t key_0 = input.key[0] + i * 0x9e3779b9;
            const std::uint64_t key_1 = input.key[1] + i * 0xbb67ae85;
            for (std::size_t lane = 0; lane < 8; ++lane) {
                keys_0[i][lane] = i < 9 ? key_0 : key_0 << 32;  // for finish
                keys_1[i][lane] = i < 9 ? key_1 : key_1 << 32;
            }
        }
    }
    HWY_INLINE VWords key_0(std::size_t round) const { return in_register(hn::Load(Words(), keys_0[round])); }
    HWY_INLINE VWords key_1(std::size_t round) const { return in_register(hn::Load(Words(), keys_1[round])); }
};

/// The four words of each counter between two rounds, in the low halves.
struct State {
    Block a, b, c, d;
};

/// Two rounds, for any counters.
HWY_INLINE State two_rounds(const Philox& philox, const Block& counters) {
    const VWords key_a = all((philox.first_product >> 32) ^ philox.keys_0[0][0]);
    const VWords key_c = all(philox.last ^ philox.keys_1[0][0]);
    const VWords next_a = all((philox.first_product & 0xffffffff) ^ philox.keys_0[1][0]);
    State s;
    for (std::size_t i = 0; i < streams; ++i) {
        const VWords x = product(counters[i], all(Philox::multiplier_0));
        const VWords y = product(hn::Xor(high(x), key_c), all(Philox::multiplier_1));
        s.d[i] = product(hn::Xor(high(counters[i]), key_a), all(Philox::multiplier_0));
        s.a[i] = hn::Xor(high(y), next_a);
        s.b[i] = y;
        s.c[i] = hn::Xor3(high(s.d[i]), x, all(philox.keys_1[1][0]));
    }
    return s;
}

/// Two rounds, for counters of one high word: half of the words are the same for all of them.
HWY_INLINE State two_rounds(const Philox& philox, const Block& counters, std::uint64_t high_word) {
    const std::uint64_t a = (philox.first_product >> 32) ^ philox.keys_0[0][0] ^ high_word;
    const std::uint64_t second_product = Philox::multiplier_0 * a;
    const VWords key_c = all(philox.last ^ philox.keys_1[0][0]);
    const VWords next_a = all((philox.first_product & 0xffffffff) ^ philox.keys_0[1][0]);
    const VWords next_c = all((second_product >> 32) ^ philox.keys_1[1][0]);
    State s;
    for (std::size_t i = 0; i < streams; ++i) {
        const VWords x = product(counters[i], all(Philox::multiplier_0));
        const VWords y = product(hn::Xor(high(x), key_c), all(Philox::multiplier_1));
        s.a[i] = hn::Xor(high(y), next_a);
        s.b[i] = y;
        s.c[i] = hn::Xor(x, next_c);
        s.d[i] = all(second_product);
    }
    return s;
}

/// The other eight rounds: words 0-1 and 2-3 of each counter, the earlier word the upper half.
HWY_INLINE void finish(const Philox& philox, State s, Block& even, Block& odd) {
    const VWords multiplier_0 = all(Philox::multiplier_0);
    const VWords multiplier_1 = all(Philox::multiplier_1);
    for (std::size_t round = 2; round < 9; ++round) {
        const VWords key_0 = philox.key_0(round);
        const VWords key_1 = philox.key_1(round);
        for (std::size_t i = 0; i < streams; ++i) {
            const VWords x = product(s.a[i], multiplier_0);
            const VWords y = product(s.c[i], multiplier_1);
            s.a[i] = hn::Xor3(high(y), s.b[i], key_0);
            s.b[i] = y;
            s.c[i] = hn::Xor3(high(x), s.d[i], key_1);
            s.d[i] = x;
        }
    }
    const VWords key_0 = philox.key_0(9);
    const VWords key_1 = philox.key_1(9);
    for (std::size_t i = 0; i < streams; ++i) {
        const VWords x = product(s.a[i], multiplier_0);
        const VWords y = product(s.c[i], multiplier_1);
        even[i] = hn::Xor3(y, low_to_high(s.b[i]), key_0);
        odd[i] = hn::Xor3(x, low_to_high(s.d[i]), key_1);
    }
}

template <class Real>
using Tag = hn::CappedTag<Real, 64 / sizeof(Real)>;
template <class Real>
using Vector = hn::Vec<Tag<Real>>;
template <class Real>
using BitsTag = hn::RebindToUnsigned<Tag<Real>>;
template <class Real>
using Bits = hn::Vec<BitsTag<Real>>;

template <class Real>
HWY_INLINE Vector<Real> set(Real value) {
    return hn::Set(Tag<Real>(), value);
}

/// The coefficients of a polynomial.
template <class Real, std::size_t count>
struct Coefficients {
    Vector<Real> c[count];
    HWY_INLINE explicit Coefficients(const Real (&values)[count]) {
        for (std::size_t i = 0; i < count; ++i) c[i] = in_register(set(values[i]));
    }
    /// As horner in random_math.hpp.
    template <std::size_t first, std::size_t step>
    HWY_INLINE Vector<Real> horner(Vector<Real> x) const {
        constexpr std::size_t last = first + (count - 1 - first) / step * step;
        auto sum = c[last];
        for (std::size_t i = last; i > first; i -= step) sum = hn::MulAdd(sum, x, c[i - step]);
        return sum;
    }
};
template <class Real, std::size_t count>
Coefficients(const Real (&)[count]) -> Coefficients<Real, count>;

/// As static_cast<Real>: rounded once.
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

template <class Real>
struct Normals {
    Vector<Real> first, second;
};

/// The bits of a format that the transform works with.
template <class Real>
struct Format;
template <>
struct Format<double> {
    static constexpr int fraction_bits = 52;
    static constexpr std::uint64_t fraction = 0x000fffffffffffff;
    static constexpr std::uint64_t one_half = 0x3fe0000000000000;
    static constexpr std::uint64_t one = 0x3ff0000000000000;
    static constexpr double exponent_of_one = 1086;
    static constexpr double uniform_offset = 0x1.fffffffffffffp-1;
};
template <>
struct Format<float> {
    static constexpr int fraction_bits = 23;
    static constexpr std::uint32_t fraction = 0x007fffff;
    static constexpr std::uint32_t one_half = 0x3f000000;
    static constexpr std::uint32_t one = 0x3f800000;
    static constexpr float exponent_of_one = 158;
    static constexpr float uniform_offset = 0x1.fffffep-1F;
};

/// The small integers of x, exactly.
template <class Real>
HWY_INLINE Vector<Real> small_integers(Bits<Real> x) {
    return hn::ConvertTo(Tag<Real>(), hn::BitCast(hn::RebindToSigned<Tag<Real>>(), x));
}

/// Table::parts[p] for the low four bits p of each lane.
template <class Real>
struct Part {
    Vector<Real> inverse, logarithm;
};
template <class Real>
struct Parts {  // one part
    HWY_INLINE Parts() {}
    HWY_INLINE Part<Real> operator()(Bits<Real>) const {
        constexpr auto& only = detail::BoxMuller<Real>::parts[0];
        return {set(only[0]), set(only[1])};
    }
};
template <>
struct Parts<double> {
    static constexpr auto& table = detail::BoxMuller<double>::parts;
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
    HWY_INLINE Part<double> operator()(Bits<double> p) const {  // some processors gather slowly
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

/// As normal_radius.
template <class Real>
struct Radius {
    using Table = detail::BoxMuller<Real>;
    using F = Format<Real>;
    using D = Tag<Real>;
    using B = BitsTag<Real>;
    decltype(Coefficients(Table::two_log)) two_log;
    Parts<Real> parts;
    Vector<Real> two_log_2, exponent_of_one, one, two;
    Bits<Real> lowest, one_half, fraction;

    HWY_INLINE Radius()
        : two_log(Table::two_log),
          two_log_2(in_register(set(Table::two_log_2))),
          exponent_of_one(in_register(set(F::exponent_of_one))),
          one(in_register(set(Real(1)))),
          two(in_register(set(Real(2)))),
          lowest(in_register(hn::Set(B(), 1))),
          one_half(in_register(hn::Set(B(), F::one_half))),
          fraction(in_register(hn::Set(B(), F::fraction))) {}
    HWY_INLINE Vector<Real> operator()(Bits<Real> even) const {
        const auto u = hn::BitCast(B(), rounded(hn::Or(even, lowest)));
        const auto m = hn::BitCast(D(), hn::OrAnd(one_half, u, fraction));
        const auto k = hn::Sub(exponent_of_one, small_integers<Real>(hn::ShiftRight<F::fraction_bits>(u)));
        const Part<Real> part = parts(hn::ShiftRight<F::fraction_bits - 4>(u));
        const auto f = hn::NegMulAdd(m, part.inverse, one);
        const auto f2 = hn::Mul(f, f);
        const auto sum = hn::MulAdd(f, two_log.template horner<1, 2>(f2), two_log.template horner<0, 2>(f2));
        const auto whole = hn::MulAdd(k, two_log_2, part.logarithm);
        return hn::Sqrt(hn::MulAdd(f2, sum, hn::MulAdd(f, two, whole)));
    }
};

/// As turned_normals.
template <class Real>
struct Turn {
    using Table = detail::BoxMuller<Real>;
    using D = Tag<Real>;
    using B = BitsTag<Real>;
    decltype(Coefficients(Table::cosine)) cosine;
    decltype(Coefficients(Table::sine)) sine;
    Vector<Real> one, scale;
    Bits<Real> two, angle;

    HWY_INLINE Turn()
        : cosine(Table::cosine),
          sine(Table::sine),
          one(in_register(set(Real(1)))),
          scale(set(Table::turn_scale)),
          two(in_register(hn::Set(B(), 2))),
          angle(in_register(hn::Not(hn::Set(B(), 3)))) {}
    HWY_INLINE Normals<Real> operator()(Vector<Real> radius, Bits<Real> odd) const {
        auto x = small_integers<Real>(hn::OrAnd(two, odd, angle));
        if constexpr (Table::turn_scale != 1) x = hn::Mul(x, scale);
        const auto w = hn::Mul(x, x);
        const auto c = hn::MulAdd(w, cosine.template horner<0, 1>(w), one);
        const auto s = hn::Mul(x, sine.template horner<0, 1>(w));
        const auto half_turn = hn::ShiftLeft<8 * sizeof(Real) - 1>(odd);
        const auto r = hn::Xor(radius, hn::BitCast(D(), half_turn));
        const auto mirrored = hn::RebindMask(D(), hn::TestBit(odd, two));
        return {hn::Mul(r, hn::IfThenElse(mirrored, s, c)), hn::Mul(r, hn::IfThenElse(mirrored, c, s))};
    }
};

/// As normals_from_bits and normals_f32_from_bits.
template <class Real>
HWY_INLINE Normals<Real> normals(Bits<Real> even, Bits<Real> odd) {
    return Turn<Real>()(Radius<Real>()(even), odd);
}

/// As uniform_from_bits and uniform_from_word.
template <class Real>
HWY_INLINE Vector<Real> uniforms(Bits<Real> x) {
    using F = Format<Real>;
    const BitsTag<Real> bits;
    const auto above_one =
        hn::Or(hn::ShiftRight<8 * sizeof(Real) - F::fraction_bits>(x), hn::Set(bits, F::one));
    return hn::Sub(hn::BitCast(Tag<Real>(), above_one), set(F::uniform_offset));
}

/// The order of counters in vectors that lets interleaving within 128 bits give the order of samples. With
/// two samples a counter, lane i of a vector is counter lanes/2 (i mod 2) + floor(i/2). With four, two
/// vectors are 2 lanes counters: lane i of the first is lanes (i mod 2) + floor(i/2), that of the second
/// lanes/2 more.
template <std::size_t samples>
HWY_INLINE Block lane_counters() {
    const std::uint64_t lanes = hn::Lanes(Words());
    const VWords lane = hn::Iota(Words(), 0);
    const VWords odd = hn::Sub(all(0), hn::And(lane, all(1)));  // all bits
    const VWords one = hn::Add(hn::And(odd, all(samples == 2 ? lanes / 2 : lanes)), hn::ShiftRight<1>(lane));
    Block counters;
    for (std::uint64_t i = 0; i < streams; ++i) {
        counters[i] = hn::Add(one, all(samples == 2 ? i * lanes : i / 2 * 2 * lanes + i % 2 * lanes / 2));
    }
    return counters;
}

/// Words of the counters from `counter` on, at least `count` of them; they wrap when sample numbers do.
template <std::size_t samples>
HWY_INLINE void make_words(const Philox& philox, std::uint64_t counter, std::size_t count,
                           std::uint64_t* even, std::uint64_t* odd) {
    const std::size_t lanes = hn::Lanes(Words());
    const Block offsets = lane_counters<samples>();
    const std::uint64_t most = ~std::uint64_t{0} / samples;
    const std::uint64_t last = counter + chunk_counters;
    const bool same_high_word = last <= most && last >> 32 == counter >> 32;
    for (std::size_t k = 0; k < count; k += streams * lanes) {
        Block counters;
        for (std::size_t i = 0; i < streams; ++i) counters[i] = hn::Add(offsets[i], all(counter + k));
        Block even_words;
        Block odd_words;
        if (HWY_LIKELY(same_high_word)) {
            finish(philox, two_rounds(philox, counters, counter >> 32), even_words, odd_words);
        } else {
            for (std::size_t i = 0; i < streams; ++i) counters[i] = hn::And(counters[i], all(most));
            finish(philox, two_rounds(philox, counters), even_words, odd_words);
        }
        for (std::size_t i = 0; i < streams; ++i) {
            hn::Store(even_words[i], Words(), even + k + i * lanes);
            hn::Store(odd_words[i], Words(), odd + k + i * lanes);
        }
    }
}

template <class D>
HWY_INLINE void store_pairs(D d, hn::Vec<D> even, hn::Vec<D> odd, hn::TFromD<D>* out) {
    hn::StoreU(hn::InterleaveLower(d, even, odd), d, out);
    hn::StoreU(hn::InterleaveUpper(d, even, odd), d, out + hn::Lanes(d));
}

/// What fill in random_block.cpp works with: the words of `counters` counters become counters * samples
/// numbers.
struct BitsOf {
    using Number = std::uint64_t;
    static constexpr std::size_t samples = 2;
    static constexpr std::size_t counters = hn::MaxLanes(Words());
    static HWY_INLINE void prepare(std::uint64_t*, std::uint64_t*, std::size_t) {}
    HWY_INLINE void transform(const std::uint64_t* even, const std::uint64_t* odd, std::uint64_t* out) const {
        store_pairs(Words(), hn::Load(Words(), even), hn::Load(Words(), odd), out);
    }
};

template <class Real>
struct UniformsOf;
template <class Real>
struct NormalsOf;

template <>
struct UniformsOf<double> : BitsOf {
    using Number = double;
    HWY_INLINE void transform(const std::uint64_t* even, const std::uint64_t* odd, double* out) const {
        store_pairs(Tag<double>(), uniforms<double>(hn::Load(Words(), even)),
                    uniforms<double>(hn::Load(Words(), odd)), out);
    }
};
template <>
struct NormalsOf<double> : BitsOf {
    using Number = double;
    Turn<double> turn;
    HWY_INLINE NormalsOf() {}
    static HWY_INLINE void prepare(std::uint64_t* even, std::uint64_t*, std::size_t count) {
        const Radius<double> radius;
        for (std::size_t k = 0; k < count; k += counters) {
            hn::Store(hn::BitCast(Words(), radius(hn::Load(Words(), even + k))), Words(), even + k);
        }
    }
    HWY_INLINE void transform(const std::uint64_t* even, const std::uint64_t* odd, double* out) const {
        const auto radius = hn::BitCast(Tag<double>(), hn::Load(Words(), even));
        const auto two = turn(radius, hn::Load(Words(), odd));
        store_pairs(Tag<double>(), two.first, two.second, out);
    }
};

/// Four samples a counter, of two vectors of counters.
struct FourSamples {
    using Number = float;
    static constexpr std::size_t samples = 4;
    static constexpr std::size_t counters = 2 * hn::MaxLanes(Words());

    /// The earlier and the later word of the counters of two vectors, in turn.
    struct Pair {
        Bits<float> first, second;
    };
    static HWY_INLINE void prepare(std::uint64_t*, std::uint64_t*, std::size_t) {}
    static HWY_INLINE Pair words(const std::uint64_t* joined) {
        const auto a = hn::BitCast(Halves(), hn::Load(Words(), joined));
        const auto b = hn::BitCast(Halves(), hn::Load(Words(), joined + hn::Lanes(Words())));
        return {hn::OddEven(b, hn::Shuffle2301(a)), hn::OddEven(hn::Shuffle2301(b), a)};
    }
    static HWY_INLINE void store(Vector<float> n0, Vector<float> n1, Vector<float> n2, Vector<float> n3,
                                 float* out) {
        const Tag<float> d;
        const hn::Repartition<double, Tag<float>> d2;
        const std::size_t lanes = hn::Lanes(d);
        const auto lower_01 = hn::BitCast(d2, hn::InterleaveLower(d, n0, n1));
        const auto lower_23 = hn::BitCast(d2, hn::InterleaveLower(d, n2, n3));
        const auto upper_01 = hn::BitCast(d2, hn::InterleaveUpper(d, n0, n1));
        const auto upper_23 = hn::BitCast(d2, hn::InterleaveUpper(d, n2, n3));
        hn::StoreU(hn::BitCast(d, hn::InterleaveLower(d2, lower_01, lower_23)), d, out);
        hn::StoreU(hn::BitCast(d, hn::InterleaveUpper(d2, lower_01, lower_23)), d, out + lanes);
        hn::StoreU(hn::BitCast(d, hn::InterleaveLower(d2, upper_01, upper_23)), d, out + 2 * lanes);
        hn::StoreU(hn::BitCast(d, hn::InterleaveUpper(d2, upper_01, upper_23)), d, out + 3 * lanes);
    }
};
template <>
struct UniformsOf<float> : FourSamples {
    HWY_INLINE void transform(const std::uint64_t* even, const std::uint64_t* odd, float* out) const {
        const Pair a = words(even);
        const Pair b = words(odd);
        store(uniforms<float>(a.first), uniforms<float>(a.second), uniforms<float>(b.first),
              uniforms<float>(b.second), out);
    }
};
template <>
struct NormalsOf<float> : FourSamples {
    Turn<float> turn;
    HWY_INLINE NormalsOf() {}
    static HWY_INLINE void prepare(std::uint64_t* joined, const Radius<float>& radius) {
        const Pair pair = words(joined);
        hn::Store(hn::BitCast(Words(), radius(pair.first)), Words(), joined);
        hn::Store(hn::BitCast(Words(), pair.second), Words(), joined + hn::Lanes(Words()));
    }
    static HWY_INLINE void prepare(std::uint64_t* even, std::uint64_t* odd, std::size_t count) {
        const Radius<float> radius;
        for (std::size_t k = 0; k < count; k += counters) {
            prepare(even + k, radius);
            prepare(odd + k, radius);
        }
    }
    HWY_INLINE Normals<float> turned(const std::uint64_t* prepared) const {
        return turn(hn::BitCast(Tag<float>(), hn::Load(Words(), prepared)),
                    hn::BitCast(Halves(), hn::Load(Words(), prepared + hn::Lanes(Words()))));
    }
    HWY_INLINE void transform(const std::uint64_t* even, const std::uint64_t* odd, float* out) const {
        const auto one = turned(even);
        const auto two = turned(odd);
        store(one.first, one.second, two.first, two.second, out);
    }
};

/// How many indices normals_of_indices takes at a time.
inline constexpr std::size_t index_count = streams * hn::MaxLanes(Words());

HWY_INLINE void normals_of_indices(const Philox& philox, const std::uint64_t* indices, double* out) {
    const std::size_t lanes = hn::Lanes(Words());
    Block counters;
    for (std::size_t i = 0; i < streams; ++i) {
        counters[i] = hn::ShiftRight<1>(hn::LoadU(Words(), indices + i * lanes));
    }
    Block even;
    Block odd;
    finish(philox, two_rounds(philox, counters), even, odd);
    for (std::size_t i = 0; i < streams; ++i) {
        const auto two = normals<double>(even[i], odd[i]);
        const auto index = hn::LoadU(Words(), indices + i * lanes);
        const auto second = hn::RebindMask(Tag<double>(), hn::TestBit(index, all(1)));
        hn::StoreU(hn::IfThenElse(second, two.second, two.first), Tag<double>(), out + i * lanes);
    }
}

HWY_INLINE void normals_of_indices(const Philox& philox, const std::uint64_t* indices, float* out) {
    const Tag<float> d;
    const std::size_t lanes = hn::Lanes(Words());
    Block counters;
    for (std::size_t i = 0; i < streams; ++i) {
        counters[i] = hn::ShiftRight<2>(hn::LoadU(Words(), indices + i * lanes));
    }
    Block even;
    Block odd;
    finish(philox, two_rounds(philox, counters), even, odd);
    for (std::size_t i = 0; i < streams; i += 2) {
        const auto index_a = hn::LoadU(Words(), indices + i * lanes);
        const auto index_b = hn::LoadU(Words(), indices + (i + 1) * lanes);
        const auto a = hn::BitCast(Halves(), hn::IfThenElse(hn::TestBit(index_a, all(2)), odd[i], even[i]));
        const auto b =
            hn::BitCast(Halves(), hn::IfThenElse(hn::TestBit(index_b, all(2)), odd[i + 1], even[i + 1]));
        const auto two = normals<float>(hn::ConcatOdd(Halves(), b, a), hn::ConcatEven(Halves(), b, a));
        const auto index =
            hn::ConcatEven(Halves(), hn::BitCast(Halves(), index_b), hn::BitCast(Halves(), index_a));
        const auto second = hn::RebindMask(d, hn::TestBit(index, hn::Set(Halves(), 1)));
        hn::StoreU(hn::IfThenElse(second, two.second, two.first), d, out + i * lanes);
    }
}

}  // namespace sigprop::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

// What random/arrays.cpp needs on a vector set: the words of chunks become samples, in their order.

#if defined(SIGPROP_RANDOM_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SIGPROP_RANDOM_INL_HPP
#undef SIGPROP_RANDOM_INL_HPP
#else
#define SIGPROP_RANDOM_INL_HPP
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

#include "core/random/philox-inl.hpp"
#include "core/random/transform-inl.hpp"

#if HWY_NATIVE_FMA
HWY_BEFORE_NAMESPACE();
namespace sigprop::HWY_NAMESPACE {

template <class D>
HWY_INLINE void store_pairs(D d, hn::Vec<D> even, hn::Vec<D> odd, hn::TFromD<D>* out) {
    hn::StoreU(hn::InterleaveLower(d, even, odd), d, out);
    hn::StoreU(hn::InterleaveUpper(d, even, odd), d, out + hn::Lanes(d));
}

/// Whether roots are taken late: eight take as long as the words of five counters, but on the divider alone.
inline constexpr bool late_roots = HWY_TARGET == HWY_AVX3;

/// The interface that fill in random/arrays.cpp uses, in three steps: prepare() the words of a chunk, take
/// the roots() of the group of counters at a place, and transform() the words of `counters` counters to
/// counters * samples numbers.
struct BitsOf {
    using Number = std::uint64_t;
    static constexpr std::size_t samples = 2;
    static constexpr std::size_t counters = hn::MaxLanes(Words());
    static HWY_INLINE void prepare(std::uint64_t*, std::uint64_t*) {}
    static HWY_INLINE void roots(std::uint64_t*, std::uint64_t*, std::size_t) {}
    HWY_INLINE void transform(const std::uint64_t* even, const std::uint64_t* odd, std::uint64_t* out) const {
        store_pairs(Words(), hn::Load(Words(), even), hn::Load(Words(), odd), out);
    }
};

template <class T>
struct UniformsOf;
template <class T>
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
    static HWY_NOINLINE void prepare(std::uint64_t* even, std::uint64_t*) {
        const RadiusSquare<double> square;
        for (std::size_t k = 0; k < chunk_counters; k += counters) {
            const auto prepared = square(hn::Load(Words(), even + k));
            hn::Store(hn::BitCast(Words(), late_roots ? prepared : hn::Sqrt(prepared)), Words(), even + k);
        }
    }
    static HWY_INLINE void roots(std::uint64_t* even, std::uint64_t*, std::size_t first) {
        if (!late_roots) return;
        for (std::size_t k = first; k < first + group_counters; k += counters) {
            const auto square = hn::BitCast(Tag<double>(), hn::Load(Words(), even + k));
            hn::Store(hn::BitCast(Words(), hn::Sqrt(square)), Words(), even + k);
        }
    }
    HWY_INLINE void transform(const std::uint64_t* even, const std::uint64_t* odd, double* out) const {
        const auto radius = hn::BitCast(Tag<double>(), hn::Load(Words(), even));
        const auto two = turn(radius, hn::Load(Words(), odd));
        store_pairs(Tag<double>(), two.first, two.second, out);
    }
};

/// Four samples per counter, from two vectors of counters.
struct FourSamples {
    using Number = float;
    static constexpr std::size_t samples = 4;
    static constexpr std::size_t counters = 2 * hn::MaxLanes(Words());

    /// The earlier and the later words of two vectors of counters, alternating between the vectors.
    struct Pair {
        Bits<float> first, second;
    };
    static HWY_INLINE void prepare(std::uint64_t*, std::uint64_t*) {}
    static HWY_INLINE void roots(std::uint64_t*, std::uint64_t*, std::size_t) {}
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
    static HWY_INLINE void prepare(std::uint64_t* joined, const RadiusSquare<float>& square) {
        const Pair pair = words(joined);
        hn::Store(hn::BitCast(Words(), hn::Sqrt(square(pair.first))), Words(), joined);
        hn::Store(hn::BitCast(Words(), pair.second), Words(), joined + hn::Lanes(Words()));
    }
    static HWY_NOINLINE void prepare(std::uint64_t* even, std::uint64_t* odd) {
        const RadiusSquare<float> square;
        for (std::size_t k = 0; k < chunk_counters; k += counters) {
            prepare(even + k, square);
            prepare(odd + k, square);
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

}  // namespace sigprop::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#endif

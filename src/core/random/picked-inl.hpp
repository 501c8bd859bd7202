// Numbers of indices in any order, on a vector set: the words of all are made first, then they become
// numbers.

#if defined(SIGPROP_RANDOM_PICKED_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SIGPROP_RANDOM_PICKED_INL_HPP
#undef SIGPROP_RANDOM_PICKED_INL_HPP
#else
#define SIGPROP_RANDOM_PICKED_INL_HPP
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

#include "core/random/philox-inl.hpp"
#include "core/random/transform-inl.hpp"

#if HWY_NATIVE_FMA
HWY_BEFORE_NAMESPACE();
namespace sigprop::HWY_NAMESPACE {

/// Indices whose words are made at a time, and those that are transformed together: the constants of a
/// transform are loaded once for all of these.
inline constexpr std::size_t index_group = group_counters;
inline constexpr std::size_t max_indices = 4 * index_group;

/// The words of picked counters, in the order of the indices.
struct PickedWords {
    HWY_ALIGN std::uint64_t even[max_indices];
    HWY_ALIGN std::uint64_t odd[max_indices];
};

/// The Philox words of the counters of these indices, with 2^shift samples per counter.
template <int shift>
HWY_INLINE void words_of_indices(const Philox& philox, const std::uint64_t* indices, VectorGroup& even,
                                 VectorGroup& odd) {
    VectorGroup counters;
    for (std::size_t i = 0; i < streams; ++i) {
        counters[i] = hn::ShiftRight<shift>(hn::LoadU(Words(), indices + i * hn::Lanes(Words())));
    }
    finish(philox, two_rounds(philox, counters), even, odd);
}

/// What pick in random/arrays.cpp uses: words() of a group of indices, then numbers() of all, a multiple of
/// index_group.
template <class Number>
struct Picked;

template <>
struct Picked<std::uint64_t> {
    static HWY_INLINE void words(const Philox& philox, const std::uint64_t* indices, std::uint64_t* chosen,
                                 std::uint64_t*) {
        VectorGroup even;
        VectorGroup odd;
        words_of_indices<1>(philox, indices, even, odd);
        for (std::size_t i = 0; i < streams; ++i) {
            const std::size_t at = i * hn::Lanes(Words());
            const auto second = hn::TestBit(hn::LoadU(Words(), indices + at), all(1));
            hn::Store(hn::IfThenElse(second, odd[i], even[i]), Words(), chosen + at);
        }
    }
    static HWY_INLINE void numbers(const std::uint64_t*, PickedWords& picked, std::size_t count,
                                   std::uint64_t* out) {
        for (std::size_t k = 0; k < count; k += hn::Lanes(Words())) {
            hn::StoreU(hn::Load(Words(), picked.even + k), Words(), out + k);
        }
    }
};

template <>
struct Picked<double> {
    static HWY_INLINE void words(const Philox& philox, const std::uint64_t* indices, std::uint64_t* even,
                                 std::uint64_t* odd) {
        VectorGroup even_words;
        VectorGroup odd_words;
        words_of_indices<1>(philox, indices, even_words, odd_words);
        for (std::size_t i = 0; i < streams; ++i) {
            hn::Store(even_words[i], Words(), even + i * hn::Lanes(Words()));
            hn::Store(odd_words[i], Words(), odd + i * hn::Lanes(Words()));
        }
    }
    static HWY_INLINE void numbers(const std::uint64_t* indices, PickedWords& picked, std::size_t count,
                                   double* out) {
        const std::size_t lanes = hn::Lanes(Words());
        const RadiusSquare<double> square;
        for (std::size_t k = 0; k < count; k += lanes) {
            const auto radius = hn::Sqrt(square(hn::Load(Words(), picked.even + k)));
            hn::Store(hn::BitCast(Words(), radius), Words(), picked.even + k);
        }
        const Turn<double> turn;
        for (std::size_t k = 0; k < count; k += lanes) {
            const auto radius = hn::BitCast(Tag<double>(), hn::Load(Words(), picked.even + k));
            const auto two = turn(radius, hn::Load(Words(), picked.odd + k));
            const auto index = hn::LoadU(Words(), indices + k);
            const auto second = hn::RebindMask(Tag<double>(), hn::TestBit(index, all(1)));
            hn::StoreU(hn::IfThenElse(second, two.second, two.first), Tag<double>(), out + k);
        }
    }
};

template <>
struct Picked<float> {
    /// The two words that the normal of each index comes from.
    static HWY_INLINE void words(const Philox& philox, const std::uint64_t* indices, std::uint64_t* chosen,
                                 std::uint64_t*) {
        VectorGroup even;
        VectorGroup odd;
        words_of_indices<2>(philox, indices, even, odd);
        for (std::size_t i = 0; i < streams; ++i) {
            const std::size_t at = i * hn::Lanes(Words());
            const auto later = hn::TestBit(hn::LoadU(Words(), indices + at), all(2));
            hn::Store(hn::IfThenElse(later, odd[i], even[i]), Words(), chosen + at);
        }
    }
    static HWY_INLINE void numbers(const std::uint64_t* indices, PickedWords& picked, std::size_t count,
                                   float* out) {
        const std::size_t lanes = hn::Lanes(Words());
        const RadiusSquare<float> square;
        const Turn<float> turn;
        for (std::size_t k = 0; k < count; k += 2 * lanes) {
            const auto a = hn::BitCast(Halves(), hn::Load(Words(), picked.even + k));
            const auto b = hn::BitCast(Halves(), hn::Load(Words(), picked.even + k + lanes));
            const auto two =
                turn(hn::Sqrt(square(hn::ConcatOdd(Halves(), b, a))), hn::ConcatEven(Halves(), b, a));
            const auto index_a = hn::BitCast(Halves(), hn::LoadU(Words(), indices + k));
            const auto index_b = hn::BitCast(Halves(), hn::LoadU(Words(), indices + k + lanes));
            const auto index = hn::ConcatEven(Halves(), index_b, index_a);
            const auto second = hn::RebindMask(Tag<float>(), hn::TestBit(index, hn::Set(Halves(), 1)));
            hn::StoreU(hn::IfThenElse(second, two.second, two.first), Tag<float>(), out + k);
        }
    }
};

}  // namespace sigprop::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#endif

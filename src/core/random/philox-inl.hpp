// Philox4x32-10 on vectors, compiled once per target by random/arrays.cpp. Each 64-bit lane of a vector holds
// one 32-bit word of a counter: the multiplication reads the low halves and ignores the high ones, which need
// no clearing. The bits are those of philox_words.

#if defined(SIGPROP_RANDOM_PHILOX_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SIGPROP_RANDOM_PHILOX_INL_HPP
#undef SIGPROP_RANDOM_PHILOX_INL_HPP
#else
#define SIGPROP_RANDOM_PHILOX_INL_HPP
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

#include "core/random/arrays.hpp"

#if HWY_NATIVE_FMA
HWY_BEFORE_NAMESPACE();
namespace sigprop::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Words = hn::CappedTag<std::uint64_t, 8>;  // one counter per lane
using Halves = hn::Repartition<std::uint32_t, Words>;
using VWords = hn::Vec<Words>;

/// The number of vectors of counters worked on at once, since the rounds wait for their multiplications.
inline constexpr std::size_t streams = HWY_TARGET == HWY_AVX3 ? 4 : 2;
inline constexpr std::size_t group_counters = streams * hn::MaxLanes(Words());
/// Counters whose words are made before they are transformed: one loop for both would lack registers.
inline constexpr std::size_t chunk_counters = HWY_TARGET == HWY_AVX3 ? 64 : 128;
struct VectorGroup {
    VWords v[streams];
    HWY_INLINE VectorGroup() {}  // g++ for aarch64 makes its own without the instructions of the vector set
    HWY_INLINE VWords& operator[](std::size_t i) { return v[i]; }
    HWY_INLINE const VWords& operator[](std::size_t i) const { return v[i]; }
};

/// Hides from the compiler that x is a constant, so that it stays in a register. AVX-512 has 32 of them, and
/// operations on operands in memory are a quarter slower there.
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

/// The keys of the rounds, one copy for each lane, and the values that all counters share.
struct Philox {
    static constexpr std::uint64_t multiplier_0 = 0xd2511f53;
    static constexpr std::uint64_t multiplier_1 = 0xcd9e8d57;
    HWY_ALIGN std::uint64_t keys_0[10][8];
    HWY_ALIGN std::uint64_t keys_1[10][8];
    std::uint64_t first_product;  // multiplier_1 stream_low
    std::uint64_t last;

    explicit Philox(const PhiloxInput& input)
        : first_product(multiplier_1 * input.stream_low), last(input.last) {
        for (std::uint32_t i = 0; i < 10; ++i) {
            const std::uint64_t key_0 = input.key[0] + i * 0x9e3779b9;
            const std::uint64_t key_1 = input.key[1] + i * 0xbb67ae85;
            for (std::size_t lane = 0; lane < 8; ++lane) {
                keys_0[i][lane] = i < 9 ? key_0 : key_0 << 32;  // finish() needs the last key there
                keys_1[i][lane] = i < 9 ? key_1 : key_1 << 32;
            }
        }
    }
    HWY_INLINE VWords key_0(std::size_t round) const { return in_register(hn::Load(Words(), keys_0[round])); }
    HWY_INLINE VWords key_1(std::size_t round) const { return in_register(hn::Load(Words(), keys_1[round])); }
};

/// The four words of each counter between two rounds, in the low halves of the lanes.
struct State {
    VectorGroup a, b, c, d;
    HWY_INLINE State() {}  // as above
};

/// The first two rounds, for any counters.
HWY_INLINE State two_rounds(const Philox& philox, const VectorGroup& counters) {
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

/// What the first two rounds need for counters that share their high word: half of the words are the same for
/// all of them. Kept in memory, since a broadcast from there does not use the ports of vector arithmetic.
struct Start {
    std::uint64_t first;  ///< multiplier_0 times the low half of the first counter
    std::uint64_t key_c, next_a, next_c, second_product;

    Start(const Philox& philox, std::uint64_t counter)
        : first(Philox::multiplier_0 * (counter & 0xffffffff)),
          key_c(philox.last ^ philox.keys_1[0][0]),
          next_a((philox.first_product & 0xffffffff) ^ philox.keys_0[1][0]) {
        const std::uint64_t a = (philox.first_product >> 32) ^ philox.keys_0[0][0] ^ (counter >> 32);
        second_product = Philox::multiplier_0 * (a & 0xffffffff);
        next_c = (second_product >> 32) ^ philox.keys_1[1][0];
    }
};

/// The first two rounds of a group of counters; products[i] is multiplier_0 times their low halves.
HWY_INLINE State two_rounds(const Start& start, const VectorGroup& products) {
    const VWords key_c = in_register(all(start.key_c));
    const VWords next_a = in_register(all(start.next_a));
    const VWords next_c = in_register(all(start.next_c));
    const VWords second_product = in_register(all(start.second_product));
    State s;
    for (std::size_t i = 0; i < streams; ++i) {
        const VWords y = product(hn::Xor(high(products[i]), key_c), all(Philox::multiplier_1));
        s.a[i] = hn::Xor(high(y), next_a);
        s.b[i] = y;
        s.c[i] = hn::Xor(products[i], next_c);
        s.d[i] = second_product;
    }
    return s;
}

/// The other eight rounds: words 0-1 and 2-3 of each counter, the earlier word in the upper half.
HWY_INLINE void finish(const Philox& philox, State s, VectorGroup& even, VectorGroup& odd) {
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

/// The order of counters in vectors for which interleaving within 128 bits gives the order of samples. With
/// two samples per counter, lane i of a vector holds counter lanes/2 (i mod 2) + floor(i/2). With four, two
/// vectors hold 2 lanes counters: lane i of the first holds lanes (i mod 2) + floor(i/2), and that of the
/// second lanes/2 more.
template <std::size_t samples>
HWY_INLINE VectorGroup lane_counters() {
    const std::uint64_t lanes = hn::Lanes(Words());
    const VWords lane = hn::Iota(Words(), 0);
    const VWords odd = hn::Sub(all(0), hn::And(lane, all(1)));  // all bits
    const VWords one = hn::Add(hn::And(odd, all(samples == 2 ? lanes / 2 : lanes)), hn::ShiftRight<1>(lane));
    VectorGroup counters;
    for (std::uint64_t i = 0; i < streams; ++i) {
        counters[i] = hn::Add(one, all(samples == 2 ? i * lanes : i / 2 * 2 * lanes + i % 2 * lanes / 2));
    }
    return counters;
}

/// Makes the words of a chunk of counters from `counter` on; they wrap when sample numbers do. Before each
/// group of counters it calls beside(k) with the group's place k: the divisions and roots there run while the
/// other units make words.
template <std::size_t samples, class Beside>
HWY_NOINLINE void make_words(const Philox& philox, const Start& start, std::uint64_t counter,
                             std::uint64_t* even, std::uint64_t* odd, Beside beside) {
    const std::size_t lanes = hn::Lanes(Words());
    const VectorGroup offsets = lane_counters<samples>();
    const std::uint64_t most = ~std::uint64_t{0} / samples;
    const std::uint64_t last = counter + chunk_counters;
    const bool same_high_word = last <= most && last >> 32 == counter >> 32;
    VectorGroup products;
    for (std::size_t i = 0; i < streams; ++i) {
        products[i] = hn::Add(all(start.first), product(offsets[i], all(Philox::multiplier_0)));
    }
    for (std::size_t k = 0; k < chunk_counters; k += group_counters) {
        beside(k);
        VectorGroup even_words;
        VectorGroup odd_words;
        if (HWY_LIKELY(same_high_word)) {
            finish(philox, two_rounds(start, products), even_words, odd_words);
            for (std::size_t i = 0; i < streams; ++i) {
                products[i] = hn::Add(products[i], all(Philox::multiplier_0 * group_counters));
            }
        } else {
            VectorGroup counters;
            for (std::size_t i = 0; i < streams; ++i) {
                counters[i] = hn::And(hn::Add(offsets[i], all(counter + k)), all(most));
            }
            finish(philox, two_rounds(philox, counters), even_words, odd_words);
        }
        for (std::size_t i = 0; i < streams; ++i) {
            hn::Store(even_words[i], Words(), even + k + i * lanes);
            hn::Store(odd_words[i], Words(), odd + k + i * lanes);
        }
    }
}

}  // namespace sigprop::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#endif

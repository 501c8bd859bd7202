#pragma once
// Random numbers as a pure function: what sample `index` of `stream` under `seed` draws does not depend on
// which thread, rank or vector unit asks, nor on what was asked before. The bits are those of Philox4x32-10
// (J. Salmon, M. Moraes, R. Dror, D. Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011); the
// transforms use IEEE +, -, *, /, sqrt and fused multiply-add alone, in a fixed order, so that every
// compiler, every C library and every vector width gives the same numbers. The wrong tool for cryptography.
//
// What (seed, stream, index, draw) means, fixed for good:
//     key      = seed: low 32 bits, high 32 bits
//     counter  = pair: low 32 bits, high 32 bits | stream: low 32 bits | draw << 16 + stream's high 16 bits
//     pair     = index >> 1: one call of Philox serves two samples, words 0-1 the even one, words 2-3 the odd
//                one (the earlier word is the upper half), so that a sample owns 64 bits for each draw
//     uniform  = (2 floor(bits / 2^12) + 1) / 2^53: odd multiples of 2^-53, never 0, 1/2 or 1, symmetric
//                around 1/2, mean exactly 1/2; 52 random bits
//     normal   = Box-Muller on the pair: the even sample's 64 bits give the radius r = sqrt(-2 log u), u the
//                double nearest to (bits | 1) / 2^64 (so |z| reaches 9.41; beyond it lies 5e-21 of the mass);
//                of the odd sample's 64 bits the lowest turns r into -r, the next swaps the two normals, the
//                rest is the angle t in (-1/2, 1/2) right angles, an odd multiple of 2^-63 rounded to a
//                double: even = r cos t, odd = r sin t. No normal is 0.
// In single precision one call serves four samples of 32 bits; the numbers differ from the double ones:
//     quad     = index >> 2 takes the place of pair; sample 4 quad + i owns word i
//     uniform  = (2 floor(word / 2^9) + 1) / 2^24: odd multiples of 2^-24; 23 random bits
//     normal   = as above from words 0-1 for samples 0 and 1 and words 2-3 for samples 2 and 3, the earlier
//                one the radius: u in [2^-32, 1], so |z| reaches 6.66; beyond it lies 2.7e-11 of the mass
// `draw` is 0 for the first bits of a sample and counts up where it needs more: attempts of a rejection, say.

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace sigprop {

struct PhiloxInput;  // the input of Philox; private to the library

/// The Philox4x32-10 bijection of Random123: four words of counter, two of key, least significant first.
[[nodiscard]] std::array<std::uint32_t, 4> philox4x32_10(const std::array<std::uint32_t, 4>& counter,
                                                         const std::array<std::uint32_t, 2>& key);

/// The 48-bit stream number of a text: its 64-bit FNV-1a hash h, mixed by MurmurHash3's finaliser and folded,
/// (h xor h >> 48) mod 2^48. Among 1,000 texts two share a stream with probability 2e-9.
[[nodiscard]] std::uint64_t stream_number(std::string_view text);

class RandomStream {
public:
    /// Errors   InputError when stream >= 2^48
    RandomStream(std::uint64_t seed, std::uint64_t stream);
    RandomStream(std::uint64_t seed, std::string_view name) : RandomStream(seed, stream_number(name)) {}

    [[nodiscard]] std::uint64_t bits(std::uint64_t index, std::uint16_t draw = 0) const;
    /// In [2^-53, 1 - 2^-53].
    [[nodiscard]] double uniform(std::uint64_t index, std::uint16_t draw = 0) const;
    /// N(0, 1).
    /// Accuracy relative error of the transform <= 5 * 2^-53
    [[nodiscard]] double normal(std::uint64_t index, std::uint16_t draw = 0) const;

    /// The same in single precision, from 32 bits per sample; the numbers differ from the double ones.
    /// In [2^-24, 1 - 2^-24].
    [[nodiscard]] float uniform_f32(std::uint64_t index, std::uint16_t draw = 0) const;
    /// N(0, 1).
    /// Accuracy relative error of the transform <= 5 * 2^-24
    [[nodiscard]] float normal_f32(std::uint64_t index, std::uint16_t draw = 0) const;

    /// out[k] = bits(first + k, draw), uniform(first + k, draw) and so on, on vectors; indices wrap at 2^64.
    /// Errors   InputError if the environment names a vector set that is not available (vector_target.hpp)
    void fill_bits(std::uint64_t first, std::span<std::uint64_t> out, std::uint16_t draw = 0) const;
    void fill_uniforms(std::uint64_t first, std::span<double> out, std::uint16_t draw = 0) const;
    void fill_uniforms(std::uint64_t first, std::span<float> out, std::uint16_t draw = 0) const;
    void fill_normals(std::uint64_t first, std::span<double> out, std::uint16_t draw = 0) const;
    void fill_normals(std::uint64_t first, std::span<float> out, std::uint16_t draw = 0) const;

    /// out[k] = bits, normal and normal_f32 of (indices[k], draw), for indices in any order.
    /// Shapes   as many indices as numbers
    void bits_at(std::span<const std::uint64_t> indices, std::span<std::uint64_t> out,
                 std::uint16_t draw = 0) const;
    void normals_at(std::span<const std::uint64_t> indices, std::span<double> out,
                    std::uint16_t draw = 0) const;
    void normals_at(std::span<const std::uint64_t> indices, std::span<float> out,
                    std::uint16_t draw = 0) const;

private:
    [[nodiscard]] PhiloxInput input(std::uint16_t draw) const;

    std::array<std::uint32_t, 2> key_;
    std::uint32_t stream_low_;
    std::uint32_t stream_high_;
};

}  // namespace sigprop

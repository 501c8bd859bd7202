#pragma once
// Random numbers as a pure function: what sample `index` of `stream` under `seed` draws does not depend on
// which thread, rank or vector unit asks, nor on what was asked before. The bits are those of Philox4x32-10
// (J. Salmon, M. Moraes, R. Dror, D. Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011); the
// transforms use IEEE +, -, *, / and sqrt alone, in a fixed order and never fused, so that every compiler,
// every C library and every vector width gives the same doubles. The wrong tool for cryptography.
//
// What (seed, stream, index, draw) means, fixed for good:
//     key      = seed: low 32 bits, high 32 bits
//     counter  = pair: low 32 bits, high 32 bits | stream: low 32 bits | draw << 16 + stream's high 16 bits
//     pair     = index >> 1: one call of Philox serves two samples, words 0-1 the even one, words 2-3 the odd
//                one (the earlier word is the lower half), so that a sample owns 64 bits for each draw
//     uniform  = (2 floor(bits / 2^12) + 1) / 2^53: odd multiples of 2^-53, never 0, 1/2 or 1, symmetric
//                around 1/2, mean exactly 1/2; 52 random bits
//     normal   = Box-Muller on the pair: the even sample's 64 bits give the radius sqrt(-2 log u) with u in
//                [2^-64, 1] (so |z| reaches 9.41; beyond it lies 5e-21 of the mass), the odd sample's 64 bits
//                give the angle: two bits of quadrant, 52 bits within; even = r cos, odd = r sin
// A draw counts what one sample needs beyond its first 64 bits, from 0: attempts of a rejection, say.

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace sigprop {

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

    /// out[k] = uniform(first + k, draw) and normal(first + k, draw), faster; indices wrap at 2^64.
    void fill_uniforms(std::uint64_t first, std::span<double> out, std::uint16_t draw = 0) const;
    void fill_normals(std::uint64_t first, std::span<double> out, std::uint16_t draw = 0) const;
    void fill_uniforms(std::uint64_t first, std::span<float> out, std::uint16_t draw = 0) const;
    void fill_normals(std::uint64_t first, std::span<float> out, std::uint16_t draw = 0) const;
    /// out[k] = what fill_normals gives for indices[k].
    void normals_at(std::span<const std::uint64_t> indices, std::span<double> out,
                    std::uint16_t draw = 0) const;
    void normals_at(std::span<const std::uint64_t> indices, std::span<float> out,
                    std::uint16_t draw = 0) const;

private:
    [[nodiscard]] std::array<std::uint64_t, 2> pair(std::uint64_t index, std::uint16_t draw) const;

    std::array<std::uint32_t, 2> key_;
    std::uint32_t stream_low_;
    std::uint32_t stream_high_;
};

}  // namespace sigprop

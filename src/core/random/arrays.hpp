#pragma once
// The arrays of a RandomStream's numbers, which random/arrays.cpp computes on vectors for random.cpp. The
// bits are those of the scalar functions on every vector set.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace sigprop {

/// The input of Philox besides the low half of the counter.
struct PhiloxInput {
    std::array<std::uint32_t, 2> key;
    std::uint32_t stream_low, last;
};

/// The words of Philox for one counter: words 0-1 and 2-3, the earlier word in the upper half.
[[nodiscard]] std::array<std::uint64_t, 2> philox_words(const PhiloxInput& input, std::uint64_t counter);

/// out[k] is what sample first + k holds.
void fill_bits(const PhiloxInput& input, std::uint64_t first, std::span<std::uint64_t> out);
void fill_uniforms(const PhiloxInput& input, std::uint64_t first, std::span<double> out);
void fill_uniforms(const PhiloxInput& input, std::uint64_t first, std::span<float> out);
void fill_normals(const PhiloxInput& input, std::uint64_t first, std::span<double> out);
void fill_normals(const PhiloxInput& input, std::uint64_t first, std::span<float> out);

/// out[k] is what sample indices[k] holds; both spans have the same length.
void bits_at(const PhiloxInput& input, std::span<const std::uint64_t> indices, std::span<std::uint64_t> out);
void normals_at(const PhiloxInput& input, std::span<const std::uint64_t> indices, std::span<double> out);
void normals_at(const PhiloxInput& input, std::span<const std::uint64_t> indices, std::span<float> out);

}  // namespace sigprop

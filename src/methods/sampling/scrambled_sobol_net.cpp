#include "methods/sampling/scrambled_sobol_net.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <stdexcept>
#include <string>

#include "methods/sampling/nested.hpp"

namespace sigprop {
namespace {

constexpr std::size_t max_points = 512;

/// Replaces indices by the random words that they select.
void look_up(const RandomStream& stream, std::uint16_t variable, std::span<std::uint64_t> indices) {
    constexpr std::size_t few = std::size_t{1} << nested_digits;
    if (indices.size() <= few / 2 || indices[0] >= 2 * few) {
        return stream.bits_at(indices, indices, variable);
    }
    std::array<std::uint64_t, few> shared;
    stream.fill_bits(few, shared, variable);
    for (std::uint64_t& index : indices) index = shared[index - few];
}

}  // namespace

ScrambledSobolNet::ScrambledSobolNet(int variables, int log2_points, int scramblings, std::uint64_t seed,
                                     std::string_view stream)
    : directions_(sobol_directions(variables)), log2_points_(log2_points) {
    if (log2_points < 1 || log2_points > sobol_directions_count) {
        throw std::logic_error("there is no scrambled net of 2^" + std::to_string(log2_points) + " points");
    }
    for (int s = 0; s < scramblings; ++s) {
        streams_.emplace_back(seed, "scrambling " + std::to_string(s) + " of " + std::string(stream));
    }
}

void ScrambledSobolNet::fill_unscrambled(std::uint64_t first, std::span<std::uint64_t> out,
                                         int variable) const {
    const SobolDirections& direction = directions_[static_cast<std::size_t>(variable)];
    const std::uint64_t index = first & ((std::uint64_t{1} << log2_points_) - 1);
    std::uint64_t x = 0;
    for (std::uint64_t code = index ^ (index >> 1); code != 0; code &= code - 1) {
        x ^= direction[static_cast<std::size_t>(std::countr_zero(code))];
    }
    const auto next = [&](std::size_t k) {  // the Gray code of the next index differs in one bit
        return direction[static_cast<std::size_t>(std::countr_zero(index + k + 1))];
    };
    // Aligned groups of 2^m points differ from their first ones in the same way.
    constexpr std::size_t group = 8;
    std::size_t k = 0;
    if (index % group == 0) {
        std::array<std::uint64_t, group> steps{};
        for (std::size_t j = 1; j < group; ++j) {
            steps[j] = steps[j - 1] ^ direction[static_cast<std::size_t>(std::countr_zero(j))];
        }
        for (; k + group < out.size(); k += group) {
            for (std::size_t j = 0; j < group; ++j) out[k + j] = x ^ steps[j];
            x ^= steps[group - 1] ^ next(k + group - 1);
        }
    }
    for (; k < out.size(); ++k) {
        out[k] = x;
        if (k + 1 < out.size()) x ^= next(k);  // after the last point of the net there is none
    }
}

void ScrambledSobolNet::fill(std::uint64_t first, std::span<std::uint64_t> out, int variable) const {
    if (out.size() > max_points) throw std::logic_error("too many points of a net were asked for at once");
    std::array<std::uint64_t, max_points> all_points;
    std::array<std::uint64_t, max_points> all_words;
    const auto points = std::span(all_points).first(out.size());
    const auto words = std::span(all_words).first(out.size());
    fill_unscrambled(first, points, variable);
    std::ranges::copy(points, out.begin());
    const RandomStream& stream = streams_.at(first >> log2_points_);
    const auto draw = static_cast<std::uint16_t>(variable);
    std::ranges::fill(words, stream.bits(1, draw));
    int digits = 0;
    for (; digits < log2_points_; digits += nested_digits) {
        flip_nested(points, digits, words, out);
        look_up(stream, draw, words);
    }
    // After these digits, which differ from point to point, come the bits of the word itself.
    const std::uint64_t own = ~(~std::uint64_t{0} >> digits);
    for (std::size_t k = 0; k < out.size(); ++k) out[k] = (out[k] & own) | words[k] >> digits;
}

}  // namespace sigprop

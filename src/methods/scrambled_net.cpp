#include "methods/scrambled_net.hpp"

#include <array>
#include <bit>
#include <stdexcept>
#include <string>

namespace sigprop {
namespace {

constexpr int digits_a_word = 6;
constexpr std::size_t most_points = 512;

/// The six digits flipped as the word says: its bit 2^j + p belongs to the prefix of j digits p.
std::uint64_t flipped(std::uint64_t digits, std::uint64_t word) {
    const std::uint64_t path = 64 | digits;
    std::uint64_t flips = word >> 1 & 1;
    for (int left = digits_a_word - 1; left > 0; --left) flips = flips << 1 | (word >> (path >> left) & 1);
    return digits ^ flips;
}

/// The random words of one variable of one scrambling.
class Words {
public:
    Words(const RandomStream& stream, int variable)
        : stream_(stream), draw_(static_cast<std::uint16_t>(variable)), root_(stream.bits(1, draw_)) {}

    /// The word that belongs to the first digits of x.
    std::uint64_t operator()(std::uint64_t x, int digits) {
        if (digits == 0) return root_;
        const std::uint64_t prefix = x >> (64 - digits);
        if (digits > digits_a_word) return stream_.bits(std::uint64_t{1} << digits | prefix, draw_);
        // Several points of a block share these.
        if ((known_ >> prefix & 1) == 0) {
            known_ |= std::uint64_t{1} << prefix;
            shared_[prefix] = stream_.bits(64 | prefix, draw_);
        }
        return shared_[prefix];
    }

private:
    const RandomStream& stream_;
    std::uint16_t draw_;
    std::uint64_t root_;
    std::uint64_t known_ = 0;
    std::array<std::uint64_t, 64> shared_;
};

}  // namespace

ScrambledNet::ScrambledNet(int variables, int log2_points, int scramblings, std::uint64_t seed,
                           std::string_view stream)
    : directions_(sobol_directions(variables)), log2_points_(log2_points) {
    if (log2_points < 1 || log2_points > sobol_directions_count) {
        throw std::logic_error("a net of 2^" + std::to_string(log2_points) + " points");
    }
    for (int s = 0; s < scramblings; ++s) {
        streams_.emplace_back(seed, "scrambling " + std::to_string(s) + " of " + std::string(stream));
    }
}

void ScrambledNet::fill_unscrambled(std::uint64_t first, std::span<std::uint64_t> out, int variable) const {
    const SobolDirections& direction = directions_[static_cast<std::size_t>(variable)];
    const std::uint64_t index = first & ((std::uint64_t{1} << log2_points_) - 1);
    std::uint64_t x = 0;
    for (std::uint64_t code = index ^ (index >> 1); code != 0; code &= code - 1) {
        x ^= direction[static_cast<std::size_t>(std::countr_zero(code))];
    }
    for (std::size_t k = 0; k < out.size(); ++k) {
        out[k] = x;
        // The Gray code of the next index differs in one bit; behind the last point there is none to add.
        const auto bit = static_cast<std::size_t>(std::countr_zero(index + k + 1));
        if (k + 1 < out.size()) x ^= direction[bit];
    }
}

void ScrambledNet::fill(std::uint64_t first, std::span<std::uint64_t> out, int variable) const {
    if (out.size() > most_points) throw std::logic_error("too many points of a net at once");
    fill_unscrambled(first, out, variable);
    Words word(streams_.at(first >> log2_points_), variable);
    const int nested = (log2_points_ + digits_a_word - 1) / digits_a_word * digits_a_word;
    for (std::uint64_t& x : out) {
        std::uint64_t scrambled = 0;
        for (int before = 0; before < nested; before += digits_a_word) {
            const std::uint64_t digits = x >> (64 - digits_a_word - before) & 63;
            scrambled = scrambled << digits_a_word | flipped(digits, word(x, before));
        }
        const std::uint64_t rest = word(x, nested) >> nested;
        x = scrambled << (64 - nested) | rest;
    }
}

}  // namespace sigprop

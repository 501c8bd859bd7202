// Flips of six digits on every vector set equal those of the definition, computed digit by digit.

#include "methods/sampling/nested.hpp"

#include <doctest/doctest.h>

#include <sigprop/core/random/random.hpp>
#include <vector>

#include "core/simd/target.hpp"

using namespace sigprop;

namespace {

using Words = std::vector<std::uint64_t>;

Words random_words(std::string_view name, std::uint64_t count) {
    Words words(count);
    RandomStream(1, name).fill_bits(0, words);
    return words;
}

/// Digit number k from the left.
bool digit(std::uint64_t x, int k) { return (x >> (63 - k) & 1) != 0; }

std::uint64_t flipped(std::uint64_t x, std::uint64_t word, int before, std::uint64_t y) {
    std::uint64_t prefix = 0;
    for (int j = 0; j < nested_digits; ++j) {
        const std::uint64_t bit = (std::uint64_t{1} << j) + prefix;
        if ((word >> bit & 1) != 0) y ^= std::uint64_t{1} << (63 - before - j);
        prefix = 2 * prefix + (digit(x, before + j) ? 1 : 0);
    }
    return y;
}

/// A one followed by that many digits.
std::uint64_t index_of(std::uint64_t x, int digits) {
    std::uint64_t index = 1;
    for (int k = 0; k < digits; ++k) index = 2 * index + (digit(x, k) ? 1 : 0);
    return index;
}

}  // namespace

TEST_CASE("digits are flipped by the words' bits of their prefixes, on every vector set") {
    const Words x = random_words("points", 130);
    const Words words = random_words("words", 130);
    const Words others = random_words("flipped", 130);
    for (const std::int64_t target : available_targets()) {
        CAPTURE(target);
        choose_target(target);
        for (const int before : {0, 6, 13, 54}) {
            for (std::size_t count = 0; count <= 130; count += count < 20 ? 1 : 37) {
                Words out(others.begin(), others.begin() + static_cast<std::ptrdiff_t>(count));
                Words own(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(count));
                flip_nested(std::span(x).first(count), before, own, out);
                std::size_t wrong = 0;
                std::size_t wrong_indices = 0;
                std::size_t of_neighbours = 0;
                for (std::size_t k = 0; k < count; ++k) {
                    wrong += out[k] == flipped(x[k], words[k], before, others[k]) ? 0U : 1U;
                    wrong_indices += own[k] == index_of(x[k], before + nested_digits) ? 0U : 1U;
                    of_neighbours +=
                        out[k] == flipped(x[k], words[(k + 1) % 130], before, others[k]) ? 1U : 0U;
                }
                CHECK(wrong == 0);
                CHECK(wrong_indices == 0);
                CHECK(of_neighbours <= count / 5 + 1);  // control: by chance one in 64
            }
        }
    }
    choose_target(0);
}

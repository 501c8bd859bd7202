#pragma once
// Tails that no sample is large enough for. A Box-Muller normal is beyond t only if its pair's radius is,
// which needs a radius word u <= e^(-t^2/2). Words with s leading zeros, 2^-s just above that, therefore
// include every pair beyond t, and make such pairs 2^s times as frequent. This shows that the transform of
// uniformly random words has the right tails, far beyond those that its words reach by chance. Other tests
// show that the words are random, and `radius_scan` shows it for small words, over billions of them.

#include <array>
#include <functional>
#include <sigprop/core/random/random.hpp>
#include <utility>

#include "tests/support/p_values.hpp"

namespace sigprop::test {

using Transform = std::function<std::pair<double, double>(std::uint64_t even, std::uint64_t odd)>;

/// P(|z| > t).
inline double mass_beyond(double t) { return std::erfc(t / std::numbers::sqrt2); }

/// How many of `pairs` pairs with small radius words are beyond 5, 6, 7 and 8; one row for each member.
inline std::vector<Finding> tail_survey(const Transform& transform, std::uint64_t pairs) {
    std::vector<Finding> found;
    const RandomStream words(2026, "tails");
    for (const int sigmas : {5, 6, 7, 8}) {
        const int zeros = static_cast<int>(sigmas * sigmas / 2.0 / std::numbers::ln2);
        std::uint64_t even = 0, odd = 0;
        for (std::uint64_t k = 0; k < pairs; ++k) {
            const auto draw = static_cast<std::uint16_t>(sigmas);
            const auto [x, y] = transform(words.bits(2 * k, draw) >> zeros, words.bits(2 * k + 1, draw));
            even += std::fabs(x) > sigmas;
            odd += std::fabs(y) > sigmas;
        }
        const double probability = std::ldexp(mass_beyond(sigmas), zeros);
        const std::string name = " beyond " + std::to_string(sigmas) + " sigma";
        found.push_back({"even" + name, p_of_count(even, pairs, probability)});
        found.push_back({"odd" + name, p_of_count(odd, pairs, probability)});
    }
    return found;
}

/// How many values of `pairs` pairs are beyond 4.5, 5, 5.5 and 6, found by their radius words: a uniform has
/// the high bits of the word of its index. `normal` is the generator, by index.
inline std::vector<Finding> radius_scan(const RandomStream& random, std::uint64_t pairs,
                                        const std::function<double(std::uint64_t index)>& normal) {
    constexpr std::array sigmas = {4.5, 5.0, 5.5, 6.0};
    constexpr std::size_t chunk = 4096;
    std::array<std::uint64_t, sigmas.size()> counts{};
    std::vector<double> uniforms(2 * chunk);
    const double small = std::exp(-sigmas[0] * sigmas[0] / 2) * 1.001;
    for (std::uint64_t first = 0; first < 2 * pairs; first += uniforms.size()) {
        random.fill_uniforms(first, uniforms);
        for (std::size_t k = 0; k < uniforms.size(); k += 2) {
            if (uniforms[k] > small) continue;
            for (const double z : {normal(first + k), normal(first + k + 1)}) {
                for (std::size_t t = 0; t < sigmas.size(); ++t) counts[t] += std::fabs(z) > sigmas[t];
            }
        }
    }
    std::vector<Finding> found;
    for (std::size_t t = 0; t < sigmas.size(); ++t) {
        found.push_back({std::to_string(counts[t]) + " beyond " + std::to_string(sigmas[t]).substr(0, 3),
                         p_of_count(counts[t], 2 * pairs, mass_beyond(sigmas[t]))});
    }
    return found;
}

}  // namespace sigprop::test

#include "methods/sampling/sobol_source.hpp"

#include <algorithm>
#include <array>

#include "methods/sampling/sobol_coordinates.hpp"

namespace sigprop {
namespace {

constexpr int max_weighted_variables = 4;
constexpr std::size_t sobol_chunk = 512;
using Words = std::array<std::uint64_t, sobol_chunk>;

}  // namespace

SobolSource::SobolSource(LawSampler sampler, const Law& law, ScrambledSobolNet net)
    : sampler_(std::move(sampler)), net_(std::move(net)), normal_(law.sampler == Sampler::normal) {
    const bool bounded = law.lower.infinite_sign() == 0 && law.upper.infinite_sign() == 0;
    weighted_ = !bounded && law.dimension <= max_weighted_variables;
}

/// The samples for the words of one chunk.
void SobolSource::place(std::span<const std::uint64_t> words, std::span<double> out) const {
    if (normal_) return sobol_normals(words, weighted_, out);
    std::array<double, sobol_chunk> distances;
    const auto from_half = std::span(distances).first(words.size());
    sobol_coordinates(words, weighted_, out, from_half);
    // Uniforms stop at 2^-53, like those of random samples.
    for (std::size_t k = 0; k < words.size(); ++k) {
        if (from_half[k] > 0) out[k] = 1 - std::max(out[k], 0x1p-53);
    }
    sampler_.invert(out);
}

void SobolSource::fill(std::uint64_t first, std::span<double> out, int variable) const {
    Words words;
    for (std::size_t done = 0; done < out.size(); done += sobol_chunk) {
        const std::span<double> part = out.subspan(done, std::min(sobol_chunk, out.size() - done));
        const std::span<std::uint64_t> own = std::span(words).first(part.size());
        if (variable < sampler_.dimension()) {
            net_.fill(first + done, own, variable);
            place(own, part);
            continue;
        }
        std::ranges::fill(part, 1.0);
        for (int i = 0; i < variable; ++i) {
            net_.fill(first + done, own, i);
            multiply_by_weights(own, part);
        }
    }
}

void SobolSource::fill_all(std::uint64_t first, std::span<const std::span<double>> out) const {
    const auto variables = static_cast<std::size_t>(sampler_.dimension());
    const std::size_t count = out[0].size();
    if (weighted_) std::ranges::fill(out[variables], 1.0);
    Words words;
    for (std::size_t done = 0; done < count; done += sobol_chunk) {
        const std::span<std::uint64_t> own = std::span(words).first(std::min(sobol_chunk, count - done));
        for (std::size_t i = 0; i < variables; ++i) {
            net_.fill(first + done, own, static_cast<int>(i));
            place(own, out[i].subspan(done, own.size()));
            if (weighted_) multiply_by_weights(own, out[variables].subspan(done, own.size()));
        }
    }
}

}  // namespace sigprop

#include "methods/net_source.hpp"

#include <algorithm>
#include <array>

namespace sigprop {
namespace {

constexpr int most_weighted_variables = 4;
using Words = std::array<std::uint64_t, 512>;

}  // namespace

NetCoordinate NetCoordinate::of(std::uint64_t w) {
    constexpr std::uint64_t half = std::uint64_t{1} << 63;
    const std::uint64_t t = w < half ? w : ~w;
    return {(static_cast<double>(t) + 0.5) * 0x1p-64, (static_cast<double>(half - 1 - t) + 0.5) * 0x1p-64,
            w >= half};
}

NetCoordinate NetCoordinate::stretched() const {
    return {from_end * from_end * (3 - 2 * from_end), to_half * (1.5 - 2 * to_half * to_half), upper};
}

NetSource::NetSource(LawSampler sampler, const Law& law, ScrambledNet net)
    : sampler_(std::move(sampler)), net_(std::move(net)), normal_(law.sampler == Sampler::normal) {
    const bool bounded = law.lower.infinite_sign() == 0 && law.upper.infinite_sign() == 0;
    weighted_ = !bounded && law.dimension <= most_weighted_variables;
}

double NetSource::sample_of(std::uint64_t word) const {
    NetCoordinate at = NetCoordinate::of(word);
    if (weighted_) at = at.stretched();
    if (normal_) {
        const double x = normal_quantile(at.from_end, 1, -at.to_half);
        return at.upper ? -x : x;
    }
    // Inversion stops where doubles do.
    return sampler_.invert(at.upper ? 1 - std::max(at.from_end, 0x1p-53) : at.from_end);
}

void NetSource::fill(std::uint64_t first, std::span<double> out, int variable) const {
    Words words;
    const std::span<std::uint64_t> own = std::span(words).first(out.size());
    if (variable < sampler_.dimension()) {
        net_.fill(first, own, variable);
        std::ranges::transform(own, out.begin(), [this](std::uint64_t word) { return sample_of(word); });
        return;
    }
    std::ranges::fill(out, 1.0);
    for (int i = 0; i < variable; ++i) {
        net_.fill(first, own, i);
        for (std::size_t k = 0; k < out.size(); ++k) out[k] *= NetCoordinate::of(own[k]).weight();
    }
}

void NetSource::fill_all(std::uint64_t first, std::span<const std::span<double>> out) const {
    const auto variables = static_cast<std::size_t>(sampler_.dimension());
    if (weighted_) std::ranges::fill(out[variables], 1.0);
    Words words;
    for (std::size_t i = 0; i < variables; ++i) {
        const std::span<std::uint64_t> own = std::span(words).first(out[i].size());
        net_.fill(first, own, static_cast<int>(i));
        for (std::size_t k = 0; k < own.size(); ++k) {
            out[i][k] = sample_of(own[k]);
            if (weighted_) out[variables][k] *= NetCoordinate::of(own[k]).weight();
        }
    }
}

}  // namespace sigprop

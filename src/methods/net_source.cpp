#include "methods/net_source.hpp"

#include <algorithm>
#include <array>

#include "core/random_inversion.hpp"

namespace sigprop {
namespace {

constexpr int most_weighted_variables = 4;
constexpr std::size_t chunk = 512;
using Words = std::array<std::uint64_t, chunk>;

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

/// The samples that words of one chunk stand for.
void NetSource::place(std::span<const std::uint64_t> words, std::span<double> out) const {
    const auto coordinate = [this](std::uint64_t word) {
        const NetCoordinate at = NetCoordinate::of(word);
        return weighted_ ? at.stretched() : at;
    };
    if (!normal_) {
        // Inversion stops where doubles do.
        for (std::size_t k = 0; k < words.size(); ++k) {
            const NetCoordinate at = coordinate(words[k]);
            out[k] = at.upper ? 1 - std::max(at.from_end, 0x1p-53) : at.from_end;
        }
        return sampler_.invert(out);
    }
    std::array<double, chunk> nearer_end;
    std::array<double, chunk> above;
    std::array<double, chunk> from_half;
    for (std::size_t k = 0; k < words.size(); ++k) {
        const NetCoordinate at = coordinate(words[k]);
        nearer_end[k] = at.from_end;
        above[k] = 1;
        from_half[k] = -at.to_half;
    }
    const std::size_t count = words.size();
    detail::normal_quantiles(std::span(nearer_end).first(count), std::span(above).first(count),
                             std::span(from_half).first(count), out);
    for (std::size_t k = 0; k < count; ++k) out[k] = NetCoordinate::of(words[k]).upper ? -out[k] : out[k];
}

void NetSource::fill(std::uint64_t first, std::span<double> out, int variable) const {
    Words words;
    for (std::size_t done = 0; done < out.size(); done += chunk) {
        const std::span<double> part = out.subspan(done, std::min(chunk, out.size() - done));
        const std::span<std::uint64_t> own = std::span(words).first(part.size());
        if (variable < sampler_.dimension()) {
            net_.fill(first + done, own, variable);
            place(own, part);
            continue;
        }
        std::ranges::fill(part, 1.0);
        for (int i = 0; i < variable; ++i) {
            net_.fill(first + done, own, i);
            for (std::size_t k = 0; k < part.size(); ++k) part[k] *= NetCoordinate::of(own[k]).weight();
        }
    }
}

void NetSource::fill_all(std::uint64_t first, std::span<const std::span<double>> out) const {
    const auto variables = static_cast<std::size_t>(sampler_.dimension());
    const std::size_t count = out[0].size();
    if (weighted_) std::ranges::fill(out[variables], 1.0);
    Words words;
    for (std::size_t done = 0; done < count; done += chunk) {
        const std::span<std::uint64_t> own = std::span(words).first(std::min(chunk, count - done));
        for (std::size_t i = 0; i < variables; ++i) {
            net_.fill(first + done, own, static_cast<int>(i));
            place(own, out[i].subspan(done, own.size()));
            if (!weighted_) continue;
            for (std::size_t k = 0; k < own.size(); ++k) {
                out[variables][done + k] *= NetCoordinate::of(own[k]).weight();
            }
        }
    }
}

}  // namespace sigprop

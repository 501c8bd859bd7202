#include <Random123/philox.h>

#include <algorithm>
#include <sigprop/core/errors.hpp>
#include <sigprop/core/random.hpp>
#include <string>

#include "core/random_math.hpp"

namespace sigprop {
namespace {

/// Words of a chunk are made first and transformed after: loops over arrays in L1, which compilers vectorise.
constexpr std::size_t chunk_pairs = 256;

}  // namespace

std::array<std::uint32_t, 4> philox4x32_10(const std::array<std::uint32_t, 4>& counter,
                                           const std::array<std::uint32_t, 2>& key) {
    const r123::Philox4x32_R<10>::ctr_type c = {{counter[0], counter[1], counter[2], counter[3]}};
    const r123::Philox4x32_R<10>::key_type k = {{key[0], key[1]}};
    const auto out = r123::Philox4x32_R<10>()(c, k);
    return {out[0], out[1], out[2], out[3]};
}

std::uint64_t stream_number(std::string_view text) {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    hash = (hash ^ (hash >> 33)) * 0xff51afd7ed558ccd;
    hash = (hash ^ (hash >> 33)) * 0xc4ceb9fe1a85ec53;
    hash ^= hash >> 33;
    return (hash ^ (hash >> 48)) & 0xffffffffffff;
}

RandomStream::RandomStream(std::uint64_t seed, std::uint64_t stream)
    : key_{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)},
      stream_low_(static_cast<std::uint32_t>(stream)),
      stream_high_(static_cast<std::uint32_t>(stream >> 32)) {
    if (stream >> 48 != 0) {
        throw InputError("the stream number " + std::to_string(stream) + " is not below 2^48");
    }
}

std::array<std::uint64_t, 2> RandomStream::pair(std::uint64_t index, std::uint16_t draw) const {
    const std::uint64_t pair = index >> 1;
    const std::uint32_t last = (static_cast<std::uint32_t>(draw) << 16) | stream_high_;
    const auto w = philox4x32_10(
        {static_cast<std::uint32_t>(pair), static_cast<std::uint32_t>(pair >> 32), stream_low_, last}, key_);
    const auto joined = [](std::uint32_t low, std::uint32_t high) {
        return (static_cast<std::uint64_t>(high) << 32) | low;
    };
    return {joined(w[0], w[1]), joined(w[2], w[3])};
}

std::uint64_t RandomStream::bits(std::uint64_t index, std::uint16_t draw) const {
    return pair(index, draw)[index & 1];
}

double RandomStream::uniform(std::uint64_t index, std::uint16_t draw) const {
    return detail::uniform_from_bits(bits(index, draw));
}

double RandomStream::normal(std::uint64_t index, std::uint16_t draw) const {
    const auto words = pair(index, draw);
    const auto normals = detail::normals_from_bits(words[0], words[1]);
    return (index & 1) == 0 ? normals.first : normals.second;
}

void RandomStream::fill_uniforms(std::uint64_t first, std::span<double> out, std::uint16_t draw) const {
    std::size_t k = 0;
    if ((first & 1) != 0 && !out.empty()) out[k++] = uniform(first, draw);
    for (; k + 2 <= out.size(); k += 2) {
        const auto words = pair(first + k, draw);
        out[k] = detail::uniform_from_bits(words[0]);
        out[k + 1] = detail::uniform_from_bits(words[1]);
    }
    if (k < out.size()) out[k] = uniform(first + k, draw);
}

void RandomStream::fill_normals(std::uint64_t first, std::span<double> out, std::uint16_t draw) const {
    std::size_t k = 0;
    if ((first & 1) != 0 && !out.empty()) out[k++] = normal(first, draw);
    std::array<std::uint64_t, chunk_pairs> even;
    std::array<std::uint64_t, chunk_pairs> odd;
    while (k + 2 <= out.size()) {
        const std::size_t pairs = std::min(chunk_pairs, (out.size() - k) / 2);
        for (std::size_t p = 0; p < pairs; ++p) {
            const auto words = pair(first + k + 2 * p, draw);
            even[p] = words[0];
            odd[p] = words[1];
        }
        for (std::size_t p = 0; p < pairs; ++p) {
            const auto normals = detail::normals_from_bits(even[p], odd[p]);
            out[k + 2 * p] = normals.first;
            out[k + 2 * p + 1] = normals.second;
        }
        k += 2 * pairs;
    }
    if (k < out.size()) out[k] = normal(first + k, draw);
}

void RandomStream::fill_uniforms(std::uint64_t first, std::span<float> out, std::uint16_t draw) const {
    for (std::size_t k = 0; k < out.size(); ++k) out[k] = static_cast<float>(uniform(first + k, draw));
}

void RandomStream::fill_normals(std::uint64_t first, std::span<float> out, std::uint16_t draw) const {
    for (std::size_t k = 0; k < out.size(); ++k) out[k] = static_cast<float>(normal(first + k, draw));
}

void RandomStream::normals_at(std::span<const std::uint64_t> indices, std::span<double> out,
                              std::uint16_t draw) const {
    for (std::size_t k = 0; k < out.size(); ++k) out[k] = normal(indices[k], draw);
}

void RandomStream::normals_at(std::span<const std::uint64_t> indices, std::span<float> out,
                              std::uint16_t draw) const {
    for (std::size_t k = 0; k < out.size(); ++k) fill_normals(indices[k], out.subspan(k, 1), draw);
}

}  // namespace sigprop

// Compiled once a target by foreach_target.hpp, which includes this file again with other vector types.

#include "core/random_reject.hpp"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/random_reject.cpp"
// One target for each width is enough: 512 bits, 256 bits, baseline.
#ifndef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL)
#endif
#include <hwy/foreach_target.h>
// after foreach_target.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace sigprop::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Positions of the type's own width, which one instruction packs by a mask of the values; without branches,
/// for which vectors have a miss is as good as random.
template <class T, class Index>
std::size_t pack_outside(const T* values, std::size_t count, T lower, T upper, Index first, Index* out) {
    const hn::ScalableTag<T> d;
    const hn::RebindToUnsigned<decltype(d)> u;
    const std::size_t lanes = hn::Lanes(d);
    const auto low = hn::Set(d, lower);
    const auto high = hn::Set(d, upper);
    const auto step = hn::Set(u, static_cast<Index>(lanes));
    auto index = hn::Add(hn::Iota(u, 0), hn::Set(u, first));
    std::size_t found = 0;
    std::size_t k = 0;
    for (; k + lanes <= count; k += lanes) {
        const auto x = hn::LoadU(d, values + k);
        const auto outside = hn::Or(hn::Lt(x, low), hn::Gt(x, high));
        found += hn::CompressStore(index, hn::RebindMask(u, outside), u, out + found);
        index = hn::Add(index, step);
    }
    for (; k < count; ++k) {
        out[found] = static_cast<Index>(first + k);
        found += values[k] < lower || values[k] > upper ? 1 : 0;
    }
    return found;
}

std::size_t outside_doubles(const double* values, std::size_t count, double lower, double upper,
                            std::uint64_t first, std::uint64_t* out) {
    return pack_outside(values, count, lower, upper, first, out);
}

std::size_t outside_floats(const float* values, std::size_t count, float lower, float upper,
                           std::uint32_t* out) {
    return pack_outside(values, count, lower, upper, std::uint32_t{0}, out);
}

}  // namespace sigprop::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sigprop {
HWY_EXPORT(outside_doubles);
HWY_EXPORT(outside_floats);
namespace detail {

std::size_t indices_outside(std::span<const double> values, double lower, double upper, std::uint64_t first,
                            std::span<std::uint64_t> indices) {
    return HWY_DYNAMIC_DISPATCH(outside_doubles)(values.data(), values.size(), lower, upper, first,
                                                 indices.data());
}

std::size_t indices_outside(std::span<const float> values, float lower, float upper, std::uint64_t first,
                            std::span<std::uint64_t> indices) {
    constexpr std::size_t chunk = 1024;
    std::uint32_t positions[chunk + most_lanes];
    std::size_t found = 0;
    for (std::size_t k = 0; k < values.size(); k += chunk) {
        const std::size_t count = std::min(chunk, values.size() - k);
        const std::size_t more =
            HWY_DYNAMIC_DISPATCH(outside_floats)(values.data() + k, count, lower, upper, positions);
        for (std::size_t i = 0; i < more; ++i) indices[found + i] = first + k + positions[i];
        found += more;
    }
    return found;
}

}  // namespace detail
}  // namespace sigprop
#endif

// Compiled once per target by foreach_target.hpp, which includes this file again with other vector types.

#include "methods/sampling/reject.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "methods/sampling/reject.cpp"
#include "core/simd/widths.hpp"
// after simd/widths.hpp
#include <hwy/foreach_target.h>
// after foreach_target.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace sigprop::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class T>
using Tag = hn::CappedTag<T, 64 / sizeof(T)>;

/// Writes first + the index of every bit that is set (`bits` of them per byte), and up to four more numbers.
template <std::size_t bits>
HWY_INLINE std::size_t spread(std::uint64_t word, std::uint64_t first, std::uint64_t* out) {
    const auto count = static_cast<std::size_t>(std::popcount(word));
    do {  // four at a time: their number is hard to predict, and four are often enough
        for (std::size_t i = 0; i < 4; ++i, word &= word - 1) {
            const auto bit = static_cast<std::size_t>(std::countr_zero(word));
            out[i] = first + bit / 8 * bits + bit % 8;
        }
        out += 4;
    } while (word != 0);
    return count;
}

/// Whether vectors of doubles pack indices themselves.
inline constexpr bool packs_indices = HWY_TARGET == HWY_AVX3;

/// Writes the lanes of the mask, then lanes that do not count, and returns the number of the former.
template <class D>
HWY_INLINE std::size_t pack(D d, hn::Vec<D> indices, hn::Mask<D> mask, std::uint64_t* out) {
#if HWY_TARGET == HWY_AVX3
    // In a register, since packing on the way to memory takes some processors fifty cycles; Highway 1.0
    // reads a table instead, which gcc copies onto the stack in each call.
    hn::StoreU(hn::Vec<D>{_mm512_maskz_compress_epi64(mask.raw, indices.raw)}, d, out);
    return hn::CountTrue(d, mask);
#else
    return hn::CompressStore(indices, mask, d, out);
#endif
}

/// The comparisons of a few vectors make one word of bits, and its few bits that are set become indices. The
/// widest vectors pack the indices themselves where they can.
template <class T>
std::size_t find_outside(const T* values, std::size_t count, T lower, T upper, std::uint64_t first,
                         std::uint64_t* out) {
    const Tag<T> d;
    const hn::RebindToUnsigned<Tag<T>> u;
    constexpr std::size_t lanes = hn::MaxLanes(d);
    const auto outside = [&](std::size_t k) {
        const auto x = hn::LoadU(d, values + k);
        return hn::Ne(x, hn::Min(hn::Max(x, hn::Set(d, lower)), hn::Set(d, upper)));
    };
    std::size_t found = 0;
    std::size_t k = 0;
    if constexpr (packs_indices && sizeof(T) == 8) {
        auto index = hn::Add(hn::Iota(u, 0), hn::Set(u, first));
        for (; k + lanes <= count; k += lanes) {
            found += pack(u, index, hn::RebindMask(u, outside(k)), out + found);
            index = hn::Add(index, hn::Set(u, lanes));
        }
    } else {
        constexpr std::size_t bytes = lanes < 8 ? 1 : lanes / 8;  // that the mask of a vector takes
        for (; k + 8 / bytes * lanes <= count; k += 8 / bytes * lanes) {
            std::uint8_t parts[8];
            for (std::size_t i = 0; i < 8; i += bytes) {
                hn::StoreMaskBits(d, outside(k + i / bytes * lanes), parts + i);
            }
            std::uint64_t word = 0;
            std::memcpy(&word, parts, 8);
            found += spread<std::min<std::size_t>(lanes, 8)>(word, first + k, out + found);
        }
    }
    for (; k < count; ++k) {
        out[found] = first + k;
        found += static_cast<std::size_t>(values[k] < lower || values[k] > upper);
    }
    return found;
}

std::size_t outside_doubles(const double* values, std::size_t count, double lower, double upper,
                            std::uint64_t first, std::uint64_t* out) {
    return find_outside(values, count, lower, upper, first, out);
}

std::size_t outside_floats(const float* values, std::size_t count, float lower, float upper,
                           std::uint64_t first, std::uint64_t* out) {
    return find_outside(values, count, lower, upper, first, out);
}

}  // namespace sigprop::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sigprop {
HWY_EXPORT(outside_doubles);
HWY_EXPORT(outside_floats);
std::size_t indices_outside(std::span<const double> values, double lower, double upper, std::uint64_t first,
                            std::span<std::uint64_t> indices) {
    return HWY_DYNAMIC_DISPATCH(outside_doubles)(values.data(), values.size(), lower, upper, first,
                                                 indices.data());
}

std::size_t indices_outside(std::span<const float> values, float lower, float upper, std::uint64_t first,
                            std::span<std::uint64_t> indices) {
    return HWY_DYNAMIC_DISPATCH(outside_floats)(values.data(), values.size(), lower, upper, first,
                                                indices.data());
}
}  // namespace sigprop
#endif

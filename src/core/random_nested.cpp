// Compiled once a target by foreach_target.hpp, which includes this file again with other vector types.

#include "core/random_nested.hpp"

#include <cstddef>

#include "core/block_target.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/random_nested.cpp"
#include "core/block_widths.hpp"
// after block_widths.hpp
#include <hwy/foreach_target.h>
// after foreach_target.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace sigprop::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// The flips of one vector, in the lowest six bits.
template <class D, class V>
HWY_INLINE V nested_flips(D d, V digits, V word) {
    const V one = hn::Set(d, 1);
    const V path = hn::Or(digits, hn::Set(d, 64));
    V flips = hn::And(hn::ShiftRight<1>(word), one);
    const auto add = [&](V prefix) { flips = hn::OrAnd(hn::Add(flips, flips), hn::Shr(word, prefix), one); };
    add(hn::ShiftRight<5>(path));
    add(hn::ShiftRight<4>(path));
    add(hn::ShiftRight<3>(path));
    add(hn::ShiftRight<2>(path));
    add(hn::ShiftRight<1>(path));
    return flips;
}

template <class D>
HWY_INLINE void flip_vector(D d, const std::uint64_t* x, const std::uint64_t* words, int shift,
                            std::uint64_t* flipped) {
    const auto digits = hn::And(hn::ShiftRightSame(hn::LoadU(d, x), shift), hn::Set(d, 63));
    const auto flips = nested_flips(d, digits, hn::LoadU(d, words));
    hn::StoreU(hn::Xor(hn::LoadU(d, flipped), hn::ShiftLeftSame(flips, shift)), d, flipped);
}

void flips(const std::uint64_t* x, const std::uint64_t* words, int shift, std::uint64_t* flipped,
           std::size_t count) {
    const hn::CappedTag<std::uint64_t, 8> d;
    const std::size_t lanes = hn::Lanes(d);
    std::size_t k = 0;
    for (; k + lanes <= count; k += lanes) flip_vector(d, x + k, words + k, shift, flipped + k);
    for (; k < count; ++k) {
        flip_vector(hn::CappedTag<std::uint64_t, 1>(), x + k, words + k, shift, flipped + k);
    }
}

}  // namespace sigprop::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sigprop {
HWY_EXPORT(flips);
namespace detail {

void flip_nested(std::span<const std::uint64_t> x, std::span<const std::uint64_t> words, int before,
                 std::span<std::uint64_t> flipped) {
    prepare_target();
    HWY_DYNAMIC_DISPATCH(flips)
    (x.data(), words.data(), 64 - nested_digits - before, flipped.data(), x.size());
}

}  // namespace detail
}  // namespace sigprop
#endif

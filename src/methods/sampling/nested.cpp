// Compiled once per target by foreach_target.hpp, which includes this file again with other vector types.

#include "methods/sampling/nested.hpp"

#include <cstddef>

#include "core/simd/target.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "methods/sampling/nested.cpp"
#include "core/simd/widths.hpp"
// after simd/widths.hpp
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
HWY_INLINE void flip_vector(D d, const std::uint64_t* x, int before, std::uint64_t* words,
                            std::uint64_t* flipped) {
    const int after = before + nested_digits;
    const auto prefix = hn::ShiftRightSame(hn::LoadU(d, x), 64 - after);
    const auto flips = nested_flips(d, hn::And(prefix, hn::Set(d, 63)), hn::LoadU(d, words));
    hn::StoreU(hn::Or(prefix, hn::Set(d, std::uint64_t{1} << after)), d, words);
    hn::StoreU(hn::Xor(hn::LoadU(d, flipped), hn::ShiftLeftSame(flips, 64 - after)), d, flipped);
}

void flips(const std::uint64_t* x, int before, std::uint64_t* words, std::uint64_t* flipped,
           std::size_t count) {
    const hn::CappedTag<std::uint64_t, 8> d;
    const std::size_t lanes = hn::Lanes(d);
    std::size_t k = 0;
    for (; k + lanes <= count; k += lanes) flip_vector(d, x + k, before, words + k, flipped + k);
    for (; k < count; ++k) {
        flip_vector(hn::CappedTag<std::uint64_t, 1>(), x + k, before, words + k, flipped + k);
    }
}

}  // namespace sigprop::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sigprop {
HWY_EXPORT(flips);
void flip_nested(std::span<const std::uint64_t> x, int before, std::span<std::uint64_t> words,
                 std::span<std::uint64_t> flipped) {
    prepare_target();
    HWY_DYNAMIC_DISPATCH(flips)(x.data(), before, words.data(), flipped.data(), x.size());
}
}  // namespace sigprop
#endif

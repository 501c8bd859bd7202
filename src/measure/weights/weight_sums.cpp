// Compiled once a target by foreach_target.hpp, which includes this file again with other vector types.

#include "measure/weights/weight_sums.hpp"

#include "core/simd/target.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "measure/weights/weight_sums.cpp"
#include "core/simd/widths.hpp"
// after simd/widths.hpp
#include <hwy/foreach_target.h>
// after foreach_target.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace sigprop::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Wide = hn::CappedTag<double, 8>;
using HalfFloat = hn::Rebind<float, Wide>;  // as many floats as there are doubles in a vector

/// The extremes and bit patterns of floats, whatever they were stored as. NaN and infinities show in the
/// sums.
template <class Tag>
class Patterns {
public:
    using Vector = hn::Vec<Tag>;
    using Unsigned = hn::RebindToUnsigned<Tag>;

    HWY_INLINE explicit Patterns(Vector first)
        : least_(first),
          most_(first),
          any_(hn::Zero(Unsigned())),
          smallest_(hn::Set(Unsigned(), magnitude_bits)) {}
    HWY_INLINE void add(Vector x) {
        least_ = hn::Min(least_, x);
        most_ = hn::Max(most_, x);
        const auto bits = hn::And(hn::BitCast(Unsigned(), x), hn::Set(Unsigned(), magnitude_bits));
        any_ = hn::Or(any_, bits);
        smallest_ = hn::Min(smallest_, bits);
    }
    /// Returns the bits of the smallest magnitude.
    HWY_INLINE std::uint32_t finish(WeightSums& sums) const {
        sums.least = hn::GetLane(hn::MinOfLanes(Tag(), least_));
        sums.most = hn::GetLane(hn::MaxOfLanes(Tag(), most_));
        std::uint32_t lanes[hn::MaxLanes(Unsigned())];
        hn::StoreU(any_, Unsigned(), lanes);
        std::uint32_t any = 0;
        for (const std::uint32_t one : lanes) any |= one;
        constexpr unsigned wider = 29;  // a double's fraction has so many more bits
        sums.bits = static_cast<std::uint64_t>(any & 0x007fffffU) << wider;
        return hn::GetLane(hn::MinOfLanes(Unsigned(), smallest_));
    }

    static constexpr std::uint32_t magnitude_bits = 0x7fffffffU;
    static constexpr std::uint32_t min_normal = 0x00800000U;

private:
    Vector least_, most_;
    hn::Vec<Unsigned> any_, smallest_;
};

/// Zeros are rare among weights: they are counted where there is one, and subnormals looked for.
template <class Tag, class Stored, class Load>
HWY_INLINE void count_zeros(const Stored* weights, std::size_t count, WeightSums& sums, const Load& load) {
    using Bits = hn::RebindToUnsigned<Tag>;
    const Bits u;
    const auto one = hn::Set(u, 1U);
    auto smallest = hn::Set(u, Patterns<Tag>::magnitude_bits);
    for (std::size_t i = 0; i < count; i += hn::MaxLanes(Tag())) {
        const auto bits =
            hn::And(hn::BitCast(u, load(weights + i)), hn::Set(u, Patterns<Tag>::magnitude_bits));
        sums.zeros += hn::CountTrue(u, hn::Eq(bits, hn::Zero(u)));
        smallest = hn::Min(smallest, hn::Sub(bits, one));  // 0 becomes the largest number of all
    }
    sums.plain = hn::GetLane(hn::MinOfLanes(u, smallest)) >= Patterns<Tag>::min_normal - 1;
}

template <class Tag, class Stored, class Load>
HWY_INLINE void finish(const Patterns<Tag>& patterns, const Stored* weights, std::size_t count,
                       WeightSums& sums, const Load& load) {
    const std::uint32_t smallest = patterns.finish(sums);
    sums.plain = smallest >= Patterns<Tag>::min_normal;
    if (smallest == 0) count_zeros<Tag>(weights, count, sums, load);
}

struct LoadFloat32 {
    using Stored = float;
    HWY_INLINE hn::Vec<HalfFloat> operator()(const float* from) const { return hn::LoadU(HalfFloat(), from); }
};

struct LoadBfloat16 {
    using Stored = std::uint16_t;
    HWY_INLINE hn::Vec<HalfFloat> operator()(const std::uint16_t* from) const {
        const hn::Rebind<std::uint16_t, HalfFloat> narrow;
        const hn::RebindToUnsigned<HalfFloat> wide;
        return hn::BitCast(HalfFloat(), hn::ShiftLeft<16>(hn::PromoteTo(wide, hn::LoadU(narrow, from))));
    }
};

/// binary16 by integers: shifted into a float the exponent is 112 too small, which a product corrects
/// exactly; the largest exponent is that of infinities and NaN.
struct LoadFloat16 {
    using Stored = std::uint16_t;
    HWY_INLINE hn::Vec<HalfFloat> operator()(const std::uint16_t* from) const {
        const HalfFloat f;
        const hn::Rebind<std::uint16_t, HalfFloat> narrow;
        const hn::RebindToUnsigned<HalfFloat> wide;
        const auto bits = hn::PromoteTo(wide, hn::LoadU(narrow, from));
        const auto magnitude = hn::ShiftLeft<13>(hn::And(bits, hn::Set(wide, 0x7fffU)));
        const auto sign = hn::ShiftLeft<16>(hn::And(bits, hn::Set(wide, 0x8000U)));
        const auto scaled = hn::BitCast(wide, hn::Mul(hn::BitCast(f, magnitude), hn::Set(f, 0x1p112F)));
        const auto special = hn::Eq(hn::And(bits, hn::Set(wide, 0x7c00U)), hn::Set(wide, 0x7c00U));
        const auto infinite = hn::Or(magnitude, hn::Set(wide, 0x7f800000U));
        return hn::BitCast(f, hn::Or(sign, hn::IfThenElse(special, infinite, scaled)));
    }
};

/// Sums of doubles in 16 lanes. Not `moved`: shift and centre are 0.
template <bool moved, class Load>
HWY_INLINE void sum(const typename Load::Stored* weights, std::size_t count, const WeightUnits& units,
                    WeightSums& sums, const Load& load) {
    const Wide d;
    constexpr std::size_t width = hn::MaxLanes(Wide());
    constexpr std::size_t vectors = weight_lanes / width;
    const auto shift = hn::Set(d, units.shift);
    const auto centre = hn::Set(d, units.centre);
    hn::Vec<Wide> first[vectors], second[vectors], third[vectors], fourth[vectors], magnitude[vectors];
    for (std::size_t v = 0; v < vectors; ++v)
        first[v] = second[v] = third[v] = fourth[v] = magnitude[v] = hn::Zero(d);
    Patterns<HalfFloat> patterns(load(weights));
    for (std::size_t i = 0; i < count; i += weight_lanes) {
        for (std::size_t v = 0; v < vectors; ++v) {
            const auto stored = load(weights + i + v * width);
            patterns.add(stored);
            const auto value = hn::PromoteTo(d, stored);
            const auto x = moved ? hn::Sub(value, shift) : value;
            const auto square = hn::Mul(x, x);
            first[v] = hn::Add(first[v], x);
            second[v] = hn::Add(second[v], square);
            third[v] = hn::Add(third[v], hn::Mul(square, x));
            fourth[v] = hn::Add(fourth[v], hn::Mul(square, square));
            magnitude[v] = hn::Add(magnitude[v], hn::Abs(moved ? hn::Sub(value, centre) : value));
        }
    }
    for (std::size_t v = 0; v < vectors; ++v) {
        hn::StoreU(first[v], d, sums.first.data() + v * width);
        hn::StoreU(second[v], d, sums.second.data() + v * width);
        hn::StoreU(third[v], d, sums.third.data() + v * width);
        hn::StoreU(fourth[v], d, sums.fourth.data() + v * width);
        hn::StoreU(magnitude[v], d, sums.magnitude.data() + v * width);
    }
    finish(patterns, weights, count, sums, load);
}

template <class Load>
HWY_INLINE void sum(const typename Load::Stored* weights, std::size_t count, const WeightUnits& units,
                    WeightSums& sums) {
    if (units.shift == 0 && units.centre == 0) {
        sum<false>(weights, count, units, sums, Load());
    } else {
        sum<true>(weights, count, units, sums, Load());
    }
}

void float32(const float* weights, std::size_t count, const WeightUnits& units, WeightSums& sums) {
    sum<LoadFloat32>(weights, count, units, sums);
}
void bfloat16(const std::uint16_t* weights, std::size_t count, const WeightUnits& units, WeightSums& sums) {
    sum<LoadBfloat16>(weights, count, units, sums);
}
void float16(const std::uint16_t* weights, std::size_t count, const WeightUnits& units, WeightSums& sums) {
    sum<LoadFloat16>(weights, count, units, sums);
}

}  // namespace
}  // namespace sigprop::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sigprop {
HWY_EXPORT(float32);
HWY_EXPORT(bfloat16);
HWY_EXPORT(float16);

void sum_float32(const void* weights, std::size_t count, const WeightUnits& units, WeightSums& sums) {
    prepare_target();
    HWY_DYNAMIC_DISPATCH(float32)(static_cast<const float*>(weights), count, units, sums);
}

void sum_bfloat16(const void* weights, std::size_t count, const WeightUnits& units, WeightSums& sums) {
    prepare_target();
    HWY_DYNAMIC_DISPATCH(bfloat16)(static_cast<const std::uint16_t*>(weights), count, units, sums);
}

void sum_float16(const void* weights, std::size_t count, const WeightUnits& units, WeightSums& sums) {
    prepare_target();
    HWY_DYNAMIC_DISPATCH(float16)(static_cast<const std::uint16_t*>(weights), count, units, sums);
}
}  // namespace sigprop
#endif

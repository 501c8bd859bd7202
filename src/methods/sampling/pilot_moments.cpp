// Compiled once per target by foreach_target.hpp, which includes this file again with other vector types.

#include "methods/sampling/pilot_moments.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "methods/sampling/pilot_moments.cpp"
#include "core/simd/widths.hpp"
// after simd/widths.hpp
#include <hwy/foreach_target.h>
// after foreach_target.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace sigprop::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// What PilotMoments::add does, one vector of lanes after the other.
void add_moments(const double* values, std::size_t count, double shift, double inverse,
                 PilotMoments::Sums& all) {
    const hn::CappedTag<double, PilotMoments::lanes> d;
    const auto shifts = hn::Set(d, shift);
    const auto inverses = hn::Set(d, inverse);
    for (std::size_t lane = 0; lane < PilotMoments::lanes; lane += hn::Lanes(d)) {
        auto sum = hn::Load(d, all.sums + lane);
        auto square_sum = hn::Load(d, all.squares + lane);
        auto cube_sum = hn::Load(d, all.cubes + lane);
        auto largest = hn::Load(d, all.largest + lane);
        for (std::size_t k = lane; k < count; k += PilotMoments::lanes) {
            const auto x = hn::Mul(hn::Sub(hn::LoadU(d, values + k), shifts), inverses);
            const auto square = hn::Mul(x, x);
            sum = hn::Add(sum, x);
            square_sum = hn::Add(square_sum, square);
            cube_sum = hn::Add(cube_sum, hn::Mul(square, x));
            largest = hn::IfThenElse(hn::Lt(largest, square), square, largest);
        }
        hn::Store(sum, d, all.sums + lane);
        hn::Store(square_sum, d, all.squares + lane);
        hn::Store(cube_sum, d, all.cubes + lane);
        hn::Store(largest, d, all.largest + lane);
    }
}

}  // namespace sigprop::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "core/simd/lanes.hpp"

namespace sigprop {
HWY_EXPORT(add_moments);
namespace {

double total(const double (&lanes)[PilotMoments::lanes]) {
    return std::accumulate(std::begin(lanes), std::end(lanes), 0.0);
}

}  // namespace

void PilotMoments::add(std::span<const double> values) {
    if (count_ == 0) start(values);
    HWY_DYNAMIC_DISPATCH(add_moments)(values.data(), values.size() / lanes * lanes, shift_, inverse_, sums_);
    count_ += values.size();
}

double PilotMoments::skewness() const {
    const auto n = static_cast<double>(count_);
    const double mean = total(sums_.sums) / n;
    const double square = total(sums_.squares) / n;
    const double cube = total(sums_.cubes) / n;
    const double variance = square - mean * mean;
    const double skewness = (cube - 3 * mean * square + 2 * mean * mean * mean) / std::pow(variance, 1.5);
    return std::isfinite(skewness) ? skewness : 0;
}

double PilotMoments::largest_share() const {
    const double share = *std::ranges::max_element(sums_.largest) / total(sums_.squares);
    return std::isfinite(share) ? share : 0;
}

void PilotMoments::start(std::span<const double> values) {
    LaneSums sums;
    add_differences(values, 0, sums, nullptr);
    shift_ = sums.differences.total() / static_cast<double>(values.size());
    double largest = 0;
    for (const double value : values) largest = std::max(largest, std::fabs(value - shift_));
    inverse_ = largest > 0 ? 1 / largest : 1;
}

}  // namespace sigprop
#endif

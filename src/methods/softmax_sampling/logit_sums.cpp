// Compiled once a target by foreach_target.hpp, which includes this file again with other vector types.

#include "methods/softmax_sampling/logit_sums.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/simd/target.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "methods/softmax_sampling/logit_sums.cpp"
#include "core/simd/widths.hpp"
// after simd/widths.hpp
#include <hwy/foreach_target.h>
// after foreach_target.h
#include <hwy/highway.h>

#include "core/base/doubles.hpp"
#include "core/simd/math-inl.hpp"
#include "core/simd/math_f32-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sigprop::HWY_NAMESPACE {

constexpr std::size_t row_lanes = 16;
/// The number of weights per lane that are added as floats; these sums are added as doubles.
constexpr std::size_t group = 8;
/// Logits this far below the tile's second largest get the weight 0: its cube would not be a normal float.
constexpr float min_exponent = -29;
/// A z with weight 0 for every scale.
constexpr float weightless = -0x1p100F;

double exp_of(double x) { return hn::GetLane(exp(set(x))); }
double log1p_of(double x) { return hn::GetLane(log1p(set(x))); }

/// Sums of doubles, as many as a vector of floats has lanes.
struct WideSum {
    V low, high;

    HWY_INLINE WideSum() : low(set(0)), high(set(0)) {}
    HWY_INLINE void add_floats(F x) {
#if HWY_TARGET == HWY_SCALAR
        low = add(low, hn::PromoteTo(D(), x));
#else
        const hn::Half<FloatTag> half;
        low = add(low, hn::PromoteTo(D(), hn::LowerHalf(half, x)));
        high = add(high, hn::PromoteTo(D(), hn::UpperHalf(half, x)));
#endif
    }
    HWY_INLINE void store(double* lanes) const {
        if (hn::Lanes(FloatTag()) > hn::Lanes(D())) hn::StoreU(high, D(), lanes + hn::Lanes(D()));
        hn::StoreU(low, D(), lanes);
    }
};

/// lane l += lane l + 8, then l + 4, …
double total(double (&lanes)[row_lanes]) {
    for (std::size_t half = row_lanes / 2; half > 0; half /= 2) {
        for (std::size_t l = 0; l < half; ++l) lanes[l] += lanes[l + half];
    }
    return lanes[0];
}

/// e^x for x <= 0; 0 below min_exponent.
HWY_INLINE F weight(F x) {
    const ReducedFloat reduced = reduce_exponent(x);
    const F power = mul(small_exp(reduced.r), power_of_shifted(reduced.shifted));
    return hn::IfThenElseZero(hn::Ge(x, set_f32(min_exponent)), power);
}

/// The sums over the weights e^x of the logits x = scale z - shift, in some of the lanes.
struct Lanes {
    WideSum powers, products, squares, cubes;

    HWY_INLINE Lanes() {}
    /// Adds the weights of `count` logits per lane.
    template <std::size_t count>
    HWY_INLINE void add_weights(const float* z, F scale, F minus_shift) {
        F sum = set_f32(0);
        F product = sum;
        F square = sum;
        F cube = sum;
        for (std::size_t j = 0; j < count; ++j) {
            const F x = fused(hn::LoadU(FloatTag(), z + j * row_lanes), scale, minus_shift);
            const F a = weight(x);
            const F a2 = mul(a, a);
            sum = add(sum, a);
            product = fused(a, x, product);
            square = add(square, a2);
            cube = fused(a2, a, cube);
        }
        powers.add_floats(sum);
        products.add_floats(product);
        squares.add_floats(square);
        cubes.add_floats(cube);
    }
};

/// The sums of a tile, relative to e^shift.
LogitSums weigh(const float* z, std::size_t count, float scale, float shift) {
    const std::size_t whole = count / row_lanes * row_lanes;
    float rest[row_lanes];
    std::fill(std::copy(z + whole, z + count, rest), rest + row_lanes, weightless);
    double powers[row_lanes], products[row_lanes], squares[row_lanes], cubes[row_lanes];
    for (std::size_t first = 0; first < row_lanes; first += hn::Lanes(FloatTag())) {
        Lanes sums;
        std::size_t k = 0;
        for (; k + group * row_lanes <= whole; k += group * row_lanes) {
            sums.add_weights<group>(z + k + first, set_f32(scale), set_f32(-shift));
        }
        for (; k < whole; k += row_lanes) {
            sums.add_weights<1>(z + k + first, set_f32(scale), set_f32(-shift));
        }
        sums.add_weights<1>(rest + first, set_f32(scale), set_f32(-shift));
        sums.powers.store(powers + first);
        sums.products.store(products + first);
        sums.squares.store(squares + first);
        sums.cubes.store(cubes + first);
    }
    return {0, total(powers), total(products), total(squares), total(cubes)};
}

float largest_of(const float* z, std::size_t count) {
    const FloatTag f;
    const std::size_t width = hn::Lanes(f);
    float largest = z[0];
    std::size_t k = 0;
    if (count >= 4 * width) {
        F a = hn::LoadU(f, z);
        F b = a;
        F c = a;
        F d = a;
        for (; k + 4 * width <= count; k += 4 * width) {
            a = hn::Max(a, hn::LoadU(f, z + k));
            b = hn::Max(b, hn::LoadU(f, z + k + width));
            c = hn::Max(c, hn::LoadU(f, z + k + 2 * width));
            d = hn::Max(d, hn::LoadU(f, z + k + 3 * width));
        }
        largest = hn::GetLane(hn::MaxOfLanes(f, hn::Max(hn::Max(a, b), hn::Max(c, d))));
    }
    for (; k < count; ++k) largest = std::max(largest, z[k]);
    return largest;
}

/// The first place that holds the value; there must be one.
std::size_t place_of(const float* z, std::size_t count, float value) {
    const FloatTag f;
    std::size_t k = 0;
    for (; k + hn::Lanes(f) <= count; k += hn::Lanes(f)) {
        if (!hn::AllFalse(f, hn::Eq(hn::LoadU(f, z + k), set_f32(value)))) break;
    }
    while (z[k] != value) ++k;
    return k;
}

/// Makes the sums relative to m - more instead of m.
void rebase(LogitSums& sums, double more) {
    const double factor = exp_of(more);
    const double square = factor * factor;
    sums.products = factor * (sums.products + more * sums.powers);
    sums.powers *= factor;
    sums.squares *= square;
    sums.cubes *= square * factor;
}

void merge(LogitSums& row, LogitSums tile) {
    if (row.largest < tile.largest) std::swap(row, tile);
    const double below = tile.largest - row.largest;
    if (!(below >= -700)) return;  // its weights are 0, or it is empty
    rebase(tile, below);
    const double power = exp_of(below);
    const double square = power * power;
    row.powers += tile.powers + power;
    row.products += tile.products + below * power;
    row.squares += tile.squares + square;
    row.cubes += tile.cubes + square * power;
}

void add_tile(float* z, std::size_t count, float scale, LogitSums& row) {
    const float top = largest_of(z, count);
    if (!(std::fabs(top) <= std::numeric_limits<float>::max())) {  // NaN or infinity has no place
        constexpr double none = not_a_number;
        row = {infinity, none, none, none, none};
        return;
    }
    z[place_of(z, count, top)] = weightless;
    LogitSums tile;
    if (count > 1) {
        const float shift = scale * largest_of(z, count);
        tile = weigh(z, count, scale, shift);
        rebase(tile, static_cast<double>(shift) - static_cast<double>(scale) * static_cast<double>(top));
    }
    tile.largest = static_cast<double>(scale) * static_cast<double>(top);
    merge(row, tile);
}

SoftmaxRow finished_row(const LogitSums& row) {
    const double sum = 1 + row.powers;
    const double top = 1 / sum;
    const double others = row.powers / sum;
    const double squares = row.squares / sum / sum;
    const double cubes = row.cubes / sum / sum / sum;
    const double logarithm = log1p_of(row.powers);
    SoftmaxRow result;
    result.entropy = logarithm - row.products / sum;
    result.log_partition = row.largest + logarithm;
    result.participation = top * top + squares;
    result.sum_cubes = top * top * top + cubes;
    // sum (a (1 - a))^2 + (sum a^2)^2 - sum a^4, with the largest weight treated separately
    const double own = top * others;
    result.jacobian_norm = own * own + squares * (1 + 2 * top * top) - 2 * cubes + squares * squares;
    result.max_weight = top;
    return result;
}

}  // namespace sigprop::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sigprop {
HWY_EXPORT(add_tile);
HWY_EXPORT(finished_row);
void add_logits(std::span<float> z, float scale, LogitSums& row) {
    prepare_target();
    HWY_DYNAMIC_DISPATCH(add_tile)(z.data(), z.size(), scale, row);
}

SoftmaxRow softmax_row(const LogitSums& row) {
    prepare_target();
    return HWY_DYNAMIC_DISPATCH(finished_row)(row);
}
}  // namespace sigprop
#endif

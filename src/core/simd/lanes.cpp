// Compiled once per target: foreach_target.h includes this file again with other vector types.

#include "core/simd/lanes.hpp"

#include <algorithm>
#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/simd/lanes.cpp"
#include "core/simd/widths.hpp"
// after simd/widths.hpp
#include <hwy/foreach_target.h>
// after foreach_target.h
#include <hwy/highway.h>

#include "core/simd/math-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sigprop::HWY_NAMESPACE {

HWY_INLINE V load_wide(const double* from) { return hn::LoadU(D(), from); }
HWY_INLINE V load_wide(const float* from) {
    return hn::PromoteTo(D(), hn::LoadU(hn::Rebind<float, D>(), from));
}

/// Four vectors of lanes: few enough for the registers of every target, and enough to hide the latency of an
/// addition. Targets with shorter vectors make several passes over data that the L1 cache holds by then.
struct Quad {
    V a, b, c, d;
};
template <class Scalar>
HWY_INLINE Quad load_quad(const Scalar* from) {
    const std::size_t width = hn::Lanes(D());
    return {load_wide(from), load_wide(from + width), load_wide(from + 2 * width),
            load_wide(from + 3 * width)};
}
HWY_INLINE void store_quad(const Quad& q, double* to) {
    const std::size_t width = hn::Lanes(D());
    hn::StoreU(q.a, D(), to);
    hn::StoreU(q.b, D(), to + width);
    hn::StoreU(q.c, D(), to + 2 * width);
    hn::StoreU(q.d, D(), to + 3 * width);
}
HWY_INLINE Quad subtract(const Quad& x, V y) { return {sub(x.a, y), sub(x.b, y), sub(x.c, y), sub(x.d, y)}; }
HWY_INLINE Quad added(const Quad& x, const Quad& y) {
    return {add(x.a, y.a), add(x.b, y.b), add(x.c, y.c), add(x.d, y.d)};
}
HWY_INLINE Quad fused(const Quad& x, const Quad& y, const Quad& z) {
    return {fused(x.a, y.a, z.a), fused(x.b, y.b, z.b), fused(x.c, y.c, z.c), fused(x.d, y.d, z.d)};
}

template <bool kept, class Scalar>
HWY_INLINE void add_rows(const Scalar* values, std::size_t count, double shift, LaneSums& sums,
                         double* differences) {
    const V shifts = set(shift);
    for (std::size_t first = 0; first < lane_count; first += 4 * hn::Lanes(D())) {
        Quad sum = load_quad(sums.differences.values + first);
        Quad square = load_quad(sums.squares.values + first);
        for (std::size_t k = first; k < count; k += lane_count) {
            const Quad d = subtract(load_quad(values + k), shifts);
            if constexpr (kept) store_quad(d, differences + k);
            sum = added(sum, d);
            square = fused(d, d, square);
        }
        store_quad(sum, sums.differences.values + first);
        store_quad(square, sums.squares.values + first);
    }
}

template <class Scalar>
HWY_INLINE void add_all(const Scalar* values, std::size_t count, double shift, LaneSums& sums,
                        double* differences) {
    const std::size_t whole = count / lane_count * lane_count;
    if (differences == nullptr) {
        add_rows<false>(values, whole, shift, sums, nullptr);
    } else {
        add_rows<true>(values, whole, shift, sums, differences);
    }
    for (std::size_t l = 0; whole + l < count; ++l) {
        const double d = static_cast<double>(values[whole + l]) - shift;
        sums.differences.values[l] += d;
        sums.squares.values[l] = std::fma(d, d, sums.squares.values[l]);
        if (differences != nullptr) differences[whole + l] = d;
    }
}

void add_doubles(const double* values, std::size_t count, double shift, LaneSums& sums, double* differences) {
    add_all(values, count, shift, sums, differences);
}

void add_floats(const float* values, std::size_t count, double shift, LaneSums& sums, double* differences) {
    add_all(values, count, shift, sums, differences);
}

void add_all_products(const double* a, const double* b, std::size_t count, Lanes& products) {
    const std::size_t whole = count / lane_count * lane_count;
    for (std::size_t first = 0; first < lane_count; first += 4 * hn::Lanes(D())) {
        Quad sum = load_quad(products.values + first);
        for (std::size_t k = first; k < whole; k += lane_count) {
            sum = fused(load_quad(a + k), load_quad(b + k), sum);
        }
        store_quad(sum, products.values + first);
    }
    for (std::size_t l = 0; whole + l < count; ++l) {
        products.values[l] = std::fma(a[whole + l], b[whole + l], products.values[l]);
    }
}

}  // namespace sigprop::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sigprop {
HWY_EXPORT(add_doubles);
HWY_EXPORT(add_floats);
HWY_EXPORT(add_all_products);
double Lanes::largest() const { return *std::max_element(values, values + lane_count); }

double Lanes::total() const {
    double lane[lane_count];
    std::copy_n(values, lane_count, lane);
    for (std::size_t half = lane_count / 2; half > 0; half /= 2) {
        for (std::size_t l = 0; l < half; ++l) lane[l] += lane[l + half];
    }
    return lane[0];
}

void add_differences(std::span<const double> values, double shift, LaneSums& sums, double* differences) {
    HWY_DYNAMIC_DISPATCH(add_doubles)(values.data(), values.size(), shift, sums, differences);
}

void add_differences(std::span<const float> values, double shift, LaneSums& sums, double* differences) {
    HWY_DYNAMIC_DISPATCH(add_floats)(values.data(), values.size(), shift, sums, differences);
}

void add_products(std::span<const double> a, std::span<const double> b, Lanes& products) {
    HWY_DYNAMIC_DISPATCH(add_all_products)(a.data(), b.data(), a.size(), products);
}
}  // namespace sigprop
#endif

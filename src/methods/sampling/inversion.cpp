// Compiled once per target by foreach_target.hpp, which includes this file again with other vector types.

#include "methods/sampling/inversion.hpp"

#include <algorithm>
#include <array>

#include "core/simd/operations.hpp"  // Line

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "methods/sampling/inversion.cpp"
#include "core/simd/widths.hpp"
// after simd/widths.hpp
#include <hwy/foreach_target.h>
// after foreach_target.h
#include <hwy/highway.h>

#include "core/random/quantile-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sigprop::HWY_NAMESPACE {

/// A kernel's arrays: three to read, two to write; their length is a multiple of line_size<double>.
using In = const double* const*;
using Out = double* const*;

void quantile_lines(In in, Out out, std::size_t count) {
    for (std::size_t k = 0; k < count; k += hn::Lanes(D())) {
        const V below = hn::LoadU(D(), in[0] + k);
        const V above = hn::LoadU(D(), in[1] + k);
        hn::StoreU(quantile(below, above, hn::LoadU(D(), in[2] + k)), D(), out[0] + k);
    }
}

/// out = function(uniforms), clamped to the limits.
template <class Function>
HWY_INLINE void map_clamped(In in, Out out, std::size_t count, const Inversion& by, Function function) {
    for (std::size_t k = 0; k < count; k += hn::Lanes(D())) {
        const V x = function(hn::LoadU(D(), in[0] + k));
        hn::StoreU(at_least(at_most(x, by.upper), by.lower), D(), out[0] + k);
    }
}

/// Evaluates several vectors side by side, because each step of a polynomial waits for the one before.
template <std::size_t vectors>
HWY_INLINE void series_vectors(const double* in, double* out, const Inversion& by) {
    constexpr std::size_t lanes = hn::MaxLanes(D());
    V y[vectors];
    V value[vectors];
    for (std::size_t j = 0; j < vectors; ++j) {
        y[j] = minus_log1m(mul(hn::LoadU(D(), in + j * lanes), set(by.mass)));
        value[j] = set(by.series.back());
    }
    for (std::size_t i = by.series.size() - 1; i-- > 0;) {
        const V coefficient = set(by.series[i]);
        for (std::size_t j = 0; j < vectors; ++j) value[j] = fused(value[j], y[j], coefficient);
    }
    for (std::size_t j = 0; j < vectors; ++j) {
        const V x = mul(mul(set(by.sign), y[j]), value[j]);
        hn::StoreU(at_least(at_most(x, by.upper), by.lower), D(), out + j * lanes);
    }
}

void series_lines(In in, Out out, std::size_t count, const Inversion& by) {
    constexpr std::size_t lanes = hn::MaxLanes(D());
    std::size_t k = 0;
    for (; k + 4 * lanes <= count; k += 4 * lanes) series_vectors<4>(in[0] + k, out[0] + k, by);
    for (; k < count; k += lanes) series_vectors<1>(in[0] + k, out[0] + k, by);
}

void inversion_lines(In in, Out out, std::size_t count, const Inversion& by) {
    const V mass = set(by.mass);
    switch (by.way) {
        case Inversion::Way::stretch:
            return map_clamped(in, out, count, by, [&](V u) { return add(set(by.start), mul(u, mass)); });
        case Inversion::Way::quantile:
            return map_clamped(in, out, count, by, [&](V u) {
                const V below = mul(u, mass);
                const V above = mul(sub(set(1), u), mass);
                const V x =
                    quantile(add(set(by.below), below), add(set(by.above), above), add(set(by.start), below));
                return sub(x, set(by.origin));
            });
        case Inversion::Way::series: return series_lines(in, out, count, by);
    }
}

void circle_lines(In in, Out out, std::size_t count, double limit) {
    // The margin 2^-50 covers the errors of the parts and of squaring and adding them.
    const double most = limit * (1 - 0x1p-50);
    for (std::size_t k = 0; k < count; k += hn::Lanes(D())) {
        const V radius = at_most(hn::Sqrt(hn::LoadU(D(), in[0] + k)), most);
        const V quarters = mul(set(4), hn::LoadU(D(), in[1] + k));
        const V quadrant = hn::Floor(quarters);
        const V angle = mul(sub(sub(quarters, quadrant), set(0.5)), set(0x1.921fb54442d18p+0));
        const V sine = sine_of_quarters(angle, 0);
        const V cosine = sine_of_quarters(angle, 1);
        // quadrants 1 and 3 exchange cos and sin; cos is negative in 1 and 2, sin in 2 and 3
        const M odd = hn::Or(hn::Eq(quadrant, set(1)), hn::Eq(quadrant, set(3)));
        const V real = mul(radius, pick(odd, sine, cosine));
        const V imaginary = mul(radius, pick(odd, cosine, sine));
        const M cos_negative = hn::Or(hn::Eq(quadrant, set(1)), hn::Eq(quadrant, set(2)));
        hn::StoreU(pick(cos_negative, hn::Neg(real), real), D(), out[0] + k);
        const M sin_negative = hn::Ge(quadrant, set(2));
        hn::StoreU(pick(sin_negative, hn::Neg(imaginary), imaginary), D(), out[1] + k);
    }
}

}  // namespace sigprop::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sigprop {
HWY_EXPORT(quantile_lines);
HWY_EXPORT(inversion_lines);
HWY_EXPORT(circle_lines);
namespace {

/// Calls kernel(in, out, count) for the whole lines, then for the rest as one padded line.
template <class Kernel>
void in_lines(const std::array<const double*, 3>& in, const std::array<double*, 2>& out, std::size_t count,
              const Kernel& kernel) {
    const std::size_t whole = count - count % line_size<double>;
    kernel(in.data(), out.data(), whole);
    if (whole == count) return;
    std::array<Line<double>, 5> lines;
    std::array<const double*, 3> line_in;
    for (std::size_t i = 0; i < 3; ++i) {
        line_in[i] = lines[i].values;
        std::fill_n(lines[i].values, line_size<double>, 0.5);
        if (in[i] != nullptr) std::copy(in[i] + whole, in[i] + count, lines[i].values);
    }
    const std::array<double*, 2> line_out = {lines[3].values, lines[4].values};
    kernel(line_in.data(), line_out.data(), line_size<double>);
    for (std::size_t i = 0; i < 2; ++i) {
        if (out[i] != nullptr) std::copy_n(line_out[i], count - whole, out[i] + whole);
    }
}

}  // namespace

void normal_quantiles(std::span<const double> below, std::span<const double> above,
                      std::span<const double> below_minus_half, std::span<double> out) {
    in_lines({below.data(), above.data(), below_minus_half.data()}, {out.data(), nullptr}, out.size(),
             [](auto in, auto to, std::size_t count) {
                 HWY_DYNAMIC_DISPATCH(quantile_lines)(in, to, count);
             });
}

void invert_uniforms(const Inversion& inversion, std::span<double> uniforms) {
    in_lines({uniforms.data(), nullptr, nullptr}, {uniforms.data(), nullptr}, uniforms.size(),
             [&](auto in, auto to, std::size_t count) {
                 HWY_DYNAMIC_DISPATCH(inversion_lines)(in, to, count, inversion);
             });
}

void place_on_circles(std::span<double> squares, std::span<double> turns, double limit) {
    in_lines({squares.data(), turns.data(), nullptr}, {squares.data(), turns.data()}, squares.size(),
             [&](auto in, auto to, std::size_t count) {
                 HWY_DYNAMIC_DISPATCH(circle_lines)(in, to, count, limit);
             });
}
}  // namespace sigprop
#endif

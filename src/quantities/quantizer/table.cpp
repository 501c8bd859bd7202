#include "quantities/quantizer/table.hpp"

#include <cmath>

#include "quantities/normal/quantile.hpp"

namespace sigprop {
namespace {

/// A format of a sign, exponent bits and mantissa bits with subnormal numbers; `unused` of the largest codes
/// are no numbers.
std::vector<Real> minifloat(int mantissa_bits, int exponent_bits, int bias, int unused) {
    std::vector<Real> values;
    const int per_octave = 1 << mantissa_bits;
    const int codes = (1 << (exponent_bits + mantissa_bits)) - unused;
    for (int code = 0; code < codes; ++code) {
        const int exponent = code / per_octave, mantissa = code % per_octave;
        const int whole = exponent == 0 ? mantissa : per_octave + mantissa;
        values.emplace_back(std::ldexp(whole, std::max(exponent, 1) - bias - mantissa_bits));
    }
    return values;
}

std::vector<Real> steps_to(std::int64_t most, std::int64_t divided_by) {
    std::vector<Real> values;
    for (std::int64_t k = 0; k <= most; ++k) values.emplace_back(Rational(k) / Rational(divided_by));
    return values;
}

QuantizerTable symmetric(std::vector<Real> side) { return {side, side, true}; }

}  // namespace

QuantizerTable format_table(NarrowFormat format) {
    switch (format) {
        case NarrowFormat::e4m3fn: return symmetric(minifloat(3, 4, 7, 1));
        case NarrowFormat::e5m2: return symmetric(minifloat(2, 5, 15, 4));
        case NarrowFormat::e2m1: return symmetric(minifloat(1, 2, 1, 0));
        case NarrowFormat::e3m2: return symmetric(minifloat(2, 3, 3, 0));
        case NarrowFormat::e2m3: return symmetric(minifloat(3, 2, 1, 0));
        case NarrowFormat::int8: return {steps_to(127, 1), steps_to(128, 1), false};
    }
    return {};
}

Ball nf4_value(std::int64_t index, const Real& offset, long bits) {
    constexpr std::int64_t zero = 7;
    if (index == zero) return 0;
    const std::int64_t from_zero = std::abs(index - zero), parts = index > zero ? 8 : 7;
    if (from_zero == parts) return index > zero ? 1 : -1;
    const Ball mass = offset.at(bits + 16);
    const Ball half = Ball(0.5);
    const Ball inner = upper_normal_quantile(half - (mass - half) * from_zero / parts, bits + 16);
    const Ball ratio = inner / upper_normal_quantile(1 - mass, bits + 16);
    return index > zero ? ratio : -ratio;
}

QuantizerTable block_table(BlockTable table, const Real& offset) {
    switch (table) {
        case BlockTable::nf4: {
            QuantizerTable nf4;
            const auto value = [&](std::int64_t index) {
                return Real("nf4 " + std::to_string(index) + " " + offset.text(), [=](long bits) {
                    return abs(nf4_value(index, offset, bits + 8)).at_precision(bits);
                });
            };
            for (std::int64_t k = 0; k <= 8; ++k)
                nf4.positive.push_back(k % 8 == 0 ? Real(int(k / 8)) : value(7 + k));
            for (std::int64_t k = 0; k <= 7; ++k)
                nf4.negative.push_back(k % 7 == 0 ? Real(int(k / 7)) : value(7 - k));
            return nf4;
        }
        case BlockTable::int4: return symmetric(steps_to(7, 7));
        case BlockTable::int8: return symmetric(steps_to(127, 127));
        case BlockTable::e2m1: {
            std::vector<Real> side = minifloat(1, 2, 1, 0);
            for (Real& value : side) value = value / Real(6);
            return symmetric(std::move(side));
        }
    }
    return {};
}

}  // namespace sigprop

// Compiled once per target: foreach_target.h includes this file again with other vector types.

#include "core/simd/operations.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/simd/operations.cpp"
#include "core/simd/widths.hpp"
// after simd/widths.hpp
#include <hwy/foreach_target.h>
// after foreach_target.h
#include <hwy/highway.h>

#include "core/simd/math-inl.hpp"
#include "core/simd/steps-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sigprop::HWY_NAMESPACE {

void run_all(const TileStep<double>* steps, std::size_t size, std::size_t padded_count) {
    run_every(steps, size, padded_count);
}

double weighted_sum(const TileStep<double>* steps, std::size_t size, const WeightedSum& sum,
                    std::size_t count) {
    for (std::size_t k = 0; k < count; k += hn::Lanes(D())) {
        hn::StoreU(mul(set(sum.factor), hn::LoadU(D(), sum.points + k)), D(), sum.arguments + k);
    }
    run_all(steps, size, count);
    HWY_ALIGN double p[line_size<double>];
    for (std::size_t lane = 0; lane < line_size<double>; lane += hn::Lanes(D())) {
        V part = set(0);
        for (std::size_t k = lane; k < count; k += line_size<double>) {
            part = add(part, mul(hn::LoadU(D(), sum.weights + k), hn::LoadU(D(), sum.values + k)));
        }
        hn::StoreU(part, D(), p + lane);
    }
    return ((p[0] + p[4]) + (p[1] + p[5])) + ((p[2] + p[6]) + (p[3] + p[7]));
}

}  // namespace sigprop::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sigprop {
HWY_EXPORT(run_all);
HWY_EXPORT(weighted_sum);
void run_steps(std::span<const TileStep<double>> steps, std::size_t padded_count) {
    HWY_DYNAMIC_DISPATCH(run_all)(steps.data(), steps.size(), padded_count);
}

double run_weighted_sum(std::span<const TileStep<double>> steps, const WeightedSum& sum,
                        std::size_t padded_count) {
    return HWY_DYNAMIC_DISPATCH(weighted_sum)(steps.data(), steps.size(), sum, padded_count);
}

double tile_error(Operation operation, std::int64_t integer) {
    switch (operation) {
        case Operation::variable:
        case Operation::negate: return 0;
        case Operation::power_integer: return integer == 4 ? 3 : integer >= -1 && integer <= 2 ? 0.5 : 2;
        case Operation::power:
        case Operation::exp:
        case Operation::log:
        case Operation::log1p:
        case Operation::sin:
        case Operation::cos:
        case Operation::atan: return 2;
        case Operation::expm1:
        case Operation::erf: return 3;
        case Operation::sigmoid:
        case Operation::cosh:
        case Operation::normal_pdf: return 4;
        case Operation::softplus:
        case Operation::tanh:
        case Operation::sinh: return 5;
        case Operation::erfc:
        case Operation::normal_cdf: return 12;
        default: return is_piecewise(operation) ? 0 : 0.5;
    }
}

bool tile_error_is_proved(Operation operation, std::int64_t integer) {
    switch (operation) {
        case Operation::power_integer: return integer >= -1 && integer <= 4;
        case Operation::power:
        case Operation::sin:
        case Operation::cos:
        case Operation::atan: return false;
        default: return true;
    }
}
}  // namespace sigprop
#endif

// The float side of block_operations.cpp, compiled once a target in the same way.

#include "core/block_operations.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/block_operations_f32.cpp"
// One target for each width is enough: 512 bits, 256 bits, baseline.
#ifndef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL)
#endif
#include <hwy/foreach_target.h>
// after foreach_target.h
#include <hwy/highway.h>

#include "core/block_math_f32-inl.hpp"
// after the functions
#include "core/block_steps-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sigprop::HWY_NAMESPACE {

void run_all_f32(const BlockStep<float>* steps, std::size_t size, std::size_t padded_count) {
    run_every(steps, size, padded_count);
}

}  // namespace sigprop::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sigprop {
HWY_EXPORT(run_all_f32);
namespace detail {

void run_steps(std::span<const BlockStep<float>> steps, std::size_t padded_count) {
    HWY_DYNAMIC_DISPATCH(run_all_f32)(steps.data(), steps.size(), padded_count);
}

double block_error_f32(Operation operation, std::int64_t integer) {
    switch (operation) {
        case Operation::variable:
        case Operation::negate: return 0;
        case Operation::power_integer:
            return integer == 3 || integer == 4 ? 3 : integer >= -1 && integer <= 2 ? 0.5 : 1;
        case Operation::power:
        case Operation::exp:
        case Operation::log:
        case Operation::sin:
        case Operation::cos:
        case Operation::atan:
        case Operation::sinh:
        case Operation::cosh: return 1;
        case Operation::expm1:
        case Operation::log1p:
        case Operation::softplus:
        case Operation::erf:
        case Operation::normal_pdf: return 2;
        case Operation::sigmoid:
        case Operation::tanh: return 3;
        case Operation::erfc:
        case Operation::normal_cdf: return 4;
        default: return is_piecewise(operation) ? 0 : 0.5;
    }
}

}  // namespace detail
}  // namespace sigprop
#endif

// Compiled once a target by foreach_target.hpp, which includes this file again with other vector types.

#include "core/block_operations.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/block_operations.cpp"
#include "core/block_widths.hpp"
// after block_widths.hpp
#include <hwy/foreach_target.h>
// after foreach_target.h
#include <hwy/highway.h>

#include "core/block_math-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sigprop::HWY_NAMESPACE {

using detail::BlockOperand;
using detail::BlockStep;

HWY_INLINE V load(const BlockOperand& operand, std::size_t k) {
    return hn::LoadU(D(), operand.start + (k & operand.mask));
}

HWY_INLINE void store(const BlockStep& step, std::size_t k, V value) {
    hn::StoreU(step.squared ? mul(value, value) : value, D(), step.out + k);
}

template <V (*function)(V)>
HWY_INLINE void map(const BlockStep& step, std::size_t count) {
    for (std::size_t k = 0; k < count; k += hn::Lanes(D())) {
        store(step, k, function(load(step.operands[0], k)));
    }
}

template <V (*function)(V, V)>
HWY_INLINE void map(const BlockStep& step, std::size_t count) {
    for (std::size_t k = 0; k < count; k += hn::Lanes(D())) {
        const V a = load(step.operands[0], k);
        store(step, k, function(a, load(step.operands[1], k)));
    }
}

template <V (*function)(V, V, V)>
HWY_INLINE void map(const BlockStep& step, std::size_t count) {
    for (std::size_t k = 0; k < count; k += hn::Lanes(D())) {
        const V a = load(step.operands[0], k);
        const V b = load(step.operands[1], k);
        store(step, k, function(a, b, load(step.operands[2], k)));
    }
}

// What has no function of its own in block_math-inl.hpp. Switches compare as the scalar evaluator does.
HWY_INLINE V negate(V a) { return hn::Neg(a); }
HWY_INLINE V copy(V a) { return a; }
HWY_INLINE V square_root(V a) { return hn::Sqrt(a); }
HWY_INLINE V reciprocal(V a) { return div(set(1), a); }
HWY_INLINE V absolute(V a) { return pick(hn::Lt(a, set(0)), hn::Neg(a), a); }
HWY_INLINE V minimum(V a, V b) { return pick(hn::Lt(sub(a, b), set(0)), a, b); }
HWY_INLINE V maximum(V a, V b) { return pick(hn::Lt(sub(a, b), set(0)), b, a); }
HWY_INLINE V positive_part(V a) { return pick(hn::Lt(a, set(0)), set(0), a); }
HWY_INLINE V unit_step(V a) { return pick(hn::Lt(a, set(0)), set(0), set(1)); }
HWY_INLINE V choose_negative(V g, V a, V b) { return pick(hn::Lt(g, set(0)), a, b); }
HWY_INLINE V choose_nonpositive(V g, V a, V b) { return pick(hn::Le(g, set(0)), a, b); }
HWY_INLINE V square(V a) { return mul(a, a); }
HWY_INLINE V cube(V a) { return mul(mul(a, a), a); }
HWY_INLINE V fourth(V a) { return square(square(a)); }

/// One number after another through the C library.
template <class Function>
void map_scalars(const BlockStep& step, std::size_t count, Function function) {
    const auto& [a, b, c] = step.operands;
    for (std::size_t k = 0; k < count; ++k) step.out[k] = function(a.start[k & a.mask], b.start[k & b.mask]);
}

void integer_power(const BlockStep& step, std::size_t count) {
    switch (step.integer) {
        case -1: return map<reciprocal>(step, count);
        case 1: return map<copy>(step, count);
        case 2: return map<square>(step, count);
        case 3: return map<cube>(step, count);
        case 4: return map<fourth>(step, count);
        default: break;
    }
    const auto n = static_cast<double>(step.integer);
    map_scalars(step, count, [n](double x, double) { return std::pow(x, n); });
}

void run_switch(const BlockStep& step, std::size_t count) {
    switch (step.operation) {
        case Operation::abs: return map<absolute>(step, count);
        case Operation::minimum: return map<minimum>(step, count);
        case Operation::maximum: return map<maximum>(step, count);
        case Operation::relu: return map<positive_part>(step, count);
        case Operation::step: return map<unit_step>(step, count);
        case Operation::where_negative: return map<choose_negative>(step, count);
        default: return map<choose_nonpositive>(step, count);
    }
}

void run_step(const BlockStep& step, std::size_t count) {
    switch (step.operation) {
        case Operation::variable:
        case Operation::constant: return map<copy>(step, count);
        case Operation::add: return map<add>(step, count);
        case Operation::subtract: return map<sub>(step, count);
        case Operation::multiply: return map<mul>(step, count);
        case Operation::divide: return map<div>(step, count);
        case Operation::negate: return map<negate>(step, count);
        case Operation::power_integer: return integer_power(step, count);
        case Operation::power:
            return map_scalars(step, count, [](double x, double y) { return std::pow(x, y); });
        case Operation::sqrt: return map<square_root>(step, count);
        case Operation::exp: return map<exp>(step, count);
        case Operation::expm1: return map<expm1>(step, count);
        case Operation::log: return map<log>(step, count);
        case Operation::log1p: return map<log1p>(step, count);
        case Operation::sin: return map<sin>(step, count);
        case Operation::cos: return map<cos>(step, count);
        case Operation::atan: return map_scalars(step, count, [](double x, double) { return std::atan(x); });
        case Operation::sinh: return map<sinh>(step, count);
        case Operation::cosh: return map<cosh>(step, count);
        case Operation::tanh: return map<tanh>(step, count);
        case Operation::erf: return map<erf>(step, count);
        case Operation::erfc: return map<erfc>(step, count);
        case Operation::sigmoid: return map<sigmoid>(step, count);
        case Operation::softplus: return map<softplus>(step, count);
        case Operation::normal_pdf: return map<normal_pdf>(step, count);
        case Operation::normal_cdf: return map<normal_cdf>(step, count);
        default: return run_switch(step, count);
    }
}

void run_all(const BlockStep* steps, std::size_t size, std::size_t padded_count) {
    for (std::size_t i = 0; i < size; ++i) run_step(steps[i], padded_count);
}

double weighted_sum(const BlockStep* steps, std::size_t size, const detail::WeightedSum& sum,
                    std::size_t count) {
    for (std::size_t k = 0; k < count; k += hn::Lanes(D())) {
        hn::StoreU(mul(set(sum.factor), hn::LoadU(D(), sum.points + k)), D(), sum.arguments + k);
    }
    run_all(steps, size, count);
    HWY_ALIGN double p[detail::line_size];
    for (std::size_t lane = 0; lane < detail::line_size; lane += hn::Lanes(D())) {
        V part = set(0);
        for (std::size_t k = lane; k < count; k += detail::line_size) {
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
namespace detail {

void run_steps(std::span<const BlockStep> steps, std::size_t padded_count) {
    HWY_DYNAMIC_DISPATCH(run_all)(steps.data(), steps.size(), padded_count);
}

double run_weighted_sum(std::span<const BlockStep> steps, const WeightedSum& sum, std::size_t padded_count) {
    return HWY_DYNAMIC_DISPATCH(weighted_sum)(steps.data(), steps.size(), sum, padded_count);
}

double block_error(Operation operation, std::int64_t integer) {
    switch (operation) {
        case Operation::variable:
        case Operation::negate: return 0;
        case Operation::power_integer: return integer == 4 ? 3 : integer == -1 || integer == 1 ? 0.5 : 2;
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
        case Operation::normal_cdf: return 8;
        default: return is_piecewise(operation) ? 0 : 0.5;
    }
}

}  // namespace detail
}  // namespace sigprop
#endif

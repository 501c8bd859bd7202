#include "methods/softmax/table.hpp"

#include "core/ball/error_term.hpp"
#include "core/base/bits.hpp"
#include "methods/softmax/bounds.hpp"

#include <algorithm>
#include <cmath>

namespace sigprop {
namespace {

/// The log2 below which g^n is negligible, with room for columns that grow while g^n falls.
long vanishing(const SoftmaxPlan& plan) { return -design("softmax.row_powers.vanishing", 2 * plan.working); }

std::size_t first_place(int a, const SoftmaxPlan& plan) {
    std::size_t low = 0, high = plan.size() - 1;
    while (low + 1 < high) {
        const std::size_t middle = low + (high - low) / 2;
        const double u = static_cast<double>(plan.first + static_cast<long>(middle)) * plan.step();
        (is_before_row(u, a * log_2, plan) ? low : high) = middle;
    }
    return low;
}

/// Sets the end where g^n is negligible; `size` points were computed.
void finish(RowPowers& powers, std::size_t size, const SoftmaxPlan& plan) {
    powers.end = powers.first + size;
    const auto has_vanished = [&](std::size_t place) {
        return arf_cmpabs_2exp_si(arb_midref(powers.at(place)), vanishing(plan)) < 0;
    };
    while (powers.end - 1 > powers.split && has_vanished(powers.end - 2)) --powers.end;
    Ball last = blank(plan.working);
    arb_set(raw(last), powers.at(powers.end - 1));
    powers.rest = (powers.end > powers.split ? last : 1 - last).magnitude();
}

}  // namespace

bool is_before_row(double u, double log_n, const SoftmaxPlan& plan) {
    const double goal = design("softmax.row_powers.before_row", nats_of_bits(plan.bits) + 12);
    const Exponent rest = best_deficit_exponent(u, plan.tails);
    return std::max(rest.log_bound + log_n - std::log(rest.theta * plan.step()), u) < -goal;
}

RowPowers first_powers(const SoftmaxPlan& plan, const ArbVector& deficits) {
    RowPowers powers;
    powers.first = first_place(powers_afresh - 1, plan);
    powers.split = plan.size();
    powers.values = ArbVector(plan.size() - powers.first);
    for (std::size_t place = powers.first; place < plan.size(); ++place) {
        const arb_ptr value = powers.values.at(place - powers.first);
        arb_set(value, deficits.at(place));
        if (place < powers.split && arf_cmpabs_2exp_si(arb_midref(value), -2) < 0) continue;
        powers.split = std::min(powers.split, place);
        arb_sub_ui(value, value, 1, plan.working);
        arb_neg(value, value);
    }
    finish(powers, plan.size() - powers.first, plan);
    return powers;
}

RowPowers powers_from_logarithm(int a, const SoftmaxPlan& plan, const ArbVector& deficits,
                                const ArbVector& log_survivals) {
    RowPowers powers;
    powers.first = first_place(a + powers_afresh - 1, plan);
    powers.split = plan.size();
    powers.values = ArbVector(plan.size() - powers.first);
    Ball log_power = blank(plan.working);
    std::size_t place = powers.first;
    bool is_left = true;
    for (; place < plan.size(); ++place) {
        const arb_ptr value = powers.values.at(place - powers.first);
        if (arf_cmpabs_2exp_si(arb_midref(deficits.at(place)), -1) >= 0) break;  // g^n < 2^-n
        arb_mul_2exp_si(raw(log_power), log_survivals.at(place), a);
        const arf_srcptr size = arb_midref(raw(log_power));
        is_left = is_left && arf_cmpabs_2exp_si(size, -2) < 0;
        if (is_left) {
            const long least = plan.working + powers_afresh + arf_abs_bound_lt_2exp_si(size);
            arb_expm1(value, raw(log_power), std::clamp(least, 24L, plan.working));
            arb_neg(value, value);
            continue;
        }
        powers.split = std::min(powers.split, place);
        arb_exp(value, raw(log_power), plan.working);
        if (arf_cmpabs_2exp_si(arb_midref(value), vanishing(plan)) < 0) {
            ++place;
            break;
        }
    }
    powers.split = std::min(powers.split, place);
    finish(powers, place - powers.first, plan);
    return powers;
}

RowPowers next_powers(const RowPowers& half, const SoftmaxPlan& plan) {
    RowPowers powers;
    powers.first = half.first;
    powers.split = half.split;
    powers.values = ArbVector(half.end - half.first);
    Ball complement = blank(plan.working);
    for (std::size_t place = half.first; place < half.end; ++place) {
        const arb_ptr value = powers.values.at(place - half.first);
        if (place >= half.split) {
            arb_sqr(value, half.at(place), plan.working);
            continue;
        }
        arb_sub_ui(raw(complement), half.at(place), place < powers.split ? 2 : 1, plan.working);
        if (place < powers.split && arf_cmpabs_2exp_si(arb_midref(half.at(place)), -3) >= 0) {
            powers.split = place;
            arb_add_ui(raw(complement), raw(complement), 1, plan.working);
        }
        if (place < powers.split) {
            arb_mul(value, half.at(place), raw(complement), plan.working);
            arb_neg(value, value);
        } else {
            arb_sqr(value, raw(complement), plan.working);
        }
    }
    finish(powers, half.end - half.first, plan);
    return powers;
}

}  // namespace sigprop

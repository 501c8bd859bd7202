#include "methods/softmax/exponential_grid.hpp"

#include "core/base/poll.hpp"

namespace sigprop {

static constexpr long work_of_exponential = 16;  // in products

DoublingPlace doubling_place(long i, long steps) {
    long doublings = i / steps;
    if (i % steps < 0) --doublings;
    return {doublings, i - doublings * steps};
}

ArbVector doubling_roots(long steps, int p, long bits) {
    ArbVector result(static_cast<std::size_t>(steps));
    Ball log_two = blank(bits), exponent = blank(bits);
    arb_const_log2(raw(log_two), bits + 8);
    for (long t = 0; t < steps; ++t) {
        poll(work_of_exponential * bits);
        arb_mul_si(raw(exponent), raw(log_two), p * t, bits + 8);
        arb_div_si(raw(exponent), raw(exponent), steps, bits + 8);
        arb_exp(result.at(static_cast<std::size_t>(t)), raw(exponent), bits);
    }
    return result;
}

namespace {

/// Beyond this many doublings past y = 1, e^-y is below 2^(-6 bits).
long last_doubling(long bits) {
    long doublings = 3;
    while ((1L << doublings) < 8 * bits) ++doublings;
    return doublings;
}

/// r where y <= 1, d where y > 1.
ArbVector rise_then_decay(const ExponentialGrid& grid) {
    const long bits = grid.bits;
    ArbVector values(static_cast<std::size_t>(grid.last - grid.first + 1));
    const ArbVector y0 = doubling_roots(grid.steps, 1, bits);
    const long end = last_doubling(bits) * grid.steps;
    Ball t = blank(bits);
    for (long i = grid.first; i <= grid.last; ++i) {
        const arb_ptr value = values.at(static_cast<std::size_t>(i - grid.first));
        const bool is_first = i - grid.steps < grid.first;
        poll(is_first ? work_of_exponential * bits : bits);
        if (is_first) {
            const DoublingPlace at = doubling_place(i, grid.steps);
            arb_mul_2exp_si(raw(t), y0.at(static_cast<std::size_t>(at.rest)), at.doublings);
            arb_neg(raw(t), raw(t));
            if (i > 0) {
                arb_exp(value, raw(t), bits);
            } else {
                arb_expm1(value, raw(t), bits);
                arb_neg(value, value);
            }
            continue;
        }
        const arb_srcptr before = values.at(static_cast<std::size_t>(i - grid.steps - grid.first));
        if (i > end) {  // the function falls, so the last bound holds from here on
            arb_zero(value);
            arb_get_mag(arb_radref(value), before);
        } else if (i > grid.steps) {
            arb_sqr(value, before, bits);
        } else if (i > 0) {
            arb_sub_ui(raw(t), before, 1, bits);
            arb_sqr(value, raw(t), bits);
        } else {
            arb_sub_ui(raw(t), before, 2, bits);
            arb_neg(raw(t), raw(t));
            arb_mul(value, before, raw(t), bits);
        }
    }
    return values;
}

/// value = 1 - value.
void complement(arb_ptr value, long bits) {
    arb_sub_ui(value, value, 1, bits);
    arb_neg(value, value);
}

}  // namespace

ArbVector rises(const ExponentialGrid& grid) {
    ArbVector values = rise_then_decay(grid);
    for (long i = std::max(grid.first, 1L); i <= grid.last; ++i)
        complement(values.at(static_cast<std::size_t>(i - grid.first)), grid.bits);
    return values;
}

ArbVector powers_with_decay(const ExponentialGrid& grid, int p) {
    ArbVector values = rise_then_decay(grid);
    const ArbVector powers = doubling_roots(grid.steps, p, grid.bits);
    for (long i = grid.first; i <= grid.last; ++i) {
        const arb_ptr value = values.at(static_cast<std::size_t>(i - grid.first));
        if (i <= 0) complement(value, grid.bits);
        const DoublingPlace at = doubling_place(i, grid.steps);
        arb_mul(value, value, powers.at(static_cast<std::size_t>(at.rest)), grid.bits);
        arb_mul_2exp_si(value, value, p * at.doublings);
    }
    return values;
}

}  // namespace sigprop

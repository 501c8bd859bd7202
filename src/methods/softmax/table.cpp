#include "methods/softmax/table.hpp"

#include "methods/softmax/exponential_grid.hpp"

#include <cmath>

namespace sigprop {
namespace {

double log_of(mag_srcptr size) {
    const double fraction = std::ldexp(static_cast<double>(MAG_MAN(size)), -MAG_BITS);
    return std::log(fraction) + fmpz_get_d(MAG_EXPREF(size)) * M_LN2;
}

std::vector<double> logs_of(const ArbVector& values) {
    std::vector<double> logs(static_cast<std::size_t>(values.size()));
    mag_t size;
    mag_init(size);
    for (std::size_t i = 0; i < logs.size(); ++i) {
        arb_get_mag(size, values.at(i));
        logs[i] = mag_is_special(size) != 0 ? -INFINITY : log_of(size);
    }
    mag_clear(size);
    return logs;
}

std::size_t bytes_of(const ArbVector& values) { return values.bytes(); }
std::size_t bytes_of(const RowPowers& powers) { return powers.values.bytes(); }
std::size_t bytes_of(const LogitNodes& rule) { return 2 * rule.nodes.size() * sizeof(Ball); }
std::size_t bytes_of(const SoftmaxFunction& function) {
    return function.column.values.bytes() + function.logs.size() * sizeof(double);
}

}  // namespace

Ball SoftmaxTable::step(long bits) const {
    Ball h = blank(bits);
    arb_const_log2(raw(h), bits + 8);
    arb_div_si(raw(h), raw(h), plan_.steps, bits);
    return h;
}

Ball SoftmaxTable::point(long k, long bits) const { return step(bits) * Ball(static_cast<std::int64_t>(k)); }

template <class Made, class Make>
const Made& SoftmaxTable::once(std::optional<Made>& slot, const Make& make) const {
    const std::lock_guard lock(mutex_);
    if (!slot) {
        slot = make();
        bytes_ += bytes_of(*slot);
    }
    return *slot;
}

const LogitNodes& SoftmaxTable::nodes() const {
    return once(nodes_, [&] { return logit_nodes(law_, plan_.bits, plan_.working); });
}

const SoftmaxFunction& SoftmaxTable::function(SoftmaxColumn which, const Context& context) const {
    return once(functions_[static_cast<std::size_t>(which)], [&] {
        SoftmaxFunction made;
        made.column = plan_.by_nodes ? node_column(nodes(), law_, plan_, which, context)
                                     : normal_column(law_, plan_, which, context);
        made.logs = logs_of(made.column.values);
        return made;
    });
}

const SoftmaxFunction& SoftmaxTable::log_survival(const Context& context) const {
    return once(log_survival_, [&] {
        const SoftmaxFunction& deficit = function(SoftmaxColumn::deficit, context);
        SoftmaxFunction made;
        made.column.values = ArbVector(plan_.size());
        Ball negative = blank(plan_.working);
        for (std::size_t k = 0; k < plan_.size(); ++k) {
            arb_neg(raw(negative), deficit.column.values.at(k));
            arb_log1p(made.column.values.at(k), raw(negative), plan_.working);
        }
        made.logs = logs_of(made.column.values);
        for (std::size_t k = 0; k < plan_.size(); ++k) {
            made.logs[k] = deficit.is_far(k) ? std::log(std::max(1 - std::exp(deficit.logs[k]), 1e-15))
                                             : -std::exp(made.logs[k]);
        }
        return made;
    });
}

const ArbVector& SoftmaxTable::inverse_survival(const Context& context) const {
    return once(inverse_survival_, [&] {
        const SoftmaxFunction& deficit = function(SoftmaxColumn::deficit, context);
        ArbVector made(plan_.size());
        Ball g = blank(plan_.working);
        for (std::size_t k = 0; k < plan_.size() && !deficit.is_far(k); ++k) {
            arb_sub_ui(raw(g), deficit.column.values.at(k), 1, plan_.working);
            arb_neg(raw(g), raw(g));
            arb_inv(made.at(k), raw(g), plan_.working);
        }
        return made;
    });
}

const ArbVector& SoftmaxTable::rise_sums(const Context&) const {
    return once(rise_sums_, [&] {
        ArbVector sums = rises({plan_.steps, plan_.first, plan_.last, plan_.working});
        for (std::size_t k = 1; k < plan_.size(); ++k)
            arb_add(sums.at(k), sums.at(k), sums.at(k - 1), plan_.working);
        return sums;
    });
}

const RowPowers& SoftmaxTable::powers(int a, const Context& context) const {
    return once(powers_[static_cast<std::size_t>(a)], [&] {
        context.check_cancelled();
        if (a % powers_afresh != 0) return next_powers(powers(a - 1, context), plan_);
        const ArbVector& deficits = function(SoftmaxColumn::deficit, context).column.values;
        if (a == 0) return first_powers(plan_, deficits);
        return powers_from_logarithm(a, plan_, deficits, log_survival(context).column.values);
    });
}

}  // namespace sigprop

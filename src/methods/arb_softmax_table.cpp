#include "methods/arb_softmax_table.hpp"

#include "methods/arb_exponential_grid.hpp"

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

}  // namespace

Ball SoftmaxTable::step(long bits) const {
    Ball h = blank(bits);
    arb_const_log2(raw(h), bits + 8);
    arb_div_si(raw(h), raw(h), plan_.steps, bits);
    return h;
}

Ball SoftmaxTable::point(long k, long bits) const { return step(bits) * Ball(static_cast<std::int64_t>(k)); }

template <class Make>
const SoftmaxFunction& SoftmaxTable::once(std::size_t slot, const Make& make) const {
    const std::lock_guard lock(mutex_);
    auto& function = functions_[slot];
    if (!function) {
        SoftmaxFunction made;
        made.column = make();
        made.logs = logs_of(made.column.values);
        function = std::move(made);
    }
    return *function;
}

const SoftmaxFunction& SoftmaxTable::function(SoftmaxColumn which, const Context& context) const {
    return once(static_cast<std::size_t>(which), [&] {
        return plan_.by_nodes ? node_column(law_, plan_, which, context)
                              : normal_column(law_, plan_, which, context);
    });
}

const SoftmaxFunction& SoftmaxTable::log_survival(const Context& context) const {
    return once(softmax_columns, [&] {
        const ArbVector& deficit = function(SoftmaxColumn::deficit, context).column.values;
        ColumnValues column;
        column.values = ArbVector(plan_.size());
        Ball negative = blank(plan_.working);
        for (std::size_t k = 0; k < plan_.size(); ++k) {
            arb_neg(raw(negative), deficit.at(k));
            arb_log1p(column.values.at(k), raw(negative), plan_.working);
        }
        return column;
    });
}

const SoftmaxFunction& SoftmaxTable::rise(const Context&) const {
    return once(softmax_columns + 1, [&] {
        ColumnValues column;
        column.values = rises({plan_.steps, plan_.first, plan_.last, plan_.working});
        return column;
    });
}

}  // namespace sigprop

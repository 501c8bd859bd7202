#include "methods/softmax/means.hpp"

#include "methods/softmax/memo.hpp"
#include "methods/softmax/periodic_row.hpp"
#include "methods/softmax/sum.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace sigprop {
namespace {

/// One evaluation of the budget pays for this many products in the sums of a table; columns share their work.
constexpr double products_an_evaluation = 1024;

/// E sum a x has the size s^2, but its bounds have the size s, or the largest |x| of a bounded law.
long extra_bits(RowMean what, const LogitLaw& law) {
    if (what != RowMean::mean_logit) return 0;
    const double s = std::min(proxy(law).to_double(), max_abs(law).to_double());
    const long bounded = law.kind == LogitLaw::Kind::normal ? 0 : 8;
    return bounded + (s >= 0.5 ? 0 : 8 * static_cast<long>(std::ceil((3 - 2 * std::log2(s)) / 8)));
}

/// The integrals of a row by a table, or without one.
struct Integrals {
    std::function<Ball(SoftmaxColumn, int keys)> weighted;
    std::function<Ball()> logarithm;
    long working;
};

Integrals by_table(const SoftmaxTable& table, const Rows& rows, const Context& context) {
    return {[&, rows](SoftmaxColumn column, int keys) {
                return weighted_integral(table, column, keys, rows, context);
            },
            [&, rows] { return log_integral(table, rows, context); }, table.plan().working};
}

Integrals by_periods(const PeriodicRow& row, const Context& context) {
    return {[&](SoftmaxColumn column, int keys) { return row.weighted(column, keys, context); },
            [&] { return row.logarithm(context); }, row.plan().working};
}

Ball mean_of(RowMean what, const Integrals& integrals, const Rows& rows) {
    const auto& integral = integrals.weighted;
    // In a row of one key the weight is 1 and the logit has mean 0.
    const Ball alone =
        rows.mask == RowMask::causal ? 1 / count_ball(rows.n).at_precision(integrals.working) : Ball(0);
    switch (what) {
        case RowMean::total_weight: return alone + integral(SoftmaxColumn::power_1, 1);
        case RowMean::log_partition: return integrals.logarithm();
        case RowMean::mean_logit: return integral(SoftmaxColumn::moment, 1);
        case RowMean::participation: return alone + integral(SoftmaxColumn::power_2, 1);
        case RowMean::spread: return integral(SoftmaxColumn::power_1, 2);
        case RowMean::sum_cubes: return alone + integral(SoftmaxColumn::power_3, 1) / 2;
        case RowMean::sum_fourth_powers: return alone + integral(SoftmaxColumn::power_4, 1) / 6;
        case RowMean::participation_squared:
            return alone + (integral(SoftmaxColumn::power_4, 1) + integral(SoftmaxColumn::power_2, 2)) / 6;
    }
    return Ball::indeterminate();
}

/// The highest power among the columns of a mean.
int power_in(RowMean what) {
    switch (what) {
        case RowMean::participation: return 2;
        case RowMean::sum_cubes: return 3;
        case RowMean::sum_fourth_powers:
        case RowMean::participation_squared: return 4;
        default: return 1;
    }
}

/// By how much Fourier series for one row must be the shorter way: other lengths would use a table, too,
/// unless it takes seconds.
double advantage(TableFor lengths, double table_work) {
    constexpr double seconds = 1e8;
    if (lengths == TableFor::this_length) return 1;
    return table_work > seconds ? 2 : 8;
}

}  // namespace

Answer row_mean(RowMean what, const LogitLaw& law, std::uint64_t n, RowMask mask, long bits,
                const Context& context, TableFor lengths) {
    // Tables have few different precisions, so that they are used again.
    const long goal = 8 * ((bits + 7 + 4) / 8) + extra_bits(what, law);
    const double max_work = products_an_evaluation * static_cast<double>(context.budget);
    const RowLengths served =
        lengths == TableFor::every_length || mask == RowMask::causal ? RowLengths{} : RowLengths{n, n};
    const double by_table_work = remembered_plan(law, goal, served)->work;
    Ball value = Ball::indeterminate();
    if (mask == RowMask::full && law.kind != LogitLaw::Kind::capped_normal) {
        const int power = power_in(what);
        const double work = advantage(lengths, by_table_work) * remembered_plan(law, n, power, goal)->work;
        if (work < by_table_work && work < max_work)
            value = mean_of(what, by_periods(*remembered_row(law, n, power, goal), context), {n, mask});
    }
    if (!value.is_finite()) {
        const auto table = remembered_table(law, goal, max_work, served);
        if (!table) return {Status::unable, "the table of the softmax integrals exceeds the budget"};
        value = mean_of(what, by_table(*table, {n, mask}, context), {n, mask});
    }
    if (!value.is_finite()) return {Status::unable, "the bounds of the softmax integrals are not finite"};
    return value;
}

Answer sink_row_mean(SinkRowMean what, const LogitLaw& law, std::uint64_t n, const Real& sink, long bits,
                     const Context& context) {
    const long goal = 8 * ((bits + 7 + 4) / 8) +
                      (what == SinkRowMean::mean_logit ? extra_bits(RowMean::mean_logit, law) : 0L);
    const auto table =
        remembered_table(law, goal, products_an_evaluation * static_cast<double>(context.budget));
    if (!table) return {Status::unable, "the table of the softmax integrals exceeds the budget"};
    const Ball b = sink.at(table->plan().working + 16);
    const auto keys = [&](SoftmaxColumn column) { return weighted_integral(*table, column, n, b, context); };
    const auto value = [&]() -> Ball {
        switch (what) {
            case SinkRowMean::sink_weight: return sink_integral(SinkMean::weight, *table, n, b, context);
            case SinkRowMean::keys_weight: return keys(SoftmaxColumn::power_1);
            case SinkRowMean::mean_logit: return keys(SoftmaxColumn::moment);
            case SinkRowMean::participation: return keys(SoftmaxColumn::power_2);
            case SinkRowMean::log_partition: break;
        }
        return log_integral(*table, {n, RowMask::full}, context) +
               sink_integral(SinkMean::log_partition, *table, n, b, context);
    }();
    if (!value.is_finite()) return {Status::unable, "the bounds of the softmax integrals are not finite"};
    return value;
}

}  // namespace sigprop

#pragma once
// Rows by Fourier series for tests, with plans that a test may make coarser.

#include "methods/softmax/periodic_row.hpp"
#include "tests/methods/softmax/rows.hpp"

namespace softmax_rows {

/// A row of n keys and its plan.
struct Periods {
    LogitLaw law;
    std::uint64_t n;
    PeriodicPlan plan;

    Periods(LogitLaw of, std::uint64_t keys, int power, long bits)
        : law(std::move(of)), n(keys), plan(periodic_plan(law, n, power, bits)) {}

    /// A grid of a multiple of the step, on the same window.
    void coarsen(long times) {
        const double step = plan.step() * static_cast<double>(times);
        plan.points = plan.points / (4 * times) * 4;
        plan.period = step * static_cast<double>(plan.points);
        plan.first = plan.first / times - 1;
        plan.half = plan.half / times + 2;
    }

    [[nodiscard]] Ball weighted(SoftmaxColumn column, int keys) const {
        return PeriodicRow(law, n, plan).weighted(column, keys, Context());
    }
    [[nodiscard]] Ball logarithm() const { return PeriodicRow(law, n, plan).logarithm(Context()); }
    /// Every k-th value of a column.
    [[nodiscard]] std::vector<Ball> column(SoftmaxColumn which, long every) const {
        const ArbVector values = PeriodicColumns(law, plan).column(which, Context());
        std::vector<Ball> all;
        for (slong k = 0; k < values.size(); k += every) all.push_back(values.get(k, plan.working));
        return all;
    }
};

}  // namespace softmax_rows

// The error terms of the outer sums over softmax tables (softmax/sum.hpp): on grids whose outer step is log
// 2, eight times as wide as usual, or that end too early.

#include "methods/softmax/row_weights.hpp"
#include "methods/softmax/sum.hpp"
#include "tests/methods/softmax/rows.hpp"
#include "tests/support/error_terms.hpp"

using namespace softmax_rows;
using error_terms::Redesigned;
using error_terms::sharp;

namespace {

constexpr long goal = 64;

/// The outer step becomes log 2, the inner one stays.
SoftmaxPlan widened(const SoftmaxPlan& fine) {
    SoftmaxPlan coarse = fine;
    coarse.steps = 1;
    coarse.refinement = fine.steps * fine.refinement;
    coarse.first = fine.first / fine.steps - 1;
    coarse.last = fine.last / fine.steps + 1;
    return coarse;
}

/// A table for tests and its plan, and the rows of n keys.
struct Table {
    SoftmaxPlan plan;
    SoftmaxTable fine;
    Rows rows;

    Table(const std::string& std, std::uint64_t n)
        : plan(normal_plan(std::stod(std), goal)), fine(normal_logits(std), plan), rows{n, RowMask::full} {}

    [[nodiscard]] Ball weighted(SoftmaxColumn column, int keys) const {
        return weighted_integral(fine, column, keys, rows, Context());
    }
    [[nodiscard]] Ball logarithm() const { return log_integral(fine, rows, Context()); }
};

}  // namespace

TEST_CASE("the step: fourth powers, whose bound is nearly attained where the logits hardly vary") {
    const Table table("0.01", 36);
    const SoftmaxTable coarse(normal_logits("0.01"), widened(table.plan));
    const auto run = [&] {
        return weighted_integral(coarse, SoftmaxColumn::power_4, 2, table.rows, Context());
    };
    sharp("softmax.bounds.trapezoid", 0.5, run, table.weighted(SoftmaxColumn::power_4, 2));
}

TEST_CASE("the inner step, as wide as the outer one: a normal density of std 1/5") {
    const Table table("0.2", 2);
    SoftmaxPlan plan = widened(table.plan);
    plan.refinement = 1;
    const auto run = [&] {
        const SoftmaxTable coarse(normal_logits("0.2"), plan);
        return weighted_integral(coarse, SoftmaxColumn::power_4, 2, table.rows, Context());
    };
    sharp("softmax.bounds.normal_trapezoid", 0.5, run, table.weighted(SoftmaxColumn::power_4, 2));
}

TEST_CASE("the step of the integral of the logarithm") {
    // The bound is the integral of the largest modulus, about 5, of an integrand that falls from 1 to 0 like
    // a step and has only the frequencies of that step.
    const Table table("0.01", 3);
    const SoftmaxTable coarse(normal_logits("0.01"), widened(table.plan));
    const auto run = [&] { return log_integral(coarse, table.rows, Context()); };
    sharp("softmax.sum.log_discretisation", 0.04, run, table.logarithm());
}

TEST_CASE("the ends of the weighted sums") {
    const Table many("0.5", 1000), two("0.5", 2);
    const auto left = [&] { return many.weighted(SoftmaxColumn::power_2, 1); };
    const auto right = [&] { return two.weighted(SoftmaxColumn::power_1, 2); };
    const Ball whole_left = left(), whole_right = right();
    {
        const Redesigned narrow("softmax.sum.ends", 0.4);
        sharp("softmax.sum.left_end", 0.5, left, whole_left);
    }
    // To the right the integrand falls faster than any exponential, which bounds it.
    const Redesigned narrow("softmax.sum.ends", 0.1);
    sharp("softmax.sum.right_end", 0.3, right, whole_right);
}

TEST_CASE("the ends of the integral of the logarithm") {
    const Table few("0.5", 5), many("0.5", 1001);
    const Ball whole = few.logarithm(), whole_of_many = many.logarithm();
    {
        const Redesigned narrow("softmax.sum.ends", 0.2);
        sharp(
            "softmax.sum.log_right_end", 0.5, [&] { return few.logarithm(); }, whole);
    }
    const Redesigned narrow("softmax.row_powers.before_row", 0.3);
    sharp(
        "softmax.sum.log_left_end", 0.5, [&] { return many.logarithm(); }, whole_of_many);
}

TEST_CASE("powers of g that are taken as zero") {
    const Table table("0.5", 2);
    const Ball whole = table.logarithm();
    // All of them are bounded by the first: they fall faster than the sum has steps.
    const Redesigned early("softmax.row_powers.vanishing", 0.02);
    const auto run = [&] {
        const SoftmaxTable afresh(normal_logits("0.5"), table.plan);
        return log_integral(afresh, table.rows, Context());
    };
    sharp("softmax.sum.vanished_powers", 0.05, run, whole);
}

TEST_CASE("the series of a causal row's weights") {
    const Table table("0.5", 5);
    const RowWeights weights(table.fine, {5, RowMask::causal}, Context());
    const auto run = [&] {
        std::vector<Ball> values;
        for (std::size_t place = 0; place < table.plan.size(); place += 5)
            values.push_back(weights.at(place, 1));
        return values;
    };
    const std::vector<Ball> exact = run();
    const Redesigned few_terms("softmax.row_weights.bits", 0.05);
    sharp("softmax.row_weights.rest", 0.5, run, exact);
}

TEST_CASE("the ends of the integrals of a sink") {
    const Table two("0.5", 2);
    const auto of = [&](SinkMean what, double sink) {
        return
            [&two, what, sink] { return sink_integral(what, two.fine, two.rows.n, Ball(sink), Context()); };
    };
    const auto left = of(SinkMean::weight, 0), right = of(SinkMean::log_partition, 8);
    const Ball whole_left = left(), whole_right = right();
    {
        const Redesigned narrow("softmax.sum.sink_left_cut", 0.1);
        sharp("softmax.sum.sink_left_end", 0.5, left, whole_left);
    }
    // To the right g^n falls faster than any exponential, which bounds it.
    const Redesigned narrow("softmax.sum.sink_right_cut", 0.1);
    sharp("softmax.sum.sink_right_end", 0.2, right, whole_right);
}

// The error terms of the proofs about the largest weight.

#include "methods/softmax/laplace_power.hpp"
#include "tests/methods/softmax/extreme_rows.hpp"
#include "tests/support/error_terms.hpp"

using namespace extremes;
using error_terms::Redesigned;
using error_terms::Run;
using error_terms::sharp;

namespace {

Run mean_of(const NormalRow& row, long bits) {
    return [row, bits] { return mean(row, bits); };
}

/// n - 1 others, with the plan's steps and ends: I(c) of softmax/laplace_power.hpp.
Ball integral(const NormalRow& row, const ContourPlan& plan) {
    const LaplacePower power(row, plan, Context());
    return power.at(Ball(0).at_precision(300), power.bound(plan.c)).real() *
           exp(Ball(plan.c).at_precision(300) * power.start());
}

ContourPlan precise(ContourPlan plan) {
    plan.bits = plan.table_bits = 200;
    return plan;
}

}  // namespace

TEST_CASE("the mean of the largest weight: both steps") {
    {
        // On the strip |Phi| exceeds 1 in a small part of the line, and the bound takes that for all of it.
        const NormalRow of = row("3", 3);
        const Ball exact = mean(of, 60);
        const Redesigned step("softmax.max_weight.step", 1.5), inner("softmax.max_weight.inner_step", 0.2),
            ends("softmax.max_weight.ends", 4), right("softmax.max_weight.right_end", 6),
            series("softmax.max_weight.series", 6);
        sharp("softmax.max_weight.discretisation", 0.02, mean_of(of, 4), exact);
    }
    // The error is relative to each term, of which there are many with different phases.
    const NormalRow of = row("0.1", 10);
    const Ball exact = mean(of, 60);
    const Redesigned step("softmax.max_weight.inner_step", 2.5);
    sharp("softmax.max_weight.inner_discretisation", 0.2, mean_of(of, 8), exact);
}

TEST_CASE("the mean of the largest weight: the ends") {
    {
        const NormalRow of = row("3", 10);
        const Ball exact = mean(of, 60);
        const Redesigned ends("softmax.max_weight.ends", 0.4);
        sharp("softmax.max_weight.ends", 0.5, mean_of(of, 30), exact);
    }
    // The last power of K is taken for all beyond it, though it falls.
    const NormalRow of = row("3", 2);
    const Ball exact = mean(of, 60);
    const Redesigned end("softmax.max_weight.right_end", 0.1);
    sharp("softmax.max_weight.right_end", 0.3, mean_of(of, 30), exact);
}

TEST_CASE("the mean of the largest weight: short series") {
    {
        const NormalRow of = row("0.1", 50);
        const Ball exact = mean(of, 60);
        const Redesigned terms("softmax.max_weight.alternating", 0.1);
        sharp("softmax.max_weight.alternating_rest", 0.5, mean_of(of, 30), exact);
    }
    // Every omitted term is counted with the factor of the first, T_0; the true one is T_0/(m + 1) for m >=
    // 4, and the terms alternate.
    const NormalRow of = row("0.1", 2);
    const Ball exact = mean(of, 60);
    const Redesigned terms("softmax.max_weight.series", 0);
    sharp("softmax.max_weight.series_rest", 0.02, mean_of(of, 30), exact);
}

TEST_CASE("the share of rows above 1/2: the step and the end of the contour") {
    {
        const NormalRow of = row("3", 10);
        const Ball exact = fraction(of, "0.5", 60);
        const Redesigned step("softmax.fraction_above.step", 4);
        sharp(
            "softmax.fraction_above.discretisation", 0.5, [&] { return fraction(of, "0.5", 30); }, exact);
    }
    // |E S^-z| is less than its value on the real line, and its phase turns.
    const NormalRow of = row("1", 50);
    const Ball exact = fraction(of, "0.9", 60);
    const Redesigned end("softmax.fraction_above.end", 0.1);
    sharp(
        "softmax.fraction_above.end", 0.2, [&] { return fraction(of, "0.9", 30); }, exact);
}

TEST_CASE("the Laplace transform: the ends of its outer sum") {
    const NormalRow of = row("0.5", 10);
    const ContourPlan plan = precise(ContourPlan(of, 0, 60));
    const Ball exact = integral(of, plan);
    ContourPlan left = plan, right = plan;
    left.first_u = plan.first_u * 3 / 5;
    right.last_u = plan.last_u * 3 / 5;
    sharp(
        "softmax.laplace_power.left_end", 0.5, [&] { return integral(of, left); }, exact);
    sharp(
        "softmax.laplace_power.right_end", 0.5, [&] { return integral(of, right); }, exact);
}

TEST_CASE("the Laplace transform: the ends of its inner sums") {
    {
        const NormalRow of = row("0.5", 10);
        const ContourPlan plan = precise(ContourPlan(of, 0, 60));
        ContourPlan left = plan;
        left.first_v = plan.first_v / 2;
        sharp(
            "softmax.laplace_power.inner_left_end", 0.5, [&] { return integral(of, left); },
            integral(of, plan));
    }
    // For most u almost nothing of what is omitted there is below u, but the bound is that of all.
    const NormalRow of = row("3", 10);
    ContourPlan exact = ContourPlan(of, 0, 60), right = precise(ContourPlan(of, 0, 36));
    exact.c = right.c;
    right.last_v -= 10;
    sharp(
        "softmax.laplace_power.inner_right_end", 0.01, [&] { return integral(of, right); },
        integral(of, precise(exact)));
}

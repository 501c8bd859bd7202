// The error terms of rows by Fourier series (softmax/periodic_row.hpp), with plans that are too coarse.

#include "tests/methods/softmax/periodic_rows.hpp"
#include "tests/support/error_terms.hpp"

using namespace softmax_rows;
using error_terms::sharp;

TEST_CASE("images: a period in which copies of a column overlap at one end") {
    const Periods fine(normal_logits("3"), 2, 1, 60);
    Periods coarse = fine;
    coarse.plan.points = fine.plan.points / 8 * 4;
    coarse.plan.period =
        fine.plan.period * static_cast<double>(coarse.plan.points) / static_cast<double>(fine.plan.points);
    // Chernoff's bound of a normal tail at 6 std is 15 times the tail, and this bound serves all points.
    for (const SoftmaxColumn which :
         {SoftmaxColumn::deficit, SoftmaxColumn::power_1, SoftmaxColumn::moment}) {
        sharp(
            "softmax.periodic.images", 0.03, [&] { return coarse.column(which, 1); }, fine.column(which, 1));
    }
}

TEST_CASE("frequencies: the first omitted one") {
    const Periods flat(normal_logits("3"), 2, 1, 60), round(sphere(9, "12"), 2, 1, 60);
    Periods fewer = flat, fewer_round = round;
    fewer.plan.frequencies /= 4;
    fewer_round.plan.frequencies /= 4;
    for (const SoftmaxColumn which :
         {SoftmaxColumn::deficit, SoftmaxColumn::power_1, SoftmaxColumn::moment}) {
        const auto run = [&] { return fewer.column(which, 1); };
        sharp("softmax.periodic.frequencies", 0.1, run, flat.column(which, 1));
        // The bound of the Bessel function's modulus by 1 is the weaker the later it falls.
        const auto run_round = [&] { return fewer_round.column(which, 1); };
        sharp("softmax.periodic.frequencies", 0.003, run_round, round.column(which, 1));
    }
}

TEST_CASE("the ends of the sums") {
    const Periods fine(normal_logits("3"), 2, 1, 60);
    Periods late = fine, early = fine;
    late.plan.first += fine.plan.half * 3 / 4;
    late.plan.half -= fine.plan.half * 3 / 8;
    early.plan.half -= fine.plan.half / 2;
    const auto total = [](const Periods& row) { return row.weighted(SoftmaxColumn::power_1, 1); };
    const Ball one(1), log_partition = fine.logarithm();
    // Chernoff's bounds at 4 std.
    sharp(
        "softmax.periodic.left_end", 0.05, [&] { return total(late); }, one);
    sharp(
        "softmax.periodic.right_end", 0.05, [&] { return total(early); }, one);
    sharp(
        "softmax.periodic.log_left_end", 0.05, [&] { return late.logarithm(); }, log_partition);
    sharp(
        "softmax.periodic.log_right_end", 0.05, [&] { return early.logarithm(); }, log_partition);
}

TEST_CASE("the step in a narrow strip: fourth powers, where the logits hardly vary") {
    const Periods fine(normal_logits("0.01"), 2, 4, 60);
    Periods coarse = fine;
    coarse.coarsen(6);
    coarse.plan.strip = best_strip(4, coarse.plan.step());
    // On the edges the modulus of g is bounded by 1; it is e^-y, which makes the integral 2^-4 of the bound.
    const auto run = [&] { return coarse.weighted(SoftmaxColumn::power_4, 1); };
    sharp("softmax.periodic.discretisation", 0.01, run, fine.weighted(SoftmaxColumn::power_4, 1));
}

TEST_CASE("the step in a wide strip: a product of two densities that are nearly normal") {
    const Periods fine(normal_logits("12"), 2, 1, 60);
    Periods coarse = fine;
    coarse.coarsen(static_cast<long>(14 / fine.plan.step()));
    coarse.plan.strip = M_PI * 144 / coarse.plan.step();
    coarse.plan.cdf.height = 12;  // for n = 2 there is no power of g to bound
    const auto run = [&] { return coarse.weighted(SoftmaxColumn::power_1, 2); };
    sharp("softmax.periodic.discretisation", 0.3, run, fine.weighted(SoftmaxColumn::power_1, 2));
}

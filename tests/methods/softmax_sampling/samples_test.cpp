// The promises of sampled rows: numbers that depend only on seed, law and length, refusals with a reason, and
// an end on request.

#include "methods/softmax_sampling/samples.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <sigprop/core/base/errors.hpp>

#include "methods/softmax_sampling/sampled_rows.hpp"
#include "tests/methods/softmax/row_samples.hpp"
#include "tests/support/every_target.hpp"

using namespace sigprop;

using enum RowStatistic;
using row_samples::rows_of;
using row_samples::with_seed;

TEST_CASE("threads and vector sets change no bit") {
    for (const RowsAsked& asked : {rows_of("1", 300), rows_of("4", 20'000), rows_of("2", 50, RowMask::causal),
                                   RowsAsked{LogitLaw::sphere(5, Real(3)), 100},
                                   RowsAsked{LogitLaw::capped_normal(Real(4), Real(5)), 100}}) {
        const auto sum = [&](int threads) {
            Context context;
            context.threads = threads;
            double total = 0;
            for (const SoftmaxRow& row : draw_rows(asked, 200, context).rows) {
                total += row.entropy + row.log_partition + row.jacobian_norm;
            }
            return total;
        };
        const double expected = sum(1);
        CHECK(sum(3) == expected);
        if (asked.n <= 300) test::on_every_target([&] { CHECK(sum(2) == expected); });
    }
}

TEST_CASE("every statistic of one law and length is of the same rows") {
    const RowsAsked asked = rows_of("3", 8);
    const Context context = with_seed(5);
    const RowCount count = row_count(asked, context);
    CHECK(remembered_rows(asked, count.rows, context) == remembered_rows(asked, count.rows, context));
    const auto value = [&](RowStatistic what) {
        return sampled_row_mean(what, asked, context).value.to_double();
    };
    CHECK(std::fabs(value(log_partition) - value(mean_logit) - value(entropy)) < 1e-12);
    CHECK(std::fabs(value(participation) - 2 * value(sum_cubes) + value(participation_squared) -
                    value(jacobian_norm)) < 1e-12);
    CHECK(sampled_row_mean(entropy, asked, with_seed(6)).value.to_double() != value(entropy));
}

TEST_CASE("what cannot be sampled says why") {
    const auto reason = [](const Answer& found) {
        CHECK(found.status == Status::unable);
        return found.reason;
    };
    CHECK(reason(sampled_row_mean(entropy, rows_of("1", 1 << 24), {})) ==
          "rows of 16777216 keys are too long to sample: 32 of them have more than 268435456 logits");
    CHECK(row_count(rows_of("1", std::uint64_t{1} << 23), {}).rows == 32);
    CHECK(reason(sampled_fraction_above(0.999, rows_of("0.1", 8), {})).starts_with("none of 16384 rows"));
    // The annealed formula gives e^(18 - 2 log n); only one row in 10^5 shows it.
    CHECK(reason(sampled_row_mean(sum_cubes, rows_of("2.5", 1 << 15), {})).find("rows") != std::string::npos);
    CHECK(reason(sampled_row_mean(entropy, {LogitLaw::sphere(3, Real(0)), 4}, {})).find("the same value") !=
          std::string::npos);
    CHECK_THROWS_AS(static_cast<void>(sampled_row_mean(entropy, rows_of("1", 4), with_seed(0, 0))),
                    InputError);
}

TEST_CASE("drawing stops when it is asked to, and starts again") {
    const std::atomic<bool> stop = true;
    Context context = with_seed(77);
    context.cancelled = &stop;
    const RowsAsked asked = rows_of("1", 100'000);
    CHECK_THROWS_AS(static_cast<void>(sampled_row_mean(entropy, asked, context)), Interrupted);
    context.threads = 2;
    CHECK_THROWS_AS(static_cast<void>(sampled_row_mean(entropy, asked, context)), Interrupted);
    context.cancelled = nullptr;
    context.deadline = std::chrono::steady_clock::now();
    CHECK_THROWS_AS(static_cast<void>(sampled_row_mean(entropy, asked, context)), TimeSpent);
    context.deadline.reset();
    CHECK(sampled_row_mean(entropy, asked, context).status == Status::ok);
}

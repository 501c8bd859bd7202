// What sampled rows promise: numbers that depend on seed, law and length alone, causal rows that average what
// they should, medians and shares with errors that cover, refusals that say why.

#include "methods/softmax_samples.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <cmath>
#include <sigprop/core/errors.hpp>

#include "methods/sampled_rows.hpp"
#include "unit/every_target.hpp"

using namespace sigprop;

using enum RowStatistic;

namespace {

RowsAsked rows_of(const char* std, std::uint64_t n, RowMask mask = RowMask::full) {
    return {LogitLaw::normal(Real(Rational::from_decimal(std))), n, mask};
}

Context with_seed(std::uint64_t seed, std::uint64_t samples = 1) {
    Context context;
    context.seed = seed;
    context.samples = samples;
    return context;
}

double in_errors(const Computed& sample, double expected) {
    return (sample.value.to_double() - expected) / sample.value.radius_double();
}

struct Root {
    double squares = 0;
    int count = 0;
    void add(double z) {
        squares += z * z;
        ++count;
    }
    [[nodiscard]] double mean_square() const { return std::sqrt(squares / count); }
};

}  // namespace

TEST_CASE("threads and vector sets change no bit") {
    for (const RowsAsked& asked : {rows_of("1", 300), rows_of("4", 20'000), rows_of("2", 50, RowMask::causal),
                                   RowsAsked{LogitLaw::sphere(5, Real(3)), 100},
                                   RowsAsked{LogitLaw::capped_normal(Real(4), Real(5)), 100}}) {
        const auto sum = [&](int threads) {
            Context context;
            context.threads = threads;
            double total = 0;
            for (const detail::SoftmaxRow& row : draw_rows(asked, 200, context).rows) {
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

TEST_CASE("causal rows average over all positions") {
    // n = 2: half of the rows have a single key, with H = 0.
    const double two = 0.538839;  // E H of two keys, std 1
    Root pairs, shuffled;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const RowsAsked asked = rows_of("1", 2, RowMask::causal);
        const Computed sample = sampled_row_mean(entropy, asked, with_seed(seed, 2000));
        REQUIRE(sample.status == Status::ok);
        pairs.add(in_errors(sample, two / 2));
        shuffled.add(in_errors(sample, two / 3));
    }
    CHECK(pairs.mean_square() > 0.75);
    CHECK(pairs.mean_square() < 1.25);
    CHECK(shuffled.mean_square() > 2);
}

TEST_CASE("the choice of positions leaves little variance") {
    // At std 0.001 only the lengths matter: H = log m - 5e-7 (1 - 1/m).
    double expected = 0;
    for (int m = 1; m <= 3000; ++m) expected += (std::log(m) - 5e-7 * (1 - 1.0 / m)) / 3000;
    Root root;
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
        const Computed causal =
            sampled_row_mean(entropy, rows_of("0.001", 3000, RowMask::causal), with_seed(seed));
        REQUIRE(causal.status == Status::ok);
        // log m has a standard deviation of 1 over positions: 0.03 for 1,398 rows at one position each.
        CHECK(causal.value.radius_double() < 2e-4);
        root.add(in_errors(causal, expected));
    }
    CHECK(root.mean_square() < 2);
}

TEST_CASE("medians and shares cover the truth") {
    // Of two keys x - y ~ N(0, 2): the median of the larger weight is sigmoid(sqrt 2 * 0.674490), and it
    // exceeds 0.9 where |x - y| > log 9.
    const double median = 1 / (1 + std::exp(-std::sqrt(2.0) * 0.6744897501960817));
    const double share = std::erfc(std::log(9.0) / 2);
    Root medians, shares, causal, wrong;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const Context context = with_seed(seed, 1 << 14);
        medians.add(in_errors(sampled_row_median(max_weight, rows_of("1", 2), context), median));
        wrong.add(in_errors(sampled_row_median(max_weight, rows_of("1.05", 2), context), median));
        shares.add(in_errors(sampled_fraction_above(0.9, rows_of("1", 2), context), share));
        // A single key has the weight 1.
        const Computed positions = sampled_fraction_above(0.9, rows_of("1", 2, RowMask::causal), context);
        causal.add(in_errors(positions, (1 + share) / 2));
    }
    for (const Root& root : {medians, shares, causal}) {
        CHECK(root.mean_square() > 0.8);
        CHECK(root.mean_square() < 1.25);
    }
    CHECK(wrong.mean_square() > 1.5);
}

TEST_CASE("what cannot be sampled says why") {
    const auto reason = [](const Computed& found) {
        CHECK(found.status == Status::unable);
        return found.reason;
    };
    CHECK(reason(sampled_row_mean(entropy, rows_of("1", 1 << 24), {})) ==
          "rows of 16777216 keys are too long to sample: 32 of them have more than 268435456 logits");
    CHECK(row_count(rows_of("1", std::uint64_t{1} << 23), {}).rows == 32);
    CHECK(reason(sampled_fraction_above(0.999, rows_of("0.1", 8), {})).starts_with("none of 16384 rows"));
    // e^(18 - 2 log n) is what the annealed formula gives; rows that show it are one in 10^5.
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

// Standard errors of means over causal rows, of medians and of shares; and means that are carried by rows
// which were not met are refused rather than wrong.

#include <doctest/doctest.h>

#include <cmath>
#include <sigprop/core/confidence.hpp>

#include "methods/row_statistics.hpp"
#include "methods/sampled_rows.hpp"
#include "methods/softmax_means.hpp"

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

TEST_SUITE("slow") {
    TEST_CASE("intervals that are not refused hold the truth, and without refusals many would not") {
        struct Row {
            RowStatistic what;
            RowMean mean;
            const char* std;
            std::uint64_t n;
            bool heavy;
        };
        const Row cases[] = {{participation, RowMean::participation, "1", 512, false},
                             {participation, RowMean::participation, "64", 512, false},
                             {sum_cubes, RowMean::sum_cubes, "4", 64, false},
                             {sum_cubes, RowMean::sum_cubes, "2.5", 16'384, true},
                             {participation_squared, RowMean::participation_squared, "2", 4096, true}};
        constexpr int seeds = 400;
        for (const Row& row : cases) {
            const RowsAsked asked = rows_of(row.std, row.n);
            const double truth =
                row_mean(row.mean, asked.law, row.n, RowMask::full, 60, {}).value.to_double();
            int trusted = 0, missed = 0, missed_by_all = 0;
            for (std::uint64_t seed = 0; seed < seeds; ++seed) {
                const Context context = with_seed(seed);
                RowValues values;
                values.weights = {1};
                const auto drawn = remembered_rows(asked, row_count(asked, context).rows, context);
                for (const auto& one : drawn->rows) values.values.push_back(value_of(row.what, one));
                const RowEstimate all = mean_of(values);
                const double reach = critical_value(0.05, all.degrees_of_freedom);
                missed_by_all += std::fabs(all.value - truth) > reach * all.standard_error ? 1 : 0;
                const Computed found = sampled_row_mean(row.what, asked, context);
                if (found.status != Status::ok) continue;
                ++trusted;
                missed += std::fabs(in_errors(found, truth)) > reach ? 1 : 0;
            }
            CAPTURE(row.n);
            CAPTURE(row.std);
            CAPTURE(static_cast<int>(row.what));
            CAPTURE(trusted);
            CAPTURE(missed_by_all);
            CHECK(missed < 45);  // 20 of 400 are expected, with a standard deviation of 4.4
            if (row.heavy) {
                CHECK(trusted < seeds / 4);
                CHECK(missed_by_all > 45);
            } else {
                CHECK(trusted > seeds / 2);
                CHECK(missed_by_all < 45);
            }
        }
    }
}

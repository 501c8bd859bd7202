// Intervals of shares. References: the ends that R's binom.test prints, and the binomial law itself, summed
// here.

#include <cmath>
#include <vector>

#include "quantities/training/training_sample.hpp"

#include "tests/support/answers.hpp"

using namespace sigprop;

namespace {

struct Ends {
    double lower = 0, upper = 0;
    [[nodiscard]] bool contains(double p) const { return lower <= p && p <= upper; }
};

Ends ends_of(const Answer& share, double errors, double length = 1) {
    const double middle = share.value.midpoint().to_double();
    const double half = errors * length * share.value.radius_double();
    return {middle - half, middle + half};
}

double errors_of_95(const Answer& share) { return critical_value(0.05, share.degrees_of_freedom); }
double errors_of_verdict(const Answer& share) { return max_standard_errors(share.degrees_of_freedom); }

/// The probability that the interval of n networks contains p, which is the share in the population.
template <class Errors>
double coverage(std::uint64_t n, double p, const Errors& errors, double length = 1) {
    double covered = 0;
    double term = std::pow(1 - p, static_cast<double>(n));
    for (std::uint64_t k = 0; k <= n; ++k) {
        const Answer share = share_of_runs(k, n);
        constexpr double rounding = 1e-9;  // of p on an end
        const Ends ends = ends_of(share, errors(share), length);
        if (Ends{ends.lower - rounding, ends.upper + rounding}.contains(p)) covered += term;
        term *= static_cast<double>(n - k) / static_cast<double>(k + 1) * p / (1 - p);
    }
    return covered;
}

template <class Errors>
double smallest_coverage(std::uint64_t n, const Errors& errors, double length = 1) {
    double smallest = 1;
    for (int percent = 1; percent < 100; percent += 3)
        smallest = std::min(smallest, coverage(n, percent / 100.0, errors, length));
    return smallest;
}

}  // namespace

TEST_CASE("the interval of level 95 % is Clopper and Pearson's") {
    struct Row {
        std::uint64_t hits, networks;
        double lower, upper;
    };
    const std::vector<Row> rows = {
        {0, 4, 0, 0.6023646},        {1, 4, 0.006309463, 0.8058796}, {2, 4, 0.06758599, 0.932414},
        {4, 4, 0.3976354, 1},        {0, 10, 0, 0.3084971},          {3, 10, 0.06673951, 0.6524529},
        {5, 10, 0.187086, 0.812914},
    };
    for (const Row& row : rows) {
        CAPTURE(row.hits);
        const Answer share = share_of_runs(row.hits, row.networks);
        const Ends ends = ends_of(share, errors_of_95(share));
        CHECK(std::fabs(ends.lower - row.lower) < 1e-7);
        CHECK(std::fabs(ends.upper - row.upper) < 1e-7);
        CHECK(std::fabs(ends_of(share, errors_of_95(share), 0.99).upper - row.upper) > 1e-3);  // control
    }
}

TEST_CASE("shares lie within 0 and 1, whose ends are exact") {
    for (const std::uint64_t n : {2U, 3U, 4U, 16U, 64U, 1000U}) {
        for (std::uint64_t k = 0; k <= n; k += n > 64 ? 125 : 1) {
            const Answer share = share_of_runs(k, n);
            // as a report computes the ends
            const Ball half = share.value.radius().at_precision(1500) *
                              Ball(critical_value(1 - 0.95, share.degrees_of_freedom));
            const Ball lower = share.value.midpoint().at_precision(1500) - half;
            const Ball upper = share.value.midpoint().at_precision(1500) + half;
            CHECK_FALSE(lower.is_negative());
            CHECK_FALSE((upper - 1).is_positive());
            CHECK(lower.is_positive() == (k > 0));
            CHECK((upper - 1).is_negative() == (k < n));
        }
    }
}

TEST_CASE("shares of any size are within intervals as often as these say") {
    for (const std::uint64_t n : {2U, 4U, 5U, 16U}) {
        CAPTURE(n);
        CHECK(smallest_coverage(n, errors_of_95) >= 0.95);
        CHECK(smallest_coverage(n, errors_of_verdict) >= 1 - 2e-9);
    }
    // controls: intervals a fifth shorter, and verdicts by six standard errors of a normal law
    CHECK(smallest_coverage(16, errors_of_95, 0.8) < 0.94);
    CHECK(smallest_coverage(16, [](const Answer&) { return 6.0; }) < 1 - 1e-7);
}

TEST_CASE("a share says of how many networks it is") {
    CHECK(share_of_runs(3, 4).count == Count{3, 4});
    CHECK(share_of_runs(3, 4).samples == 4);
}

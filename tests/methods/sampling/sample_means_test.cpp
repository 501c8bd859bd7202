// Results derived from means and their covariance, and samples in float32.

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/methods/sampling/sample_means.hpp>
#include <stdexcept>

using namespace sigprop;

namespace {

const Formula x = Formula::variable();

SampleMeans means(const std::vector<Formula>& integrands, std::uint64_t samples, Dtype dtype = Dtype::float64,
                  int threads = 1, std::uint64_t seed = 0, const Law& law = Law::normal()) {
    Context context;
    context.samples = samples;
    context.threads = threads;
    context.seed = seed;
    return monte_carlo_means(integrands, law, "estimates", context, dtype);
}

bool within(double a, double b, double relative) { return std::fabs(a - b) <= relative * std::fabs(b); }

}  // namespace

TEST_CASE("variance and ratio have the errors of the delta method") {
    // By hand, from means m and their covariance C (already of the means).
    const SampleMeans made{Status::ok, "", 5000, {3, 2}, {0.09, 0.02, 0.02, 0.04}, 4};
    const SampleEstimate variance = made.variance(0, 1);  // gradient (1, -4)
    CHECK(variance.value == -1);
    CHECK(within(variance.standard_error, std::sqrt(0.09 - 8 * 0.02 + 16 * 0.04), 1e-14));
    const SampleEstimate ratio = made.ratio(0, 1);  // gradient (1/2, -3/4)
    CHECK(ratio.value == 1.5);
    CHECK(std::isinf(
        ratio.standard_error));  // 2 is 10 standard errors from zero, but with 4 degrees of freedom
    SampleMeans many = made;
    many.degrees_of_freedom = 0;
    CHECK(within(many.ratio(0, 1).standard_error, std::sqrt(0.0225 - 0.015 + 0.0225), 1e-14));
    many.means[1] = 1.1;
    CHECK(std::isinf(many.ratio(0, 1).standard_error));
    CHECK(made.mean(1).value == 2);
    CHECK(within(made.mean(1).standard_error, 0.2, 1e-15));
    const Interval student = made.mean(1).interval(0.95);
    CHECK(within(student.upper, 2 + 0.2 * 2.7764451051977987, 1e-9));  // t with 4 degrees of freedom
    CHECK(within(student.lower, 2 - 0.2 * 2.7764451051977987, 1e-9));
    CHECK(within(many.mean(0).interval(0.99).upper, 3 + 0.3 * 2.5758293035489008, 1e-9));
    CHECK_THROWS_AS((void)made.mean(1).interval(1), InputError);
    CHECK_THROWS_AS((void)made.mean(2), std::out_of_range);
    SampleMeans none = made;
    none.status = Status::unable;
    CHECK_THROWS_AS((void)none.mean(0), std::logic_error);
}

TEST_CASE("the error of a variance is the spread that it has over seeds") {
    double sum = 0, squares = 0, claimed = 0, ratios = 0, ratio_claimed = 0;
    constexpr int seeds = 200;
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        const SampleMeans found = means({pow(x + 1, 2), x + 1}, 2000, Dtype::float64, 1, seed);
        const SampleEstimate variance = found.variance(0, 1);
        sum += variance.value;
        squares += (variance.value - 1) * (variance.value - 1);
        claimed += variance.standard_error * variance.standard_error;
        const SampleEstimate ratio = found.ratio(0, 1);  // 2 / 1
        ratios += (ratio.value - 2) * (ratio.value - 2);
        ratio_claimed += ratio.standard_error * ratio.standard_error;
    }
    CHECK(std::fabs(sum / seeds - 1) < 0.012);  // five standard deviations
    CHECK(within(squares, claimed, 0.4));
    CHECK(within(ratios, ratio_claimed, 0.4));
    // Without the covariance the stated error would be far off: Var(m2) + 4 Var(m1) = 6 + 4 instead of 2.
    CHECK_FALSE(within(squares, 5 * claimed, 0.4));
}

TEST_CASE("float32 agrees with float64, admits its rounding, and is the same on any number of threads") {
    const std::vector<Formula> integrands = {x, pow(x, 2), pow(sigmoid(x), 2), exp(x / 4)};
    const SampleMeans narrow = means(integrands, 300'000, Dtype::float32);
    const SampleMeans wide = means(integrands, 300'000);
    REQUIRE(narrow.status == Status::ok);
    const double truth[] = {0, 1, 0.29337903585809296, std::exp(1.0 / 32)};
    for (std::size_t i = 0; i < integrands.size(); ++i) {
        CAPTURE(i);
        CHECK(std::fabs(narrow.means[i] - truth[i]) < 5 * narrow.mean(i).standard_error);
        CHECK(within(narrow.mean(i).standard_error, wide.mean(i).standard_error, 0.01));
        CHECK(narrow.means[i] != wide.means[i]);
    }
    for (const int threads : {2, 3}) {
        const SampleMeans again = means(integrands, 300'000, Dtype::float32, threads);
        CHECK(again.means == narrow.means);
        CHECK(again.covariance == narrow.covariance);
    }
    // 10^4 + x keeps 10 bits of x in float32: the spread of 2^-11 of a million samples would be 1e-3.
    const SampleMeans rounded = means({1e6 + 1e-3 * x}, 300'000, Dtype::float32);
    const SampleMeans exact = means({1e6 + 1e-3 * x}, 300'000);
    REQUIRE(exact.status == Status::ok);
    CHECK(std::fabs(exact.means[0] - 1e6) < 5 * exact.mean(0).standard_error);
    CHECK((rounded.status == Status::unable || rounded.mean(0).standard_error > 1e-4));
}

TEST_CASE("float32 overflows earlier, and says so") {
    CHECK(means({exp(40 * x)}, 10'000, Dtype::float32).reason.find("is not finite at x = ") !=
          std::string::npos);
    CHECK_THROWS_AS((void)means({x}, 1000, Dtype::float16), InputError);
}

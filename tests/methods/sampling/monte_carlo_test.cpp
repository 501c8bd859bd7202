#include <doctest/doctest.h>

#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/methods/sampling/sample_means.hpp>
#include <string>
#include <vector>

#include "methods/mean/mean.hpp"

using sigprop::Context;
using sigprop::Formula;
using sigprop::Law;
using sigprop::monte_carlo_means;
using sigprop::Rational;
using sigprop::Real;
using sigprop::SampleMeans;
using sigprop::Status;

namespace {

const Formula x = Formula::variable();

SampleMeans means(const std::vector<Formula>& integrands, const Law& law, std::uint64_t samples,
                  int threads = 1, std::uint64_t seed = 1, std::string_view stream = "test") {
    Context context;
    context.samples = samples;
    context.threads = threads;
    context.seed = seed;
    return monte_carlo_means(integrands, law, stream, context);
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
    bool same = a.size() == b.size();
    for (std::size_t i = 0; same && i < a.size(); ++i) {
        same = std::bit_cast<std::uint64_t>(a[i]) == std::bit_cast<std::uint64_t>(b[i]);
    }
    return same;
}

bool same(const SampleMeans& a, const SampleMeans& b) {
    return a.status == b.status && a.reason == b.reason && a.samples == b.samples &&
           same_bits(a.means, b.means) && same_bits(a.covariance, b.covariance);
}

Real decimal(const char* text) { return Rational::from_decimal(text); }

struct Row {
    std::string name;
    Formula integrand;
    Law law;
    double mean;      // by quadrature in 60 digits, in another program
    double variance;  // of the integrand
};

std::vector<Row> rows() {
    const Real inf = Real::infinity(1);
    const Law far = Law::truncated_normal(30, inf);
    return {
        {"z", x, Law::normal(), 0, 1},
        {"z^2", pow(x, 2), Law::normal(), 1, 2},
        {"z^4", pow(x, 4), Law::normal(), 3, 96},
        {"relu^4", pow(relu(x), 4), Law::normal(), 1.5, 50.25},
        {"sigmoid^2", pow(sigmoid(x), 2), Law::normal(), 0.29337903585809296, 0.0455230543854},
        {"2 sigma", pow(x, 2), Law::truncated_normal(-2, 2), 0.77374130354992325, 0.81751352003},
        {"narrow", pow(x, 2), Law::truncated_normal(decimal("-1e-3"), decimal("1e-3")), 3.3333328888889101e-7,
         8.88888804e-14},
        {"[-0.5, 3]", pow(x, 2), Law::truncated_normal(decimal("-0.5"), 3), 0.7256560469955284,
         1.41323002605},
        {"half", x, Law::truncated_normal(0, inf), 0.79788456080286536, 0.363380227632},
        {"[1, inf]", x, Law::truncated_normal(1, inf), 0.52513527616098121, 0.19909766557},
        {"[3, 4]", x, Law::truncated_normal(3, 4), 0.26045428559002115, 0.0492777937774},
        {"[1, 1 + 1e-10]", x, Law::truncated_normal(1, decimal("1.0000000001")), 4.9999999999166667e-11,
         8.3333333333e-22},
        {"[30, 31]", pow(x, 2), Law::truncated_normal(30, 31), 0.0022099769896304292, 2.42916700861e-5},
        {"[30, inf]", x, far, 0.033259667433677037, 0.00110377151189},
        {"[-inf, -30]", x, Law::truncated_normal(-inf, -30), -0.033259667433677037, 0.00110377151189},
        {"[-31, -30]", x, Law::truncated_normal(-31, -30), -0.033259667433622166, 0.00110377151184},
        {"exponential", x, Law::truncated_exponential(4), 0.92537055854490381, 0.695912680648},
    };
}

}  // namespace

TEST_CASE("means lie within five standard errors, and a planted bias does not") {
    for (const Row& row : rows()) {
        CAPTURE(row.name);
        const double bias = 12 * std::sqrt(row.variance / 40'000);
        const SampleMeans found =
            means({row.integrand, row.integrand + bias}, row.law, 40'000, 1, 1, row.name);
        REQUIRE(found.status == Status::ok);
        const double error = std::sqrt(found.covariance[0]);
        CHECK(std::fabs(found.means[0] - row.mean) < 5 * error);
        CHECK(std::fabs(found.covariance[0] * 40'000 / row.variance - 1) < 0.2);
        CHECK(std::fabs(found.means[1] - row.mean) > 6 * error);
    }
}

TEST_CASE("the result has the bits that the definition gives") {
    // From a program in another language: E z^2 over 70,001 samples, with batch sums added as fractions.
    const SampleMeans found = means({x * x}, Law::normal(), 70'001, 2, 2024, "portability");
    CHECK(found.means[0] == 0x1.011b0b655265dp+0);
    CHECK(found.covariance[0] == 0x1.e3ad422b6fd2ep-16);
}

TEST_CASE("threads change no bit; samples, seed and stream do") {
    const std::vector<Formula> integrands = {sigmoid(x), pow(x, 2), relu(x)};
    for (const std::uint64_t samples : {std::uint64_t{1000}, std::uint64_t{3} * 65536 + 77}) {
        const SampleMeans one = means(integrands, Law::normal(), samples);
        for (const int threads : {0, 2, 3, 8})
            CHECK(same(means(integrands, Law::normal(), samples, threads), one));
        CHECK(one.samples == samples);
        CHECK_FALSE(same(means(integrands, Law::normal(), samples + 1), one));
        CHECK_FALSE(same(means(integrands, Law::normal(), samples, 1, 2), one));
        CHECK_FALSE(same(means(integrands, Law::normal(), samples, 1, 1, "test "), one));
    }
}

TEST_CASE("several means have a covariance, and a large mean does not spoil it") {
    const SampleMeans found = means({x, pow(x, 2), 2 * x, x + 1e9, Formula(3)}, Law::normal(), 50'000);
    REQUIRE(found.status == Status::ok);
    REQUIRE(found.covariance.size() == 25);
    const auto covariance = [&](std::size_t i, std::size_t j) {
        return found.covariance[i * 5 + j] * 50'000;
    };
    CHECK(std::fabs(covariance(0, 0) - 1) < 0.05);
    CHECK(std::fabs(covariance(0, 1)) < 0.1);
    CHECK(std::fabs(covariance(0, 2) / covariance(0, 0) - 2) < 1e-12);
    CHECK(std::fabs(covariance(2, 0) / covariance(2, 2) - 0.5) < 1e-12);
    CHECK(std::fabs(covariance(0, 3) / covariance(0, 0) - 1) < 1e-6);  // E f^2 - (E f)^2 would keep no digit
    CHECK(found.means[4] == 3);
    CHECK(std::sqrt(found.covariance[24]) == 3 * 0x1p-46);  // rounding error always counts
    CHECK(covariance(4, 0) == 0);
}

TEST_CASE("a value that is not finite is named, whoever meets it") {
    const std::vector<Formula> integrands = {x, where(x > 3.5, log(-abs(x)), x)};
    const SampleMeans one = means(integrands, Law::normal(), 300'000);
    CHECK(one.status == Status::unable);
    CHECK(one.means.empty());
    CHECK(one.reason.starts_with("integrand 2 is not finite at x = 3."));
    for (const int threads : {2, 3, 8}) CHECK(same(means(integrands, Law::normal(), 300'000, threads), one));
    CHECK(means({1e200 * x}, Law::normal(), 1000).reason == "the squares of the integrand overflow a double");
    CHECK(means({1e-200 * x}, Law::normal(), 1000).reason ==
          "the squares of the integrand underflow a double");
}

TEST_CASE("the number of samples is checked, and a run can be stopped") {
    for (const std::uint64_t samples : {std::uint64_t{0}, (std::uint64_t{1} << 63) + 1}) {
        CHECK_THROWS_AS(static_cast<void>(means({x}, Law::normal(), samples)), sigprop::InputError);
    }
    const std::atomic<bool> cancelled = true;
    Context context;
    context.samples = std::uint64_t{1} << 62;
    context.threads = 3;
    context.cancelled = &cancelled;
    CHECK_THROWS_AS(static_cast<void>(monte_carlo_means(std::array{x}, Law::normal(), "test", context)),
                    sigprop::Interrupted);
}

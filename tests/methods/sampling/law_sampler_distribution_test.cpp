// Samples at fixed seeds against the exact probabilities of their law, by the C library's erfc: a chi-square
// over 100 cells of equal probability, Kolmogorov-Smirnov, and mean and variance against mpmath. Each row
// also names a similar law, which must fail the same tests.

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <sigprop/methods/sampling/law_sampler.hpp>
#include <string>
#include <vector>

#include "core/base/doubles.hpp"

using namespace sigprop;

namespace {

constexpr std::size_t count = 1 << 18;
constexpr double chi_square_limit = 180.8;   // 99 degrees of freedom: exceeded once in 10^6
constexpr double kolmogorov_limit = 2.6934;  // likewise

Real decimal(const char* text) { return Rational::from_decimal(text); }

double tail(double x) { return std::erfc(x / std::sqrt(2.0)) / 2; }
double centre(double x) { return std::erf(x / std::sqrt(2.0)) / 2; }

/// P(X - origin <= t) for a truncated normal; the origin is 0 or its lower or upper limit.
std::function<double(double)> normal_cdf(double lower, double upper) {
    if (lower > 0) {
        return
            [=](double t) { return (1 - tail(lower + t) / tail(lower)) / (1 - tail(upper) / tail(lower)); };
    }
    if (upper < 0) {
        return [=](double t) {
            return 1 - (1 - tail(-upper - t) / tail(-upper)) / (1 - tail(-lower) / tail(-upper));
        };
    }
    return [=](double t) { return (centre(t) - centre(lower)) / (centre(upper) - centre(lower)); };
}

std::function<double(double)> exponential_cdf(double upper) {
    return [=](double t) { return std::expm1(-t) / std::expm1(-upper); };
}

struct Row {
    Law law;
    Law near;  ///< a planted wrong law
    std::function<double(double)> cdf;
    double mean, variance, fourth;  ///< mpmath 1.2.1; the fourth is the central moment
};

const std::vector<Row>& rows() {
    const auto normal = &Law::truncated_normal;
    const Real inf = Real::infinity(1);
    static const std::vector<Row> all = {
        {Law::normal(), normal(-10, decimal("1.9")), normal_cdf(-infinity, infinity), 0, 1, 3},
        {normal(-2, 2), normal(decimal("-1.9"), 2), normal_cdf(-2, 2), 0, 0.77374130354992325,
         1.4161891248494627},
        {normal(-0.5, 0.5), normal(-0.5, decimal("0.52")), normal_cdf(-0.5, 0.5), 0, 0.080589154600811698,
         0.01191475245263802},
        {normal(-0.5, 3), normal(decimal("-0.53"), 3), normal_cdf(-0.5, 3), 0.50373445850494508,
         0.47190764231025816, 0.68093371212087693},
        {normal(1, inf), normal(decimal("1.1"), inf), normal_cdf(1, infinity), 0.52513527616098121,
         0.19909766557034879, 0.19809462498743298},
        {normal(3, 4), normal(3, decimal("3.8")), normal_cdf(3, 4), 0.26045428559002115, 0.049277793777393127,
         0.008664851080280368},
        {normal(30, 31), normal(30, decimal("30.1")), normal_cdf(30, 31), 0.033259667433622166,
         0.0011037715118352823, 1.0900871807326745e-5},
        {normal(-inf, -30), normal(decimal("-30.1"), -30), normal_cdf(-infinity, -30), -0.033259667433677037,
         0.001103771511890091, 1.0900871862360754e-5},
        {normal(decimal("-0.001"), decimal("0.001")), normal(decimal("-0.001"), decimal("0.00098")),
         normal_cdf(-1e-3, 1e-3), 0, 3.3333328888889101e-7, 1.9999996190476444e-13},
        {Law::truncated_exponential(inf), Law::truncated_exponential(4), exponential_cdf(infinity), 1, 1, 9},
        {Law::truncated_exponential(1), Law::truncated_exponential(decimal("0.97")), exponential_cdf(1),
         0.41802329313067358, 0.079326405792207681, 0.012365239330969853},
        {Law::uniform(-3, 5), Law::uniform(decimal("-2.9"), 5), [](double x) { return (x + 3) / 8; }, 1,
         16 / 3.0, 51.2},
    };
    return all;
}

struct Findings {
    double chi_square = 0, kolmogorov = 0;
    double mean = 0, variance = 0;  ///< deviations in standard errors
};

template <class T>
Findings examined(const Law& sampled, const Row& row) {
    std::vector<T> samples(count);
    LawSampler::prepare(sampled).value().fill(RandomStream(11, "distribution"), 5, std::span(samples));
    std::vector<double> u;
    double sum = 0;
    double squares = 0;
    for (const T x : samples) {
        const double d = static_cast<double>(x) - row.mean;
        sum += d;
        squares += d * d;
        u.push_back(row.cdf(static_cast<double>(x)));
    }
    Findings found;
    constexpr auto n = static_cast<double>(count);
    found.mean = std::fabs(sum) / std::sqrt(n * row.variance);
    found.variance =
        std::fabs(squares - n * row.variance) / std::sqrt(n * (row.fourth - row.variance * row.variance));
    std::array<double, 100> cells{};
    for (const double p : u) cells.at(static_cast<std::size_t>(std::clamp(100 * p, 0.0, 99.5))) += 1;
    for (const double cell : cells) found.chi_square += (cell - n / 100) * (cell - n / 100) / (n / 100);
    std::sort(u.begin(), u.end());
    for (std::size_t k = 0; k < count; ++k) {
        const double below = static_cast<double>(k) / n;
        const double most = std::max(std::fabs(u[k] - below), std::fabs(u[k] - below - 1 / n));
        found.kolmogorov = std::max(found.kolmogorov, std::sqrt(n) * most);
    }
    return found;
}

template <class T>
void check_rows() {
    for (const Row& row : rows()) {
        CAPTURE(row.law.text());
        const Findings found = examined<T>(row.law, row);
        CHECK(found.chi_square < chi_square_limit);
        CHECK(found.kolmogorov < kolmogorov_limit);
        CHECK(found.mean < 5);
        CHECK(found.variance < 5);
        const Findings flawed = examined<T>(row.near, row);
        CHECK(flawed.chi_square > chi_square_limit);
        CHECK(flawed.kolmogorov > kolmogorov_limit);
        CHECK(std::max(flawed.mean, flawed.variance) > 5);
    }
}

}  // namespace

TEST_CASE("doubles have the distribution of their law") { check_rows<double>(); }
TEST_CASE("floats have the distribution of their law") { check_rows<float>(); }

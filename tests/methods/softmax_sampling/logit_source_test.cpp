// Logits have the right law: moments of all of them, and the distribution where it is simple.

#include "methods/softmax_sampling/logit_source.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/support/p_values.hpp"

using namespace sigprop;

namespace {

constexpr std::size_t count = std::size_t{1} << 17;

std::vector<float> logits(const LogitLaw& law) {
    LogitSource source(law, RandomStream(4, law.text()));
    std::vector<float> all(count);
    source.fill(0, all);
    for (float& x : all) x *= source.scale();
    // The same logits, started at any index.
    std::vector<float> part(100);
    source.fill(777, part);
    CHECK(part[5] * source.scale() == all[782]);
    return all;
}

double mean_power(const std::vector<float>& x, int power) {
    double sum = 0;
    for (const float value : x) sum += std::pow(static_cast<double>(value), power);
    return sum / static_cast<double>(x.size());
}

}  // namespace

TEST_CASE("a coordinate of a point of the sphere") {
    for (const std::int64_t dim : {1, 2, 3, 4, 5, 64, 4096, 1'000'000'000}) {
        CAPTURE(dim);
        const auto d = static_cast<double>(dim);
        const std::vector<float> c = logits(LogitLaw::sphere(dim, Real(8)));
        CHECK(*std::max_element(c.begin(), c.end()) <= 8);
        const double root = std::sqrt(static_cast<double>(count));
        // E c^2 = 1/d, E c^4 = 3/(d (d + 2)), E c^8 = 105/(d (d + 2) (d + 4) (d + 6))
        const double second = 64 / d;
        const double fourth = 3 * 64 * 64 / (d * (d + 2));
        const double eighth = 105 * std::pow(64, 4) / (d * (d + 2) * (d + 4) * (d + 6));
        CHECK(std::fabs(mean_power(c, 1)) < 4.5 * std::sqrt(second) / root);
        CHECK(std::fabs(mean_power(c, 2) - second) <=
              4.5 * std::sqrt(fourth - second * second) / root + 1e-6 * second);
        CHECK(std::fabs(mean_power(c, 4) - fourth) <=
              4.5 * std::sqrt(eighth - fourth * fourth) / root + 1e-6 * fourth);
        // Control: the fourth moment of another dimension.
        const double other = 3 * 64 * 64 / ((d + 1) * (d + 3));
        if (dim < 64)
            CHECK(std::fabs(mean_power(c, 4) - other) > 10 * std::sqrt(eighth - fourth * fourth) / root);
    }
}

TEST_CASE("on the sphere in three dimensions it is uniform (Archimedes)") {
    std::vector<float> c = logits(LogitLaw::sphere(3, Real(1)));
    std::sort(c.begin(), c.end());
    double distance = 0;
    for (std::size_t k = 0; k < count; ++k) {
        const double below = (1 + static_cast<double>(c[k])) / 2;
        distance = std::max(distance, std::fabs(below - (static_cast<double>(k) + 0.5) / count));
    }
    CHECK(test::kolmogorov_above(std::sqrt(static_cast<double>(count)) * distance) > 1e-3);
}

TEST_CASE("a softcap") {
    const std::vector<float> x = logits(LogitLaw::capped_normal(Real(2), Real(1)));
    CHECK(*std::max_element(x.begin(), x.end()) <= 1);
    // P(tanh(2 z) > t) = P(z > atanh(t) / 2)
    for (const double t : {0.1, 0.5, 0.9, 0.99}) {
        const auto above = static_cast<std::uint64_t>(
            std::count_if(x.begin(), x.end(), [t](float value) { return static_cast<double>(value) > t; }));
        CHECK(test::p_of_count(above, count, std::erfc(std::atanh(t) / 2 / std::sqrt(2.0)) / 2) > 1e-3);
    }
}

TEST_CASE("a cap far beyond the logits, and beyond every double, changes nothing") {
    const auto drawn = [](const LogitLaw& law) {
        LogitSource source(law, RandomStream(4, "caps"));
        std::vector<float> all(1000);
        source.fill(0, all);
        for (float& x : all) x *= source.scale();
        return all;
    };
    const Real two(2);
    const auto capped = [&](int digits) {
        return drawn(LogitLaw::capped_normal(two, Real(pow(Rational(10), digits))));
    };
    CHECK(capped(400) == drawn(LogitLaw::normal(two)));
    CHECK(capped(11) == capped(400));
    // Just inside the limit beyond which it is omitted, it changes nothing in single precision either.
    const auto apart = [](const std::vector<float>& x, const std::vector<float>& y) {
        std::size_t differing = 0;
        for (std::size_t k = 0; k < x.size(); ++k)
            differing += std::fabs(x[k] - y[k]) > 1e-6F * std::fabs(y[k]);
        return differing;
    };
    CHECK(apart(capped(6), capped(9)) == 0);
    CHECK(apart(capped(2), capped(9)) > 100);
}

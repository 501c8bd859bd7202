#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <sigprop/core/ball/ball.hpp>
#include <sigprop/methods/sampling/law_sampler.hpp>
#include <string>
#include <vector>

using sigprop::Ball;
using sigprop::Law;
using sigprop::LawSampler;
using sigprop::RandomStream;
using sigprop::Rational;
using sigprop::Real;

namespace {

/// A limit as text ("inf" and "-inf" too), so that 0.001 is exactly a thousandth.
Real limit(const std::string& text) {
    if (text == "inf") return Real::infinity(1);
    if (text == "-inf") return Real::infinity(-1);
    return Rational::from_decimal(text);
}

struct Interval {
    std::string lower, upper;
};

constexpr long bits = 1200;

Ball tail(const Real& x) {
    return x.infinite_sign() > 0 ? Ball(0) : x.infinite_sign() < 0 ? Ball(1) : normal_cdf(-x.at(bits));
}

/// The error |P(sample of u or less) - u| by balls. An interval on the negative side is mirrored first,
/// because there u counts from the end nearest zero.
double probability_error(const Interval& row, const LawSampler& sampler, const Law& law, double u) {
    const bool mirror = (Ball(0) - law.origin.at(bits)).is_positive();
    const bool from_above = mirror && sampler.uses_series();
    const Real lower = mirror ? -limit(row.upper) : limit(row.lower);
    const Real upper = mirror ? -limit(row.lower) : limit(row.upper);
    const Ball x = law.origin.at(bits) + Ball(sampler.invert(u));
    const Ball at = normal_cdf(mirror ? x : -x);
    const Ball share = (tail(lower) - at) / (tail(lower) - tail(upper));
    const Ball below = mirror && !from_above ? 1 - share : share;
    return std::fabs((below - Ball(u)).to_double());
}

const std::vector<Interval> intervals = {{"-2", "2"},
                                         {"-0.5", "3"},
                                         {"-0.001", "0.001"},
                                         {"-1e-20", "1e-30"},
                                         {"0", "inf"},
                                         {"-inf", "0"},
                                         {"-0.001", "10"},
                                         {"0.1", "inf"},
                                         {"1", "inf"},
                                         {"-inf", "-1"},
                                         {"1", "1.2"},
                                         {"1", "1.3"},
                                         {"3", "4"},
                                         {"5", "inf"},
                                         {"15", "inf"},
                                         {"15.7", "inf"},
                                         {"30", "31"},
                                         {"-31", "-30"},
                                         {"30", "inf"},
                                         {"-inf", "-30"},
                                         {"100", "100.1"},
                                         {"1", "1.0000000001"},
                                         {"0.001", "0.002"},
                                         {"1e6", "inf"},
                                         {"999999999", "inf"},
                                         {"1e12", "inf"},
                                         {"7", "7.000000000000000000000000000001"}};

}  // namespace

TEST_CASE("inversion has the probabilities of the law, in balls") {
    for (const Interval& row : intervals) {
        CAPTURE(row.lower);
        CAPTURE(row.upper);
        const Law law = Law::truncated_normal(limit(row.lower), limit(row.upper));
        const auto sampler = LawSampler::prepare(law);
        REQUIRE(sampler);
        double worst = 0;
        for (const double u : {0x1p-53, 1e-9, 0.01, 0.25, 0.5, 0.75, 0.99, 1 - 1e-9, 1 - 0x1p-53}) {
            worst = std::fmax(worst, probability_error(row, *sampler, law, u));
        }
        CHECK(worst < (sampler->uses_series() ? 1e-15 : 2e-13));
        const double t = sampler->invert(0.3);
        CHECK(t >= law.lower.to_double());
        CHECK(t <= law.upper.to_double());
    }
}

TEST_CASE("an inversion of another interval is caught") {
    const Interval row = {"30", "31"};
    const Law law = Law::truncated_normal(30, 31);
    const auto wrong = LawSampler::prepare(Law::truncated_normal(30, limit("30.2")));
    REQUIRE(wrong);
    CHECK(probability_error(row, *wrong, law, 0.5) > 1e-4);
}

TEST_CASE("each interval is sampled in the way that suits it") {
    const auto sampler = [](const std::string& lower, const std::string& upper) {
        return LawSampler::prepare(Law::truncated_normal(limit(lower), limit(upper))).value();
    };
    CHECK(sampler("-2", "2").uses_rejection());
    CHECK(sampler("-0.5", "3").uses_rejection());
    CHECK_FALSE(sampler("-0.001", "0.001").uses_rejection());
    CHECK_FALSE(sampler("1", "inf").uses_series());
    CHECK(sampler("1", "1.01").uses_series());
    CHECK(sampler("30", "31").uses_series());
    CHECK(sampler("-inf", "-30").uses_series());
}

TEST_CASE("a sample depends on its index alone, and lies inside") {
    for (const Law& law :
         {Law::normal(), Law::truncated_normal(-2, 2), Law::truncated_normal(limit("-0.1"), 1),
          Law::truncated_normal(30, 31), Law::truncated_exponential(2), Law::uniform(-3, 5)}) {
        const auto sampler = LawSampler::prepare(law);
        REQUIRE(sampler);
        const RandomStream stream(4, law.text());
        std::vector<double> whole(1001);
        sampler->fill(stream, 0, whole);
        std::vector<double> pieces(1001);
        sampler->fill(stream, 700, std::span(pieces).subspan(700));
        for (std::size_t k = 0; k < 700; k += 7) sampler->fill(stream, k, std::span(pieces).subspan(k, 7));
        CHECK(whole == pieces);
        const auto [least, most] = std::minmax_element(whole.begin(), whole.end());
        CHECK(*least >= law.lower.to_double());
        CHECK(*most <= law.upper.to_double());
        CHECK(*most - *least > 0);
    }
}

TEST_CASE("rejection and inversion draw from one law") {
    const Law law = Law::truncated_normal(-1, 1);
    const auto sampler = LawSampler::prepare(law);
    REQUIRE(sampler);
    REQUIRE(sampler->uses_rejection());
    constexpr std::size_t count = 20'000;
    std::vector<double> rejected(count);
    sampler->fill(RandomStream(5, "rejection"), 0, rejected);
    std::vector<double> inverted(count);
    RandomStream(5, "inversion").fill_uniforms(0, inverted);
    for (double& u : inverted) u = sampler->invert(u);
    const auto distance = [](std::vector<double> a, std::vector<double> b) {  // Kolmogorov-Smirnov, sqrt(n) D
        std::sort(a.begin(), a.end());
        std::sort(b.begin(), b.end());
        double most = 0;
        for (std::size_t i = 0, j = 0; i < a.size(); ++i) {
            while (j < b.size() && b[j] <= a[i]) ++j;
            most = std::fmax(most, std::fabs(static_cast<double>(i + 1) - static_cast<double>(j)));
        }
        return most / std::sqrt(2.0 * static_cast<double>(a.size()));
    };
    CHECK(distance(rejected, inverted) < 2.4);  // exceeded once in 50,000
    for (double& x : inverted) x *= 0.9;
    CHECK(distance(rejected, inverted) > 2.4);
}

TEST_CASE("a truncated exponential keeps its digits when almost nothing is left of it") {
    const auto narrow = LawSampler::prepare(Law::truncated_exponential(limit("1e-200")));
    REQUIRE(narrow);
    CHECK(std::fabs(narrow->invert(0.25) / 0.25e-200 - 1) < 1e-14);
    const auto whole = LawSampler::prepare(Law::truncated_exponential(Real::infinity(1)));
    REQUIRE(whole);
    CHECK(std::fabs(whole->invert(0.5) / 0.6931471805599453 - 1) < 1e-15);
}

TEST_CASE("a uniform law is its interval stretched") {
    const auto sampler = LawSampler::prepare(Law::uniform(-3, 5));
    REQUIRE(sampler);
    CHECK(sampler->invert(0.25) == -1);
    CHECK(sampler->invert(1) == 5);
    CHECK_FALSE(sampler->uses_rejection());
}

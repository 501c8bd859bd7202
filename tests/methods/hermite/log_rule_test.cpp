// The trapezoidal rule in log x: its bound covers its error and is not much larger, at few bits and at many;
// the mean over t at its nodes agrees with Tricomi's function, and that with identities.

#include "methods/hermite/log_rule.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "core/ball/hypergeometric.hpp"

#include "methods/hermite/log_correlation.hpp"

using namespace sigprop;

namespace {

constexpr long many = 300;

Ball mean(const LogRule& rule, const std::function<Ball(const Ball&)>& f) {
    Ball sum = Ball(0).at_precision(many);
    for (std::size_t i = 0; i < rule.size(); ++i) sum += rule.weight(i) * f(rule.node(i));
    return sum;
}

/// E |x|^q for x ~ N(0, 1).
Ball moment(double q) {
    const Ball half = Ball((q + 1) / 2).at_precision(many);
    return exp(Ball(q / 2) * log(Ball(2).at_precision(many)) + log_gamma(half)) / sqrt(Ball::pi(many));
}

/// The sum with its bound holds the exact value, and is narrow enough to be informative.
void check_covered(const Ball& sum, const Ball& bound, const Ball& exact, long bits) {
    const Ball proved = sum.widened(bound);
    CHECK(proved.overlaps(exact));
    CHECK(proved.radius_double() < std::ldexp(1.0, static_cast<int>(8 - bits)));
    CHECK_FALSE(proved.overlaps(exact + 4 * proved.radius()));
}

}  // namespace

TEST_CASE("powers, and a branch point at zero") {
    for (const long bits : {8L, 20L, 60L, 200L}) {
        for (const double q : {1.0, 1.5, 2.0, 4.0}) {
            CAPTURE(bits);
            CAPTURE(q);
            const LogRule rule(1, bits);
            const Ball sum = mean(rule, [&](const Ball& x) { return exp(Ball(q) * log(x)); });
            check_covered(sum, rule.error({1, q}), moment(q), bits);
        }
    }
}

TEST_CASE("poles on the imaginary axis, near and far") {
    // E x^2/(x^2 + c) = 1 - sqrt(pi c/2) e^(c/2) erfc(sqrt(c/2))
    for (const double c : {1e-6, 0.5, 100.0}) {
        CAPTURE(c);
        const LogRule rule(2, 80);
        const Ball q = Ball(c).at_precision(many);
        const Ball sum = mean(rule, [&](const Ball& x) { return pow(x, 2) / (pow(x, 2) + q); });
        const Ball exact = 1 - sqrt(Ball::pi(many) * q / 2) * exp(q / 2) * erfc(sqrt(q / 2));
        check_covered(sum, rule.error({1 / q, 2}), exact, 56);
    }
}

TEST_CASE("bounds the rule was not made for are refused") {
    const LogRule rule(2, 60);
    CHECK(rule.error({1, 2}).is_finite());
    CHECK_FALSE(rule.error({1, 1.5}).is_finite());
    CHECK_FALSE(rule.error({1, 2000}).is_finite());
    const SectorBound product = (SectorBound(2, 1) + SectorBound(3, 2)) * SectorBound(5, 1);
    REQUIRE(product.terms().size() == 2);
    CHECK(product.terms()[1].factor.exact_integer() == 15);
    CHECK(product.terms()[1].power == 3);
}

TEST_CASE("the mean over t is Tricomi's function") {
    // E (1 + t^2/x^2)^(-m/2) = x U(1/2, (3 - m)/2, x^2/2)/sqrt 2
    const LogRule rule(2, 80);
    for (const std::int64_t m : {1, 2, 15, 767, 100000}) {
        CAPTURE(m);
        const Ball half = Ball(m).at_precision(many) / 2;
        const auto kernel = [&](const Ball& u) { return exp(-half * log1p(pow(u, 2))); };
        const std::vector<Ball> means = log_correlation(rule, kernel, 1);
        REQUIRE(means.size() == rule.size());
        bool all = true, off = false;
        for (std::size_t i = 0; i < means.size(); i += 37) {
            const Ball x = rule.node(i).at_precision(many);
            const Ball u =
                x * tricomi_u(Ball(0.5), 1.5 - half, pow(x, 2) / 2) / sqrt(Ball(2).at_precision(many));
            all = all && u.is_finite() && means[i].overlaps(u);
            off = off || means[i].overlaps(u + Ball::power_of_two(-60));
        }
        CHECK(all);
        CHECK_FALSE(off);
    }
}

TEST_CASE("Tricomi's function: a contiguous relation (DLMF 13.3.10), elementary cases, no value") {
    for (const double b : {-0.5, -8.0, -382.0, -5000.5, -500000.0}) {
        for (const double z : {1e-8, 0.3, 20.0, 90.0, 1e5}) {
            CAPTURE(b);
            CAPTURE(z);
            const Ball beta = Ball(b).at_precision(many), x = Ball(z).at_precision(many);
            const Ball u = tricomi_u(Ball(1.5), beta, x);
            const Ball zero =
                (beta - 1.5) * u + tricomi_u(Ball(0.5), beta, x) - x * tricomi_u(Ball(1.5), beta + 1, x);
            CHECK(zero.contains_zero());
            CHECK(u.accuracy_bits() > many / 2);
            CHECK_FALSE((zero + u * Ball::power_of_two(-100)).contains_zero());
        }
    }
    const Ball x = Ball(2).at_precision(many);
    CHECK(tricomi_u(Ball(0.5), Ball(1.5), x).overlaps(1 / sqrt(x)));
    CHECK_FALSE(tricomi_u(Ball(0.5), Ball(-3), Ball(0).at_precision(many)).is_finite());
    CHECK_FALSE(tricomi_u(Ball(0.5), Ball(-3), Ball(-1).at_precision(many)).is_finite());
}

// Means over the length of a random vector: against moments of chi in closed form, and with broken rules.

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "methods/softmax/chi_mean.hpp"
#include "methods/softmax/chi_rule.hpp"

using namespace sigprop;

namespace {

ChiMean problem(std::uint64_t n, std::int64_t dim, const Real& scale) {
    ChiMean all;
    all.n = n;
    all.dim = dim;
    all.scale = scale;
    return all;
}

constexpr std::int64_t n = 1000;
constexpr int w = 3;

/// log n - c (1 - e^(-w s^2/2))/w with c = 1 - 1/n: near s = 0 like the entropy, and E e^(-w s^2/2) over
/// s = scale r is (1 + w scale^2)^(-dim/2).
Ball falling(const Real& std, long bits) {
    const Ball s = std.at(bits + 32);
    const Ball keys = Ball(n).at_precision(bits + 32);
    return log(keys) - (1 - 1 / keys) * (1 - exp(-w * s * s / 2)) / w;
}

Ball mean_of_falling(const Real& scale, std::int64_t dim) {
    const Ball keys = Ball(n).at_precision(300);
    const Ball mean = pow(1 + w * pow(scale.at(300), 2), -Ball(dim).at_precision(300) / 2);
    return log(keys) - (1 - 1 / keys) * (1 - mean) / w;
}

}  // namespace

TEST_CASE("a mean over chi that has a closed form") {
    for (const std::int64_t dim : {1, 2, 3, 8, 64, 4096}) {
        for (const long bits : {30L, 100L}) {
            CAPTURE(dim);
            CAPTURE(bits);
            const Real scale = Real(1) / Real(static_cast<double>(dim));
            const auto value = [&](const Real& std, long wanted) {
                const Ball at = falling(std, std::max(wanted, bits) + 20);
                return EntropyPair{at, at + Ball::power_of_two(4 - bits)};
            };
            const EntropyPair means = chi_mean(problem(n, dim, scale), value, bits, {});
            REQUIRE(means[0].status == Status::ok);
            const Ball exact = mean_of_falling(scale, dim);
            CHECK(means[0].value.overlaps(exact));
            CHECK(means[0].value.radius_double() < std::ldexp(1.0, 2 - static_cast<int>(bits)));
            CHECK_FALSE(means[1].value.overlaps(exact));
        }
    }
}

TEST_CASE("the first node without a value ends the mean") {
    const auto value = [](const Real&, long) {
        const Answer none(Status::unable, "no table");
        return EntropyPair{none, Ball(1)};
    };
    const EntropyPair means = chi_mean(problem(100, 16, Real(0.25)), value, 40, {});
    CHECK(means[0].status == Status::unable);
    CHECK(means[0].reason == "no table");
    CHECK(means[1].status == Status::ok);
}

TEST_CASE("a rule is no better than its proof") {
    const ChiMean all = problem(512, 64, Real(0.125));
    const ChiRule rule = chi_rule(all, 60);
    const ChiRuleError good = chi_rule_error(rule, all);
    CHECK(good.entropy.upper_double() < std::ldexp(1.0, -56));
    CHECK(good.weights.upper_double() < std::ldexp(1.0, -56));
    const auto refused = [&](ChiRule broken) { return !chi_rule_error(broken, all).entropy.is_finite(); };
    CHECK_FALSE(refused(rule));
    ChiRule wide = rule;  // a strip that includes places where S may be zero
    wide.shells[3].strip *= 1.1;
    CHECK(refused(wide));
    ChiRule gap = rule;  // a shell of keys without a bound
    gap.shells.erase(gap.shells.begin() + 2);
    CHECK(refused(gap));
    ChiRule open = rule;
    open.shells.pop_back();
    CHECK(refused(open));
    ChiRule hard = rule;
    hard.softness /= 4;
    CHECK(refused(hard));
    ChiRule coarse = rule;  // valid, but with a larger error
    coarse.step *= 2;
    CHECK(chi_rule_error(coarse, all).entropy.lower_double() > std::ldexp(1.0, -50));
}

TEST_CASE("the same for any number of threads") {
    const auto value = [](const Real& std, long wanted) {
        const Ball at = falling(std, wanted);
        return EntropyPair{at, at};
    };
    Context two;
    two.threads = 2;
    const ChiMean all = problem(n, 64, Real(0.125));
    const Ball once = chi_mean(all, value, 60, {})[0].value;
    CHECK(once.exact_text() == chi_mean(all, value, 60, two)[0].value.exact_text());
}

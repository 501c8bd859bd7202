// Weights of which nothing is claimed: what law they have, and whose initialiser that is.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "measure/weights/likelihood.hpp"
#include "tests/support/weights_samples.hpp"

using namespace sigprop;
using namespace weights_samples;

namespace {

WeightsMeasurement describe(const std::vector<double>& weights, std::vector<std::size_t> shape,
                            WeightLayout layout = WeightLayout::torch) {
    return describe_weights(view_of(weights, std::move(shape)), "w", layout, {});
}

std::string first(const WeightsMeasurement& found) {
    return found.likely.empty() ? "" : found.likely[0].name;
}

}  // namespace

TEST_CASE("initialisers of libraries are named, in both layouts") {
    const std::vector<std::size_t> shape = {200, 300};
    const WeightsMeasurement linear = describe(uniform(60000, 1 / std::sqrt(300.0), 1), shape);
    CHECK(first(linear) == "the default of torch.nn.Linear and Conv, uniform ±1/sqrt(fan_in)");
    CHECK(linear.law.starts_with("uniform ±0.0577"));
    CHECK(linear.likely[0].std == "1/sqrt(3*300)");
    CHECK_FALSE(linear.record.verdict);
    const std::vector<double> swapped = normal_weights(60000, std::sqrt(2 / 200.0), 2);
    CHECK(first(describe(swapped, shape)) == "kaiming (gain sqrt(2), fan_out)_normal");
    CHECK(first(describe(swapped, shape, WeightLayout::keras)) == "kaiming (gain sqrt(2), fan_in)_normal");
    const double std = std::sqrt(1 / 300.0);
    const double corrected = std / 0.87962566103423978;
    CHECK(first(describe(truncated(60000, corrected, -2, 2, 3), shape)) ==
          "lecun_normal, truncated and corrected (Keras, JAX)");
    CHECK(first(describe(truncated(60000, std, -2, 2, 3), shape)) ==
          "lecun_normal, truncated at ±2 std and not corrected");
    CHECK(first(describe(uniform(60000, std, 4), shape, WeightLayout::keras)) ==
          "the default of torch.nn.Linear and Conv, uniform ±1/sqrt(fan_in), with swapped fans (--layout)");
}

TEST_CASE("a law of nobody is described, and named after nobody") {
    const WeightsMeasurement found = describe(normal_weights(60000, 0.0317, 5), {200, 300});
    CHECK(found.likely.empty());
    CHECK(found.law.starts_with("normal, std 0.03"));
    std::vector<double> trained = normal_weights(60000, 0.02, 6);
    for (std::size_t i = 0; i < trained.size(); i += 7) trained[i] *= 6;
    CHECK(describe(trained, {200, 300}).law.starts_with("not normal, truncated normal or uniform"));
    CHECK(describe(std::vector<double>(300, 1.0), {300}).law == "constant 1");
    CHECK(describe(normal_weights(99, 1, 7), {99}).law.starts_with("too few weights for a law: 99"));
    std::vector<double> broken = normal_weights(300, 1, 8);
    broken[7] = NAN;
    CHECK(describe(broken, {300}).law == "1 NaN and 0 infinite weights, the first at [7]");
}

TEST_CASE("log-likelihoods are sums over the weights") {
    const std::vector<double> weights = truncated(500, 0.02, -2, 2, 9);
    const WeightStatistics found = weight_statistics(view_of(weights), 0, {});
    const Rounding rounding = Rounding::of(ElementType::float64, found);
    const auto sum = [&](auto log_density) {
        double all = 0;
        for (const double w : weights) all += log_density(w);
        return all;
    };
    const double pi = std::acos(-1.0);
    const auto normal_density = [&](double w) {
        return -w * w / (2 * 0.03 * 0.03) - std::log(0.03 * std::sqrt(2 * pi));
    };
    CHECK(log_likelihood(WeightLaw::normal(0.03), found, rounding) ==
          doctest::Approx(sum(normal_density)).epsilon(1e-10));
    const double mass = std::erf(0.05 / 0.03 / std::sqrt(2.0));
    CHECK(log_likelihood(WeightLaw::truncated(0.03, 0.05), found, rounding) ==
          doctest::Approx(sum([&](double w) { return normal_density(w) - std::log(mass); })).epsilon(1e-10));
    CHECK(log_likelihood(WeightLaw::between(0.05), found, rounding) ==
          doctest::Approx(-500 * std::log(0.1)).epsilon(1e-10));
    CHECK(log_likelihood(WeightLaw::between(0.03), found, rounding) == -HUGE_VAL);
}

TEST_CASE("of laws that nothing contradicts the likelier is first") {
    const WeightStatistics found = weight_statistics(view_of(normal_weights(2000, 0.02, 10)), 0, {});
    const Rounding rounding = Rounding::of(ElementType::float64, found);
    const std::vector<LikelyLaw> likely = likely_laws(
        {{"a", WeightLaw::normal(0.0205)}, {"b", WeightLaw::normal(0.02)}, {"c", WeightLaw::normal(0.05)}},
        found, rounding);
    REQUIRE(likely.size() == 2);
    CHECK(likely[0].name == "b");
    CHECK(likely[0].log_likelihood > likely[1].log_likelihood);
}

TEST_CASE("a right initialiser is among those that are named, over seeds") {
    int missed = 0;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        const std::vector<LikelyLaw> likely =
            describe(normal_weights(4000, std::sqrt(2.0 / 80), seed), {50, 80}).likely;
        missed += std::ranges::none_of(
            likely, [](const LikelyLaw& one) { return one.name == "kaiming (gain sqrt(2), fan_in)_normal"; });
    }
    CHECK(missed == 0);  // stated: less than once in 10^6
}

#include <doctest/doctest.h>

#include <cmath>

#include "tests/models/network/network_designs.hpp"

using namespace sigprop;
using namespace sigprop::test;

namespace {

constexpr ResidualStep<double> pre_norm{.normalises_input = true};
constexpr ResidualStep<double> post_norm{.normalises_sum = true};

/// How many standard errors a measured value is from the expected one.
double misses(const NetworkMean& measured, double expected) {
    REQUIRE(measured.standard_error > 0);
    return std::fabs(measured.value - expected) / measured.standard_error;
}

}  // namespace

TEST_CASE("pre_norm adds a branch's variance a layer, exactly at every width") {
    constexpr double variance = 0.7;
    constexpr double width = 16;
    NetworkDesign design = linear_network(9, pre_norm, variance, 16);
    design.input_square = 2;
    const auto sample = sample_networks(design, {Observable::second_moment}, 2000, context(1));
    REQUIRE(sample->failure.empty());
    CHECK(std::fabs(sample->mean(Observable::second_moment, 0).value - 2) < 1e-6);
    for (const std::size_t l : {1UL, 4UL, 9UL}) {
        const auto layers = static_cast<double>(l);
        const NetworkMean mean = sample->mean(Observable::second_moment, l);
        CHECK(misses(mean, 2 + layers * variance) < 4);
        CHECK(misses(mean, 2 + (layers + 1) * variance) > 4);
        CHECK(mean.standard_error < 0.05 * mean.value);
        // Var q = (4 variance q_0 l + 2 variance^2 l^2) / width, from independent chi squares
        const double spread = (4 * variance * 2 * layers + 2 * variance * variance * layers * layers) / width;
        CHECK(misses(sample->variance(Observable::second_moment, l), spread) < 4);
        CHECK(misses(sample->variance(Observable::second_moment, l), spread * 1.5) > 4);
    }
}

TEST_CASE("skip_init multiplies, and zero branches are the identity") {
    const NetworkDesign design = linear_network(6, {.branch = 0.5});
    const auto sample = sample_networks(design, {Observable::second_moment}, 800, context(2));
    CHECK(misses(sample->mean(Observable::second_moment, 6), std::pow(1.25, 6)) < 4);
    CHECK(misses(sample->mean(Observable::second_moment, 6), std::pow(1.25, 5)) > 4);

    NetworkDesign identity = linear_network(6, {.branch = 0});
    identity.step_rate = 0.1;
    const auto still = sample_networks(
        identity,
        {Observable::gradient_square, Observable::weight_gradient_square, Observable::output_change_sgd}, 4,
        context(2));
    for (const std::size_t l : {0UL, 3UL, 6UL}) {
        const NetworkMean moment = still->mean(Observable::gradient_square, l);
        CHECK(moment.value == 1);
        CHECK(moment.standard_error == 0);
        CHECK(still->geometric_mean(Observable::gradient_square, l).value == 1);
        CHECK(still->mean(Observable::skip_weight, l).value == 1);
    }
    CHECK(still->mean(Observable::weight_gradient_square, 2).value == 0);
    CHECK(still->geometric_mean(Observable::weight_gradient_square, 2).value == 0);
    CHECK(still->mean(Observable::output_change_sgd, 0).value == 0);
}

TEST_CASE("post_norm keeps the second moment and forgets its input") {
    for (const NormKind norm : {NormKind::rms_norm, NormKind::layer_norm}) {
        NetworkDesign design = linear_network(8, post_norm, 1, 256);
        design.norm = norm;
        const auto sample = sample_networks(design, {Observable::cosine}, 16, context(3));
        for (std::size_t l = 1; l <= 8; ++l) {
            CHECK(std::fabs(sample->mean(Observable::second_moment, l).value - 1) < 1e-6);
        }
        // For wide networks: 2^(-L/2), and 1/sqrt 2 for a layer's angle; a finite width moves them by 1/256
        const NetworkMean weight = sample->mean(Observable::skip_weight, 8);
        CHECK(std::fabs(weight.value * 16 - 1) < 0.05);
        CHECK(std::fabs(sample->mean(Observable::cosine, 5).value - std::sqrt(0.5)) < 0.03);
    }
}

TEST_CASE("tokens have the correlation that was asked for") {
    NetworkDesign design = linear_network(2, pre_norm, 1, 256);
    design.length = 6;
    design.sequences = 3;
    for (const double correlation : {0.0, 0.25, 1.0}) {
        design.token_correlation = correlation;
        const auto sample = sample_networks(design, {Observable::token_similarity}, 20, context(4));
        CHECK(std::fabs(sample->mean(Observable::token_similarity, 0).value - correlation) < 0.03);
        // A linear branch rotates all tokens alike.
        CHECK(std::fabs(sample->mean(Observable::token_similarity, 2).value - correlation) < 0.03);
    }
}

TEST_CASE("gradients came by as many branches as a random permutation has cycles") {
    NetworkDesign design = linear_network(8, pre_norm, 1, 64);
    const auto sample = sample_networks(design, {Observable::path_share}, 300, context(5));
    double sum = 0;
    double mean = 0;
    double harmonic = 0;
    for (std::size_t k = 0; k <= 8; ++k) {
        const double share = sample->mean(Observable::path_share, k).value;
        sum += share;
        mean += static_cast<double>(k) * share;
        if (k > 0) harmonic += 1 / static_cast<double>(k + 1);
    }
    CHECK(std::fabs(sum - 1) < 1e-12);
    CHECK(std::fabs(mean - harmonic) < 0.05);  // H_9 - 1 = 1.829, for wide networks
    // The share without any branch is that of the skip path alone: 1 / (L + 1).
    CHECK(std::fabs(sample->mean(Observable::path_share, 0).value * 9 - 1) < 0.1);
}

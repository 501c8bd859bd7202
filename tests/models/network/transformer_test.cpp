// Whole transformers: the effect of attention on the stream and its gradients, compared with theory.

#include <doctest/doctest.h>

#include <cmath>
#include <memory>
#include <set>
#include <sigprop/core/base/context.hpp>
#include <string>
#include <vector>

#include "models/network/network.hpp"

#include "tests/support/every_target.hpp"

using namespace sigprop;
using sigprop::test::on_every_target;

namespace {

constexpr ResidualStep<double> pre_norm{.normalises_input = true};
constexpr ResidualStep<double> post_norm{.normalises_sum = true};

/// Every branch turns unit variance into unit variance, attention only when tokens are equal.
NetworkDesign transformer(std::size_t layers, const ResidualStep<double>& step) {
    NetworkDesign design;
    design.steps.assign(layers, step);
    design.final_norm = step.normalises_input;
    design.block = BlockKind::transformer;
    design.width = 128;
    design.heads = 4;
    design.length = 8;
    const double std = 1 / std::sqrt(static_cast<double>(design.width));
    design.stds = {.linear = 0,
                   .query_key = std,
                   .value = std,
                   .attention_output = std,
                   .hidden = std * std::sqrt(2.0),
                   .hidden_output = std / 2};
    return design;
}

std::shared_ptr<const NetworkSample> sample(const NetworkDesign& design, std::set<Observable> wanted,
                                            std::uint64_t networks = 16) {
    const auto made = sample_networks(design, wanted, networks, Context());
    CHECK(made->failure == "");
    return made;
}

/// A difference in standard errors.
double distance(const NetworkMean& mean, double expected) {
    return std::abs(mean.value - expected) / mean.standard_error;
}

/// For equal tokens attention passes on the common part of their gradients and averages away the rest, which
/// only the skip path carries. With sigma = 1, 1/n of the mean squared gradient is common and keeps its size;
/// post_norm halves the rest in every attention layer, pre_norm multiplies it by q_l / q_{l+1}, q_l = l + 1.
double aligned_gradient(const NetworkDesign& design) {
    const auto n = static_cast<double>(design.length);
    double rest = 1;
    for (std::size_t layer = 0; layer < design.steps.size(); layer += 2) {
        const auto l = static_cast<double>(layer);
        rest *= design.steps[layer].normalises_sum ? 0.5 : (l + 1) / (l + 2);
    }
    return 1 / n + (1 - 1 / n) * rest;
}

}  // namespace

TEST_CASE("over aligned tokens gradients vanish down to what tokens have in common") {
    for (const auto& step : {pre_norm, post_norm}) {
        for (const std::size_t layers : std::vector<std::size_t>{4, 12}) {
            NetworkDesign design = transformer(layers, step);
            design.token_correlation = 1;
            const auto aligned = sample(design, {Observable::gradient_square});
            const NetworkMean gradient = aligned->mean(Observable::gradient_square, 0);
            CAPTURE(layers);
            CAPTURE(gradient.value);
            CHECK(distance(gradient, aligned_gradient(design)) < 4);
            CHECK(distance(gradient, 1) > 10);  // what branches without attention keep
            CHECK(std::abs(aligned->mean(Observable::attention_entropy, 0).value - std::log(8.0)) < 1e-6);
        }
    }
}

TEST_CASE("tokens become one under post_norm, not so soon under pre_norm") {
    const std::set<Observable> wanted = {Observable::token_similarity};
    const auto post = sample(transformer(48, post_norm), wanted, 4);
    const auto pre = sample(transformer(48, pre_norm), wanted, 4);
    CHECK(std::abs(post->mean(Observable::token_similarity, 0).value) < 0.1);
    CHECK(post->mean(Observable::token_similarity, 48).value > 0.999);
    CHECK(pre->mean(Observable::token_similarity, 48).value < 0.95);
}

TEST_CASE("added scores have a second moment that grows by one a layer") {
    for (const auto& step : {pre_norm, post_norm}) {
        for (const bool adds : {true, false}) {
            NetworkDesign design = transformer(8, step);
            design.adds_scores = adds;
            const auto seen = sample(design, {Observable::score_second_moment});
            for (std::size_t layer = 0; layer < 8; layer += 2) {
                CAPTURE(layer);
                const NetworkMean moment = seen->mean(Observable::score_second_moment, layer);
                const double grown = 1 + static_cast<double>(layer) / 2;
                CHECK(distance(moment, adds ? grown : 1) < 4);
                if (layer > 0) CHECK(distance(moment, adds ? 1 : grown) > 4);
            }
        }
    }
}

TEST_CASE("a transformer has the same bits on every vector set") {
    for (const bool adds : {true, false}) {
        NetworkDesign design = transformer(4, post_norm);
        design.adds_scores = adds;
        design.causal = true;
        design.length = 11;
        design.step_rate = 1e-3;
        const std::set<Observable> wanted = {Observable::gradient_square, Observable::weight_gradient_square,
                                             Observable::output_change_adam};
        std::vector<std::vector<double>> seen;
        std::uint64_t run = 0;
        on_every_target([&] {
            std::vector<double> values;
            // Another number of networks, because the same sample would be remembered.
            const auto made = sample(design, wanted, 2 + run++);
            for (const Observable what : {Observable::gradient_square, Observable::weight_gradient_square,
                                          Observable::output_change_adam, Observable::score_second_moment}) {
                const auto& profile = made->profiles[1][what];
                values.insert(values.end(), profile.begin(), profile.end());
            }
            std::erase_if(values, [](double value) { return std::isnan(value); });
            seen.push_back(values);
        });
        for (const std::vector<double>& values : seen) CHECK(values == seen[0]);
        CHECK(seen[0].size() == 5 + 4 + 1 + 2);
    }
}

TEST_CASE("scores that overflow are a failure with the layer, even where nothing of them goes on") {
    for (const double output_std : {0.0, 0.1}) {
        NetworkDesign design = transformer(4, pre_norm);
        design.stds.query_key = 1e20;
        design.stds.attention_output = output_std;
        const auto made = sample_networks(design, {Observable::second_moment}, 2, Context());
        CHECK(made->failure.find("sublayer 0") != std::string::npos);
        design.stds.query_key = 1e15;
        CHECK(sample_networks(design, {Observable::second_moment}, 2, Context())->failure == "");
    }
}

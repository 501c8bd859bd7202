// Attention's own statistics: entropy, the second moment of its scores, and scores that are not finite.

#include <doctest/doctest.h>

#include <cmath>

#include "tests/models/network/attention_chain.hpp"

using namespace sigprop;
using namespace sigprop::test;

namespace {

constexpr NetworkNumber sampled{.seed = 5, .number = 0};

NetworkDesign with(double query_key, bool causal, std::uint64_t length = 9) {
    return {.steps = std::vector<ResidualStep<double>>(6),
            .block = BlockKind::transformer,
            .width = 8,
            .heads = 2,
            .causal = causal,
            .stds = {.query_key = query_key, .value = 0.4, .attention_output = 0.4},
            .sequences = 3,
            .length = length};
}

template <class Scalar>
BranchView view_of(const NetworkDesign& design, std::size_t layers = 1) {
    AttentionBranch<Scalar> branch(design, sampled);
    const auto in = normal_tokens<Scalar>(design, "in");
    Tokens<Scalar> x = in;
    Tokens<Scalar> out(in.rows(), in.cols());
    for (std::size_t layer = 0; layer < layers; ++layer) {
        branch.begin(2 * layer);
        branch.forward(x, out);
        x = out;
    }
    return branch.look();
}

bool is_within(double value, double expected, double error) {
    CAPTURE(value);
    return std::abs(value - expected) <= error * std::abs(expected);
}

}  // namespace

TEST_CASE("entropy and scores are what the naive loops give, through added scores too") {
    for (const bool causal : {false, true}) {
        NetworkDesign design = with(0.4, causal);
        design.adds_scores = true;
        NaiveAttention naive{design};
        Matrix x = normal_tokens<double>(design, "in");
        for (std::size_t layers = 1; layers <= 3; ++layers) {
            x = naive(attention_weights<double>(design, sampled, 2 * (layers - 1)), x);
            const BranchView seen = view_of<double>(design, layers);
            CHECK(is_within(*seen.attention_entropy, naive.entropy, 1e-13));
            CHECK(is_within(*seen.score_second_moment, naive.square, 1e-13));
            const BranchView other = view_of<double>(with(0.4, !causal), layers);
            CHECK_FALSE(is_within(*other.attention_entropy, naive.entropy, 1e-2));
        }
    }
}

TEST_CASE("equal scores have the entropy log n") {
    for (const std::uint64_t length : std::vector<std::uint64_t>{1, 2, 9, 100, 513}) {
        CAPTURE(length);
        const BranchView all = view_of<float>(with(0, false, length));
        CHECK(is_within(*all.attention_entropy, std::log(static_cast<double>(length)), 1e-14));
        CHECK(*all.score_second_moment == 0);
        // query i sees i + 1 keys
        const BranchView causal = view_of<float>(with(0, true, length));
        const double mean = std::lgamma(static_cast<double>(length) + 1) / static_cast<double>(length);
        CHECK(is_within(*causal.attention_entropy, mean, 1e-14));
    }
}

TEST_CASE("huge scores have next to no entropy, and never less") {
    const BranchView seen = view_of<float>(with(300, false));
    CHECK(*seen.attention_entropy >= 0);
    CHECK(*seen.attention_entropy < 1e-6);
    CHECK(*seen.score_second_moment > 1e9);
    CHECK(*view_of<float>(with(0.3, false)).attention_entropy > 1);
}

TEST_CASE("scores that are not finite make NaN of what their query gives, and leave other sequences alone") {
    const NetworkDesign design = with(0.4, true);
    for (const float bad : {INFINITY, -INFINITY, NAN, 3e38F}) {
        CAPTURE(bad);
        AttentionBranch<float> branch(design, sampled);
        Tokens<float> in = normal_tokens<float>(design, "in");
        in(2, 9 + 4) = bad;  // token 4 of sequence 1
        Tokens<float> out(in.rows(), in.cols());
        branch.begin(0);
        branch.forward(in, out);
        for (Eigen::Index token = 0; token < in.cols(); ++token) {
            CAPTURE(token);
            if (token / 9 != 1) CHECK(std::isfinite(out(0, token)));
            if (token == 9 + 4) CHECK(std::isnan(out(0, token)));
        }
    }
    // A score of -infinity would have weight 0 and go unnoticed.
    AttentionSoftmax<double> softmax(2, false);
    std::vector<double> weights(4);
    std::vector<SoftmaxTotal> totals(2);
    const std::vector<double> scores = {0, 1, -INFINITY, 1};
    softmax.forward(scores.data(), weights.data(), totals.data());
    CHECK(std::isnan(weights[0]));
    CHECK(weights[1] == 0.5);
}

// Attention forward and backward, against loops in double and their finite differences.

#include <doctest/doctest.h>

#include <algorithm>

#include "tests/models/network/attention_chain.hpp"
#include "tests/support/every_target.hpp"

using namespace sigprop;
using namespace sigprop::test;

namespace {

constexpr NetworkNumber sampled{.seed = 11, .number = 3};

NetworkDesign small(std::uint64_t heads, bool causal, bool adds_scores = false) {
    return {.steps = std::vector<ResidualStep<double>>(6),
            .block = BlockKind::transformer,
            .width = 6,
            .heads = heads,
            .causal = causal,
            .adds_scores = adds_scores,
            .stds = {.query_key = 0.4, .value = 0.4, .attention_output = 0.5},
            .sequences = 2,
            .length = 5};
}

template <class Scalar>
std::vector<AttentionWeights> all_weights(const NetworkDesign& design, std::size_t layers) {
    std::vector<AttentionWeights> weights;
    for (std::size_t layer = 0; layer < layers; ++layer) {
        weights.push_back(attention_weights<Scalar>(design, sampled, 2 * layer));
    }
    return weights;
}

/// The largest difference divided by the largest magnitude.
double distance(const Matrix& a, const Matrix& b) {
    return (a - b).cwiseAbs().maxCoeff() / b.cwiseAbs().maxCoeff();
}

template <class Scalar>
double forward_distance(const NetworkDesign& design, std::size_t layers, const NetworkDesign& other) {
    AttentionBranch<Scalar> branch(design, sampled);
    const auto in = normal_tokens<Scalar>(design, "in");
    const auto pass = branch_chain<Scalar>(branch, layers, in, in);
    const Matrix naive = naive_chain(other, all_weights<Scalar>(design, layers), in.template cast<double>());
    return distance(pass.x.back().template cast<double>(), naive);
}

}  // namespace

TEST_CASE("attention is what loops over heads, queries and keys give") {
    for (const bool causal : {false, true}) {
        for (const std::uint64_t heads : std::vector<std::uint64_t>{1, 2, 6}) {
            for (const bool adds : {false, true}) {
                const NetworkDesign design = small(heads, causal, adds);
                CAPTURE(causal);
                CAPTURE(heads);
                CAPTURE(adds);
                CHECK(forward_distance<double>(design, 3, design) < 1e-13);
                CHECK(forward_distance<float>(design, 3, design) < 1e-5);
                // Another mask, other heads, scores that are not added: the same check detects each.
                CHECK(forward_distance<double>(design, 3, small(heads, !causal, adds)) > 1e-3);
                CHECK(forward_distance<double>(design, 3, small(heads == 2 ? 3 : 2, causal, adds)) > 1e-3);
                CHECK(forward_distance<double>(design, 3, small(heads, causal, !adds)) > 1e-3);
            }
        }
    }
}

TEST_CASE("its backward pass is the slope of the forward one, through added scores too") {
    for (const bool causal : {false, true}) {
        for (const bool adds : {false, true}) {
            const std::size_t layers = adds ? 3 : 2;
            const NetworkDesign design = small(2, causal, adds);
            CAPTURE(causal);
            CAPTURE(adds);
            AttentionBranch<double> branch(design, sampled);
            Matrix x = normal_tokens<double>(design, "in");
            const Matrix g = normal_tokens<double>(design, "g");
            const Matrix gradient = branch_chain<double>(branch, layers, x, g).gradient;
            const auto weights = all_weights<double>(design, layers);
            CHECK(distance(gradient, differences(x, g, [&] { return naive_chain(design, weights, x); })) <
                  1e-8);
            // Gradients that stop at earlier scores: those of layers that share no scores.
            NetworkDesign other = design;
            other.adds_scores = !adds;
            AttentionBranch<double> wrong(other, sampled);
            CHECK(distance(branch_chain<double>(wrong, layers, x, g).gradient, gradient) > 1e-3);
            // A second pass of the same object: nothing remains from the first.
            CHECK(branch_chain<double>(branch, layers, x, g).gradient == gradient);
        }
    }
}

TEST_CASE("the softmax's backward pass needs both of its terms") {
    constexpr std::size_t n = 4;
    AttentionSoftmax<double> softmax(n, true);
    std::vector<double> scores(n * n), weights(n * n), other(n * n), gradient(n * n), g(n * n);
    std::vector<SoftmaxTotal> totals(n);
    RandomStream(1, "scores").fill_normals(0, scores);
    RandomStream(1, "gradient").fill_normals(0, g);
    softmax.forward(scores.data(), weights.data(), totals.data());
    gradient = g;
    softmax.backward(weights.data(), gradient.data());
    double worst = 0;
    double worst_without = 0;
    for (std::size_t k = 0; k < n * n; ++k) {
        std::vector<double> moved = scores;
        const auto loss = [&](double step) {
            moved[k] = scores[k] + step;
            softmax.forward(moved.data(), other.data(), totals.data());
            double sum = 0;
            for (std::size_t i = 0; i < n * n; ++i) sum += g[i] * other[i];
            return sum;
        };
        const double slope = (loss(1e-5) - loss(-1e-5)) / 2e-5;
        worst = std::max(worst, std::abs(gradient[k] - slope));
        worst_without = std::max(worst_without, std::abs(weights[k] * g[k] - slope));
    }
    CHECK(worst < 1e-9);
    CHECK(worst_without > 1e-2);
}

TEST_CASE("every vector set gives the same bits") {
    NetworkDesign design = small(2, true, true);
    design.length = 37;
    const auto in = normal_tokens<float>(design, "in");
    const auto g = normal_tokens<float>(design, "g");
    std::vector<ChainPass<float>> passes;
    std::vector<BranchView> views;
    on_every_target([&] {
        AttentionBranch<float> branch(design, sampled);
        passes.push_back(branch_chain<float>(branch, 3, in, g));
        views.push_back(branch.look());
    });
    for (std::size_t i = 1; i < passes.size(); ++i) {
        CHECK(passes[i].x.back() == passes[0].x.back());
        CHECK(passes[i].gradient == passes[0].gradient);
        CHECK(passes[i].weight_gradient_squares == passes[0].weight_gradient_squares);
        CHECK(*views[i].attention_entropy == *views[0].attention_entropy);
        CHECK(*views[i].score_second_moment == *views[0].score_second_moment);
    }
    CHECK(passes[0].gradient != passes[0].x.back());
}

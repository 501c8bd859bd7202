// Weight gradients of attention against finite differences, and its weights after one optimiser step.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "tests/models/network/attention_chain.hpp"

using namespace sigprop;
using namespace sigprop::test;

namespace {

constexpr NetworkNumber sampled{.seed = 2, .number = 1};
constexpr std::size_t layers = 2;

NetworkDesign design_that(bool adds_scores) {
    return {.steps = std::vector<ResidualStep<double>>(4),
            .block = BlockKind::transformer,
            .width = 4,
            .heads = 2,
            .causal = true,
            .adds_scores = adds_scores,
            .stds = {.query_key = 0.6, .value = 0.5, .attention_output = 0.6},
            .sequences = 2,
            .length = 4};
}

struct Case {
    explicit Case(bool adds_scores) : design(design_that(adds_scores)) {
        for (std::size_t layer = 0; layer < layers; ++layer) {
            weights.push_back(attention_weights<double>(design, sampled, 2 * layer));
        }
        for (std::size_t layer = 0; layer < layers; ++layer) {
            for (Matrix& matrix : weights[layer].of) {
                gradients.push_back(differences(matrix, g, [&] { return naive_chain(design, weights, in); }));
            }
        }
    }

    /// Each weight changed along its own gradient.
    template <class Update>
    [[nodiscard]] Matrix after(const Update& update) const {
        auto changed = weights;
        for (std::size_t k = 0; k < gradients.size(); ++k) {
            changed[k / 4].of[k % 4] -= gradients[k].unaryExpr(update);
        }
        return naive_chain(design, changed, in);
    }

    NetworkDesign design;
    Matrix in = normal_tokens<double>(design, "in");
    Matrix g = normal_tokens<double>(design, "g");
    std::vector<AttentionWeights> weights;
    std::vector<Matrix> gradients;  ///< of query, key, value, output of layer 0, then of layer 1
};

double distance(const Matrix& a, const Matrix& b) {
    return (a - b).cwiseAbs().maxCoeff() / b.cwiseAbs().maxCoeff();
}

}  // namespace

TEST_CASE("the squared gradient of all four matrices is that of finite differences") {
    for (const bool adds_scores : {false, true}) {
        const Case test(adds_scores);
        AttentionBranch<double> branch(test.design, sampled);
        const auto pass = branch_chain<double>(branch, layers, test.in, test.g);
        for (std::size_t layer = 0; layer < layers; ++layer) {
            double expected = 0;
            double least = INFINITY;
            for (std::size_t use = 0; use < 4; ++use) {
                const double square = test.gradients[4 * layer + use].squaredNorm();
                expected += square;
                least = std::min(least, square);
            }
            const double error = std::abs(pass.weight_gradient_squares[layers - 1 - layer] - expected);
            CHECK(error < 1e-7 * expected);
            CHECK(least > 1e-4 * expected);  // leaving out any one matrix would show
        }
    }
}

TEST_CASE("a step moves all four matrices of every layer along what was kept") {
    constexpr double rate = 0.01;
    for (const bool adds_scores : {false, true}) {
        for (const Optimizer optimizer : {Optimizer::sgd, Optimizer::adam}) {
            const Case test(adds_scores);
            AttentionBranch<double> branch(test.design, sampled);
            branch.keep_gradients();
            const Matrix before = branch_chain<double>(branch, layers, test.in, test.g).x.back();
            branch.take_step(optimizer, rate);
            const Matrix after = branch_chain<double>(branch, layers, test.in, test.g).x.back();
            const auto sgd = [](double gradient) { return rate * gradient; };
            const auto adam = [](double gradient) { return std::copysign(rate, gradient); };
            const Matrix expected = optimizer == Optimizer::sgd ? test.after(sgd) : test.after(adam);
            const Matrix other = optimizer == Optimizer::sgd ? test.after(adam) : test.after(sgd);
            CHECK(distance(after, expected) < 1e-9);
            CHECK(distance(after, other) > 1e-3);
            CHECK(distance(after, before) > 1e-3);
            // The second backward pass did not change the step.
            CHECK(branch_chain<double>(branch, layers, test.in, test.g).x.back() == after);
        }
    }
}

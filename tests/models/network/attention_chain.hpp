#pragma once
// Attention layers one after another, without a residual stream, by AttentionBranch and by the naive loops;
// and slopes by central differences.

#include <cstddef>
#include <span>
#include <vector>

#include "tests/models/network/attention_naive.hpp"

namespace sigprop::test {

/// Layers 0, 2, 4, …
inline Matrix naive_chain(const NetworkDesign& design, const std::vector<AttentionWeights>& layers,
                          const Matrix& in) {
    NaiveAttention attention{design};
    Matrix x = in;
    for (const AttentionWeights& weights : layers) x = attention(weights, x);
    return x;
}

/// The same by a branch, and the gradient of <g, output> with respect to the input.
template <class Scalar>
struct ChainPass {
    std::vector<Tokens<Scalar>> x;
    Tokens<Scalar> gradient;
    std::vector<double> weight_gradient_squares;
};

template <class Scalar>
ChainPass<Scalar> branch_chain(Branch<Scalar>& branch, std::size_t layers, const Tokens<Scalar>& in,
                               const Tokens<Scalar>& g) {
    ChainPass<Scalar> pass{.x = {in}, .gradient = g, .weight_gradient_squares = {}};
    for (std::size_t layer = 0; layer < layers; ++layer) {
        Tokens<Scalar> out(in.rows(), in.cols());
        branch.begin(2 * layer);
        branch.forward(pass.x.back(), out);
        pass.x.push_back(out);
    }
    for (std::size_t layer = layers; layer-- > 0;) {
        Tokens<Scalar> in_gradient(in.rows(), in.cols());
        branch.begin(2 * layer);
        branch.recall(pass.x[layer]);
        branch.backward(pass.gradient, in_gradient);
        pass.weight_gradient_squares.push_back(branch.weight_gradient_square());
        pass.gradient = in_gradient;
    }
    return pass;
}

/// Normals for a stream, one column for each token.
template <class Scalar>
Tokens<Scalar> normal_tokens(const NetworkDesign& design, const char* name) {
    Tokens<Scalar> tokens(static_cast<Eigen::Index>(design.width),
                          static_cast<Eigen::Index>(design.sequences * design.length));
    RandomStream(7, name).fill_normals(
        0, std::span<Scalar>(tokens.data(), static_cast<std::size_t>(tokens.size())));
    return tokens;
}

/// d<g, f(x)> / d entry by central differences, for every entry of a matrix that f reads.
template <class Function>
Matrix differences(Matrix& matrix, const Matrix& g, const Function& f) {
    constexpr double step = 1e-5;
    Matrix slopes(matrix.rows(), matrix.cols());
    for (Eigen::Index k = 0; k < matrix.size(); ++k) {
        double& entry = matrix.data()[k];
        const double before = entry;
        entry = before + step;
        const double above = f().cwiseProduct(g).sum();
        entry = before - step;
        const double below = f().cwiseProduct(g).sum();
        entry = before;
        slopes.data()[k] = (above - below) / (2 * step);
    }
    return slopes;
}

}  // namespace sigprop::test

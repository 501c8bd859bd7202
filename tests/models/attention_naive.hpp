#pragma once
// Self-attention as a textbook writes it: loops over heads, queries and keys in double, std::exp, weights
// that are stored. What AttentionBranch is held against.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <sigprop/models/network.hpp>
#include <vector>

#include "models/attention_branch.hpp"

namespace sigprop::test {

using Matrix = Tokens<double>;

struct AttentionWeights {
    std::array<Matrix, 4> of;  ///< query, key, value, output
};

/// Those that a branch of this scalar generates.
template <class Scalar>
AttentionWeights attention_weights(const NetworkDesign& design, NetworkNumber network, std::size_t layer) {
    const std::array<const char*, 4> names = {"query", "key", "value", "attention output"};
    const WeightStds& stds = design.stds;
    const std::array<double, 4> sizes = {stds.query_key, stds.query_key, stds.value, stds.attention_output};
    AttentionWeights weights;
    for (std::size_t use = 0; use < 4; ++use) {
        const auto width = static_cast<Eigen::Index>(design.width);
        Tokens<Scalar> matrix(width, width);
        layer_weights(design, network, layer, names[use], sizes[use], {design.width, design.width})
            .fill({matrix.data(), static_cast<std::size_t>(matrix.size())});
        weights.of[use] = matrix.template cast<double>();
    }
    return weights;
}

/// Scores [query, key] of every sequence and head; with design.adds_scores they begin with those that are
/// there. Returns the output; `entropy` and `square` are means over queries and seen scores.
struct NaiveAttention {
    const NetworkDesign& design;
    std::vector<Matrix> scores{};
    double entropy = 0;
    double square = 0;

    Matrix operator()(const AttentionWeights& weights, const Matrix& in) {
        const auto length = static_cast<Eigen::Index>(design.length);
        const auto head_width = static_cast<Eigen::Index>(design.width / design.heads);
        const std::size_t blocks = design.sequences * design.heads;
        if (scores.empty() || !design.adds_scores) scores.assign(blocks, Matrix::Zero(length, length));
        const Matrix q = weights.of[0] * in;
        const Matrix k = weights.of[1] * in;
        const Matrix v = weights.of[2] * in;
        Matrix mixed = Matrix::Zero(in.rows(), in.cols());
        entropy = square = 0;
        double seen = 0;
        for (std::size_t block = 0; block < blocks; ++block) {
            const auto row = static_cast<Eigen::Index>(block % design.heads) * head_width;
            const auto start = static_cast<Eigen::Index>(block / design.heads) * length;
            for (Eigen::Index i = 0; i < length; ++i) {
                const Eigen::Index keys = design.causal ? i + 1 : length;
                std::vector<double> powers;
                double sum = 0;
                for (Eigen::Index j = 0; j < length; ++j) {
                    double& score = scores[block](i, j);
                    for (Eigen::Index f = 0; f < head_width; ++f) {
                        score += q(row + f, start + i) * k(row + f, start + j) /
                                 std::sqrt(static_cast<double>(head_width));
                    }
                    if (j >= keys) continue;
                    powers.push_back(score);
                    square += score * score;
                }
                const double largest = *std::ranges::max_element(powers);
                for (double& power : powers) sum += power = std::exp(power - largest);
                seen += static_cast<double>(keys);
                for (Eigen::Index j = 0; j < keys; ++j) {
                    const double weight = powers[static_cast<std::size_t>(j)] / sum;
                    if (weight > 0) entropy -= weight * std::log(weight);
                    for (Eigen::Index f = 0; f < head_width; ++f) {
                        mixed(row + f, start + i) += weight * v(row + f, start + j);
                    }
                }
            }
        }
        entropy /= static_cast<double>(blocks * design.length);
        square /= seen;
        return weights.of[3] * mixed;
    }
};

/// Attention layers 0, 2, 4, … one after another, without a stream around them.
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

/// Normals of a stream, one column a token.
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

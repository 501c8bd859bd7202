#pragma once
// Self-attention as in a textbook: loops over heads, queries and keys in double, std::exp, stored weights. It
// is the reference for AttentionBranch.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "models/network/network.hpp"

#include "models/network/attention_branch.hpp"

namespace sigprop::test {

using Matrix = Tokens<double>;

struct AttentionWeights {
    std::array<Matrix, 4> of;  ///< query, key, value, output
};

/// The weights that a branch of this scalar generates.
template <class Scalar>
AttentionWeights attention_weights(const NetworkDesign& design, NetworkNumber network, std::size_t layer) {
    const std::array<const char*, 4> names = {"query", "key", "value", "attention output"};
    const WeightStds& stds = design.stds;
    const std::array<double, 4> sizes = {stds.query_key, stds.query_key, stds.value, stds.attention_output};
    AttentionWeights weights;
    for (std::size_t use = 0; use < 4; ++use) {
        const auto width = static_cast<Eigen::Index>(design.width);
        Tokens<Scalar> matrix(width, width);
        LayerWeights(design, network)(layer, names[use], sizes[use], {design.width, design.width})
            .fill({matrix.data(), static_cast<std::size_t>(matrix.size())});
        weights.of[use] = matrix.template cast<double>();
    }
    return weights;
}

/// Scores [query, key] of every sequence and head; with design.adds_scores they are added to the existing
/// ones. `entropy` and `square` are means over queries and seen scores, from the last call.
struct NaiveAttention {
    const NetworkDesign& design;
    std::vector<Matrix> scores{};
    double entropy = 0;
    double square = 0;

    Matrix operator()(const AttentionWeights& weights, const Matrix& in) {
        const auto length = static_cast<Eigen::Index>(design.length);
        const std::size_t blocks = design.sequences * design.heads;
        if (scores.empty() || !design.adds_scores) scores.assign(blocks, Matrix::Zero(length, length));
        entropy = square = 0;
        Matrix mixed = Matrix::Zero(in.rows(), in.cols());
        for (std::size_t block = 0; block < blocks; ++block) {
            for (Eigen::Index query = 0; query < length; ++query) attend(weights, in, block, query, mixed);
        }
        const auto queries = static_cast<double>(blocks * design.length);
        entropy /= queries;
        square /=
            queries * (design.causal ? (static_cast<double>(length) + 1) / 2 : static_cast<double>(length));
        return weights.of[3] * mixed;
    }

private:
    void attend(const AttentionWeights& weights, const Matrix& in, std::size_t block, Eigen::Index query,
                Matrix& mixed) {
        const auto length = static_cast<Eigen::Index>(design.length);
        const auto size = static_cast<Eigen::Index>(design.width / design.heads);
        const auto row = static_cast<Eigen::Index>(block % design.heads) * size;
        const Eigen::Index start = static_cast<Eigen::Index>(block / design.heads) * length;
        const Eigen::VectorXd q = weights.of[0].middleRows(row, size) * in.col(start + query);
        std::vector<double> seen;
        for (Eigen::Index key = 0; key < length; ++key) {
            const Eigen::VectorXd k = weights.of[1].middleRows(row, size) * in.col(start + key);
            double& score = scores[block](query, key);
            score += q.dot(k) / std::sqrt(static_cast<double>(size));
            if (design.causal && key > query) continue;
            seen.push_back(score);
            square += score * score;
        }
        const double largest = *std::ranges::max_element(seen);
        double sum = 0;
        for (const double score : seen) sum += std::exp(score - largest);
        for (std::size_t key = 0; key < seen.size(); ++key) {
            const double weight = std::exp(seen[key] - largest) / sum;
            if (weight > 0) entropy -= weight * std::log(weight);
            mixed.col(start + query).segment(row, size) +=
                weight * weights.of[2].middleRows(row, size) * in.col(start + static_cast<Eigen::Index>(key));
        }
    }
};

}  // namespace sigprop::test

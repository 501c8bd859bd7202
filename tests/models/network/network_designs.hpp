#pragma once
// Small networks that the tests sample.

#include <cmath>

#include "models/network/network.hpp"

namespace sigprop::test {

/// Linear branches with that variance.
inline NetworkDesign linear_network(std::size_t layers, const ResidualStep<double>& step, double variance = 1,
                                    std::uint64_t width = 32) {
    NetworkDesign design;
    design.steps.assign(layers, step);
    design.width = width;
    design.stds.linear = std::sqrt(variance / static_cast<double>(width));
    return design;
}

/// W2 relu(W1 x) with He's standard deviations.
inline NetworkDesign mlp_network(std::size_t layers, const ResidualStep<double>& step,
                                 std::uint64_t width = 24) {
    NetworkDesign design = linear_network(layers, step, 1, width);
    design.block = BlockKind::mlp;
    design.hidden_width = 2 * width;
    design.stds.hidden = std::sqrt(1 / static_cast<double>(width));
    design.stds.hidden_output = std::sqrt(1 / static_cast<double>(width));
    return design;
}

/// The same design with gated units in its feed-forward networks; V has the std of W1.
inline NetworkDesign with_gates(NetworkDesign design) {
    design.gated = true;
    design.stds.up = design.stds.hidden;
    return design;
}

inline NetworkDesign transformer_network(std::size_t layers, const ResidualStep<double>& step,
                                         std::uint64_t width = 24) {
    NetworkDesign design = mlp_network(layers, step, width);
    design.block = BlockKind::transformer;
    design.heads = 2;
    design.length = 5;
    const double std = std::sqrt(1 / static_cast<double>(width));
    design.stds.query_key = design.stds.value = design.stds.attention_output = std;
    return design;
}

inline Context context(std::uint64_t seed, int threads = 1) {
    Context result;
    result.seed = seed;
    result.threads = threads;
    return result;
}

}  // namespace sigprop::test

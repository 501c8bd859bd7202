#pragma once
// The weights and inputs of network `number` under `seed`, as sample_networks draws them. The naive networks
// only need the names of the fast networks' random streams, written here again.

#include <cmath>
#include <sigprop/models/network/weight_matrix.hpp>
#include <string>

#include "tests/models/network/reference_network.hpp"

namespace reference {

struct NetworkId {
    std::uint64_t seed = 0, number = 0;
};

[[nodiscard]] inline Matrix<double> matrix(const sigprop::NetworkDesign& design, double std,
                                           sigprop::MatrixShape shape, const NetworkId& id, std::size_t layer,
                                           const std::string& use) {
    const std::string stream =
        "network " + std::to_string(id.number) + " layer " + std::to_string(layer) + " " + use;
    const sigprop::WeightMatrix weights(design.weight_law, std, shape,
                                        sigprop::RandomStream(id.seed, stream));
    Vector<double> all(shape.rows * shape.columns);
    if (design.double_precision) {
        weights.fill(all);
    } else {  // other numbers: floats are sampled differently
        std::vector<float> floats(all.size());
        weights.fill(floats);
        all.assign(floats.begin(), floats.end());
    }
    Matrix<double> result(shape.rows);
    for (std::size_t i = 0; i < shape.rows; ++i) {
        for (std::size_t j = 0; j < shape.columns; ++j) result[i].push_back(all[i * shape.columns + j]);
    }
    return result;
}

[[nodiscard]] inline Network<double> sampled(const sigprop::NetworkDesign& design, const NetworkId& id) {
    Network<double> network{design, {}};
    const std::uint64_t d = design.width;
    const std::uint64_t hidden = design.hidden_width == 0 ? 4 * d : design.hidden_width;
    const sigprop::WeightStds& std = design.stds;
    for (std::size_t l = 0; l < design.steps.size(); ++l) {
        const auto square_matrix = [&](double scale, const char* use) {
            return matrix(design, scale, {d, d}, id, l, use);
        };
        if (design.block == sigprop::BlockKind::linear) {
            network.layers.push_back({square_matrix(std.linear, "linear")});
        } else if (design.block == sigprop::BlockKind::mlp || l % 2 == 1) {
            network.layers.push_back(
                {matrix(design, std.hidden, {hidden, d}, id, l, "hidden"),
                 matrix(design, std.hidden_output, {d, hidden}, id, l, "hidden output")});
            if (design.gated) {
                network.layers.back().push_back(matrix(design, std.up, {hidden, d}, id, l, "up"));
            }
        } else {
            network.layers.push_back({square_matrix(std.query_key, "query"),
                                      square_matrix(std.query_key, "key"), square_matrix(std.value, "value"),
                                      square_matrix(std.attention_output, "attention output")});
        }
        // The random streams give m V.
        const std::vector<double> by = multipliers(design, network.layers.back().size());
        for (std::size_t m = 0; m < by.size(); ++m) {
            for (Vector<double>& row : network.layers.back()[m]) row = scaled(row, 1 / by[m]);
        }
    }
    return network;
}

/// One stream for each sequence, of normals; token t has those from t width on.
[[nodiscard]] inline std::vector<Batch<double>> normals(const sigprop::NetworkDesign& design,
                                                        const NetworkId& id, const std::string& use,
                                                        std::size_t tokens) {
    std::vector<Batch<double>> result(design.sequences, Batch<double>(tokens));
    for (std::size_t s = 0; s < design.sequences; ++s) {
        const sigprop::RandomStream stream(
            id.seed, "network " + std::to_string(id.number) + " sequence " + std::to_string(s) + " " + use);
        for (std::size_t t = 0; t < tokens; ++t) {
            for (std::size_t i = 0; i < design.width; ++i) {
                result[s][t].push_back(stream.normal(t * design.width + i));
            }
        }
    }
    return result;
}

/// x_0: sqrt(c) common + sqrt(1 - c) own, then |x_0|^2 = width input_square.
[[nodiscard]] inline Batch<double> sampled_input(const sigprop::NetworkDesign& design, const NetworkId& id) {
    const auto common = normals(design, id, "common", 1);
    const auto own = normals(design, id, "tokens", design.length);
    Batch<double> x;
    for (std::size_t s = 0; s < design.sequences; ++s) {
        for (std::size_t t = 0; t < design.length; ++t) {
            Vector<double> token;
            for (std::size_t i = 0; i < design.width; ++i) {
                token.push_back(std::sqrt(design.token_correlation) * common[s][0][i] +
                                std::sqrt(1 - design.token_correlation) * own[s][t][i]);
            }
            const auto width = static_cast<double>(design.width);
            x.push_back(scaled(token, std::sqrt(width * design.input_square / dot(token, token))));
        }
    }
    return x;
}

/// g, the gradient of the output.
[[nodiscard]] inline Batch<double> sampled_output_gradient(const sigprop::NetworkDesign& design,
                                                           const NetworkId& id) {
    Batch<double> g;
    for (const Batch<double>& sequence : normals(design, id, "gradient", design.length)) {
        g.insert(g.end(), sequence.begin(), sequence.end());
    }
    return g;
}

}  // namespace reference

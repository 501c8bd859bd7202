#pragma once
// Derivatives of a naive network by brute force: one pass of dual numbers for every coordinate of x_l and of
// every weight, or central differences with a bound on their own error.

#include <limits>

#include "tests/models/network/reference_network.hpp"

namespace reference {

[[nodiscard]] inline Vector<Dual> constant(const Vector<double>& x) { return {x.begin(), x.end()}; }
[[nodiscard]] inline Matrix<Dual> constant(const Matrix<double>& x) {
    Matrix<Dual> result;
    for (const Vector<double>& row : x) result.push_back(constant(row));
    return result;
}
[[nodiscard]] inline Stream<Dual> constant(const Stream<double>& stream) {
    Stream<Dual> result{.x = constant(stream.x), .scores = {}};
    for (const auto& sequence : stream.scores) {
        result.scores.emplace_back();
        for (const Matrix<double>& head : sequence) result.scores.back().push_back(constant(head));
    }
    return result;
}
[[nodiscard]] inline Network<Dual> constant(const Network<double>& network) {
    Network<Dual> result{network.design, {}, network.fault, network.paths};
    for (const Layer<double>& layer : network.layers) {
        result.layers.emplace_back();
        for (const Matrix<double>& one : layer) result.layers.back().push_back(constant(one));
    }
    return result;
}

/// The streams before every layer and after the last.
[[nodiscard]] inline std::vector<Stream<double>> streams(const Network<double>& network,
                                                         const Batch<double>& x_0) {
    std::vector<Stream<double>> result = {{.x = x_0, .scores = {}}};
    for (std::size_t layer = 0; layer < network.design.steps.size(); ++layer) {
        StepView view;
        result.push_back(next(network, layer, result.back(), view));
    }
    return result;
}

/// dL/dx_layer, by one dual pass for each coordinate.
[[nodiscard]] inline Batch<double> gradient(const Network<double>& network, std::size_t layer,
                                            const Stream<double>& at, const Batch<double>& g) {
    const Network<Dual> dual = constant(network);
    Stream<Dual> stream = constant(at);
    Batch<double> result(at.x.size());
    for (std::size_t t = 0; t < at.x.size(); ++t) {
        for (Dual& one : stream.x[t]) {
            one.slope = 1;
            result[t].push_back(loss(g, output(dual, layer, stream)).slope);
            one.slope = 0;
        }
    }
    return result;
}

/// dL/dW of all weights of one layer, by one dual pass for each weight.
[[nodiscard]] inline Layer<double> weight_gradients(const Network<double>& network, std::size_t layer,
                                                    const Stream<double>& at, const Batch<double>& g) {
    Network<Dual> dual = constant(network);
    const Stream<Dual> stream = constant(at);
    Layer<double> result = network.layers[layer];
    for (std::size_t m = 0; m < result.size(); ++m) {
        for (std::size_t i = 0; i < result[m].size(); ++i) {
            for (std::size_t j = 0; j < result[m][i].size(); ++j) {
                Dual& weight = dual.layers[layer][m][i][j];
                weight.slope = 1;
                result[m][i][j] = loss(g, output(dual, layer, stream)).slope;
                weight.slope = 0;
            }
        }
    }
    return result;
}

[[nodiscard]] inline double square(const Matrix<double>& x) {
    double sum = 0;
    for (const Vector<double>& row : x) sum += dot(row, row);
    return sum;
}
[[nodiscard]] inline double square(const Layer<double>& weights) {
    double sum = 0;
    for (const Matrix<double>& one : weights) sum += square(one);
    return sum;
}

struct Difference {
    Batch<double> gradient;
    double error = 0;  ///< a bound of |gradient - dL/dx|, from two step sizes and the rounding of L
};

/// dL/dx_layer by central differences with the step h. A step of 2 h shows four times the truncation error
/// (and any kink inside that step); |L| is known to some ulps of sum |g f|.
[[nodiscard]] inline Difference difference(const Network<double>& network, std::size_t layer,
                                           const Stream<double>& at, const Batch<double>& g,
                                           double h = 1e-5) {
    Stream<double> moved = at;
    const Batch<double> f = output(network, layer, at);
    double size = 0;
    for (std::size_t t = 0; t < f.size(); ++t) size += std::sqrt(dot(f[t], f[t]) * dot(g[t], g[t]));
    const double rounding = 64 * std::numeric_limits<double>::epsilon() * size / h;
    Difference result{Batch<double>(at.x.size())};
    double error_square = 0;
    for (std::size_t t = 0; t < at.x.size(); ++t) {
        for (std::size_t i = 0; i < at.x[t].size(); ++i) {
            const auto slope = [&](double step) {
                moved.x[t][i] = at.x[t][i] + step;
                const double above = loss(g, output(network, layer, moved));
                moved.x[t][i] = at.x[t][i] - step;
                const double below = loss(g, output(network, layer, moved));
                moved.x[t][i] = at.x[t][i];
                return (above - below) / (2 * step);
            };
            result.gradient[t].push_back(slope(h));
            const double error = std::abs(slope(2 * h) - result.gradient[t].back()) + rounding;
            error_square += error * error;
        }
    }
    result.error = std::sqrt(error_square);
    return result;
}

}  // namespace reference

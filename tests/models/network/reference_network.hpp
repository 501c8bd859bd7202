#pragma once
// A naive network: explicit weights, one residual step after another,
//
//     n = input_scale Norm(x),  y = skip x + branch F(n),  x' = Norm(y)      (each Norm where the step has
//     it)
//
// and the norm of the last x where the design has it. F is W n, or W2 f(W1 n), or W2 (f(W1 n) * V n),
// or attention. The stream is x together with the logits that RealFormer passes on; a gradient at layer l
// moves x_l and leaves the logits of earlier layers unchanged.

#include <optional>

#include "core/formula/evaluator.hpp"

#include "tests/models/network/reference_attention.hpp"

namespace reference {

template <class Scalar>
using Layer = std::vector<Matrix<Scalar>>;  ///< W; W1, W2; W1, W2, V; or Q, K, V, O: what an optimiser sees

template <class Scalar>
struct Stream {
    Batch<Scalar> x;
    Scores<Scalar> scores;
};

/// Observations of one step.
struct StepView {
    std::vector<double> skip_factors;  ///< for each token: x' = factor x + …
    AttentionView attention;
};

/// Which of the two paths through a step the derivative follows.
enum class Path : std::uint8_t { both, skip, branch };

template <class Scalar>
struct Network {
    sigprop::NetworkDesign design;
    std::vector<Layer<Scalar>> layers;
    Fault fault = Fault::none;
    std::vector<Path> paths = {};  ///< one for each layer; empty: both everywhere
};

template <class Scalar>
[[nodiscard]] bool is_attention(const Network<Scalar>& network, std::size_t layer) {
    return network.layers[layer].size() == 4;
}

/// What each matrix of a layer is multiplied by, in their order.
[[nodiscard]] inline std::vector<double> multipliers(const sigprop::NetworkDesign& design,
                                                     std::size_t matrices) {
    const sigprop::WeightMultipliers& by = design.multipliers;
    if (matrices == 4) return {by.query, by.key, by.value, by.attention_output};
    if (matrices == 3) return {by.hidden, by.hidden_output, by.up};
    if (matrices == 2) return {by.hidden, by.hidden_output};
    return {by.linear};
}

/// The matrices that forward sees, m V.
template <class Scalar>
[[nodiscard]] Layer<Scalar> multiplied(const sigprop::NetworkDesign& design, Layer<Scalar> weights) {
    const std::vector<double> by = multipliers(design, weights.size());
    for (std::size_t m = 0; m < weights.size(); ++m) {
        for (Vector<Scalar>& row : weights[m]) row = scaled(row, by[m]);
    }
    return weights;
}

/// gate * up, entry by entry.
template <class Scalar>
[[nodiscard]] Batch<Scalar> gated(Batch<Scalar> gate, Batch<Scalar> up, Fault fault) {
    for (std::size_t t = 0; t < gate.size(); ++t) {
        if (fault == Fault::up_path) up[t] = slopes_scaled(up[t], 0);
        if (fault == Fault::gate_path) gate[t] = slopes_scaled(gate[t], 0);
        for (std::size_t i = 0; i < gate[t].size(); ++i) gate[t][i] = gate[t][i] * up[t][i];
    }
    return gate;
}

template <class Scalar>
[[nodiscard]] Batch<Scalar> branch_of(const Network<Scalar>& network, std::size_t layer,
                                      const Batch<Scalar>& in, Scores<Scalar>& scores, AttentionView& view) {
    const Layer<Scalar> w = multiplied(network.design, network.layers[layer]);
    if (w.size() == 4) {
        const AttentionWeights<Scalar> weights{w[0], w[1], w[2], w[3]};
        return attention(network.design, in, weights, scores, network.fault, view);
    }
    Batch<Scalar> hidden = times_each(w[0], in);
    if (w.size() == 1) return hidden;
    sigprop::Evaluator<Scalar> activation(network.design.activation);
    for (Vector<Scalar>& token : hidden) {
        for (Scalar& one : token) one = activation(one);
    }
    if (w.size() == 3) hidden = gated(hidden, times_each(w[2], in), network.fault);
    return times_each(w[1], hidden);
}

/// skip x + branch F for one token.
template <class Scalar>
[[nodiscard]] Vector<Scalar> residual_sum(const Network<Scalar>& network, std::size_t layer,
                                          const Vector<Scalar>& x, const Vector<Scalar>& branch) {
    const sigprop::ResidualStep<double>& step = network.design.steps[layer];
    Vector<Scalar> kept = scaled(x, step.skip);
    Vector<Scalar> added = scaled(branch, step.branch);
    if (network.fault == Fault::branch_scale) added = slopes_replaced(added, branch);
    if (network.fault == Fault::skip_scale) kept = slopes_replaced(kept, x);
    const Path path = network.paths.empty() ? Path::both : network.paths[layer];
    if (path == Path::branch || network.fault == Fault::skip_path) kept = slopes_scaled(kept, 0);
    if (path == Path::skip) added = slopes_scaled(added, 0);
    for (std::size_t i = 0; i < x.size(); ++i) kept[i] = kept[i] + added[i];
    return kept;
}

/// The branch's input for one token.
template <class Scalar>
[[nodiscard]] Vector<Scalar> branch_input(const Network<Scalar>& network, std::size_t layer,
                                          const Vector<Scalar>& x) {
    const sigprop::ResidualStep<double>& step = network.design.steps[layer];
    Vector<Scalar> n = x;
    if (step.normalises_input) n = normalised(x, network.design.norm, network.fault).y;
    const Vector<Scalar> result = scaled(n, step.input_scale);
    return network.fault == Fault::input_scale ? slopes_replaced(result, n) : result;
}

/// One residual addition.
template <class Scalar>
[[nodiscard]] Stream<Scalar> next(const Network<Scalar>& network, std::size_t layer,
                                  const Stream<Scalar>& stream, StepView& view) {
    const sigprop::ResidualStep<double>& step = network.design.steps[layer];
    Batch<Scalar> in;
    for (const Vector<Scalar>& x : stream.x) in.push_back(branch_input(network, layer, x));
    Stream<Scalar> result{.x = {}, .scores = stream.scores};
    Batch<Scalar> branch = branch_of(network, layer, in, result.scores, view.attention);
    for (std::size_t t = 0; t < in.size(); ++t) {
        if (step.normalises_branch) {
            branch[t] = normalised(branch[t], network.design.norm, network.fault).y;
        }
        const Vector<Scalar> sum = residual_sum(network, layer, stream.x[t], branch[t]);
        view.skip_factors.push_back(step.skip);
        if (!step.normalises_sum) {
            result.x.push_back(sum);
            continue;
        }
        const Normalised<Scalar> norm = normalised(sum, network.design.norm, network.fault);
        view.skip_factors.back() *= norm.factor;
        const double root = network.fault == Fault::sum_norm_root ? std::sqrt(2.0) : 1;
        result.x.push_back(slopes_scaled(norm.y, root));
    }
    return result;
}

/// f: from the stream before `layer` to the network's output.
template <class Scalar>
[[nodiscard]] Batch<Scalar> output(const Network<Scalar>& network, std::size_t layer, Stream<Scalar> stream) {
    for (; layer < network.design.steps.size(); ++layer) {
        StepView view;
        stream = next(network, layer, stream, view);
    }
    if (!network.design.final_norm) return stream.x;
    for (Vector<Scalar>& x : stream.x) {
        const Vector<Scalar> y = normalised(x, network.design.norm, network.fault).y;
        x = network.fault == Fault::final_norm ? slopes_replaced(y, x) : y;
    }
    return stream.x;
}

/// L = <g, f>.
template <class Scalar>
[[nodiscard]] Scalar loss(const Batch<double>& g, const Batch<Scalar>& f) {
    Scalar sum = 0;
    for (std::size_t t = 0; t < f.size(); ++t) {
        for (std::size_t i = 0; i < f[t].size(); ++i) sum = sum + Scalar(g[t][i]) * f[t][i];
    }
    return sum;
}

}  // namespace reference

#pragma once
// Small designs that together use every feature of a network: every scheme's steps as in its paper, every
// residual block, both norms.

#include <cmath>
#include <string>
#include <vector>

#include "models/network/network.hpp"

namespace reference {

struct Scheme {
    std::string name;
    std::vector<sigprop::ResidualStep<double>> steps;
    bool final_norm = false;
};

/// The steps of a scheme from one rule, which gives layer l (from 0) of `layers`.
template <class Rule>
[[nodiscard]] Scheme scheme(std::string name, bool final_norm, std::size_t layers, const Rule& rule) {
    Scheme result{std::move(name), {}, final_norm};
    for (std::size_t l = 0; l < layers; ++l) {
        sigprop::ResidualStep<double> step;
        rule(step, static_cast<double>(l));
        result.steps.push_back(step);
    }
    return result;
}

[[nodiscard]] inline std::vector<Scheme> schemes(std::size_t layers) {
    using Step = sigprop::ResidualStep<double>;
    const auto count = static_cast<double>(layers);
    return {
        scheme("pre_norm", true, layers, [](Step& step, double) { step.normalises_input = true; }),
        scheme("post_norm", false, layers, [](Step& step, double) { step.normalises_sum = true; }),
        scheme("sandwich", true, layers,
               [](Step& step, double) { step.normalises_input = step.normalises_branch = true; }),
        scheme("layer_norm_scaling", true, layers,
               [](Step& step, double l) {
                   step.normalises_input = true;
                   step.input_scale = 1 / std::sqrt(l + 1);
               }),
        scheme("skip_init", false, layers,
               [&](Step& step, double l) { step.branch = (l + 1) / (2 * count); }),
        scheme("deep_norm", false, layers,
               [&](Step& step, double) {
                   step.skip = std::pow(count, 0.25);  // (2 blocks)^(1/4)
                   step.normalises_sum = true;
               }),
        scheme("ngpt", false, layers,
               [](Step& step, double) {
                   step.normalises_branch = step.normalises_sum = true;
                   step.skip = 0.7;
                   step.branch = 0.3;
               }),
        // From no paper: different steps in every layer; every factor and every norm at once.
        scheme("mixed", true, layers,
               [](Step& step, double l) {
                   const auto number = static_cast<unsigned>(l);
                   step = {number % 2 == 1, 1.2, number % 4 >= 2, 0.9, 1.1, number % 3 == 0};
               }),
        scheme("everything", true, layers,
               [](Step& step, double l) {
                   step = {true, 0.8 + 0.1 * l, true, 1.1 - 0.2 * l, 0.6 + 0.1 * l, true};
               }),
    };
}

struct Block {
    std::string name;
    sigprop::BlockKind kind;
    sigprop::Formula activation = sigprop::relu(sigprop::Formula::variable());
    bool causal = false;
    bool adds_scores = false;
    bool gated = false;
};

[[nodiscard]] inline sigprop::Formula gelu() {
    const sigprop::Formula x = sigprop::Formula::variable();
    return x * normal_cdf(x);
}

[[nodiscard]] inline sigprop::Formula silu() {
    const sigprop::Formula x = sigprop::Formula::variable();
    return x / (1 + exp(-x));
}

[[nodiscard]] inline std::vector<Block> blocks() {
    using sigprop::BlockKind;
    const sigprop::Formula x = sigprop::Formula::variable();
    return {
        {"linear", BlockKind::linear},
        {"mlp relu", BlockKind::mlp},
        {"mlp tanh", BlockKind::mlp, tanh(x)},
        {"mlp gelu", BlockKind::mlp, gelu()},
        {"transformer", BlockKind::transformer, gelu()},
        {"causal transformer", BlockKind::transformer, tanh(x), true},
        {"RealFormer", BlockKind::transformer, gelu(), false, true},
        {"causal RealFormer", BlockKind::transformer, tanh(x), true, true},
        {"mlp SwiGLU", BlockKind::mlp, silu(), false, false, true},
        {"mlp ReGLU", BlockKind::mlp, relu(x), false, false, true},
        {"transformer GeGLU", BlockKind::transformer, gelu(), false, false, true},
    };
}

/// Two sequences of three correlated tokens, with scores large enough that the softmax is not flat.
[[nodiscard]] inline sigprop::NetworkDesign design(const Scheme& scheme, const Block& block,
                                                   const sigprop::TokenNorm& norm) {
    sigprop::NetworkDesign design;
    design.steps = scheme.steps;
    design.final_norm = scheme.final_norm;
    design.norm = norm;
    design.block = block.kind;
    design.width = 8;
    design.hidden_width = 20;  // with fewer relus all may be dead, and a branch of zeros has no norm
    design.heads = block.kind == sigprop::BlockKind::transformer ? 2 : 1;
    design.causal = block.causal;
    design.adds_scores = block.adds_scores;
    design.activation = block.activation;
    design.gated = block.gated;
    design.stds = {.linear = 0.35,
                   .query_key = 0.6,
                   .value = 0.4,
                   .attention_output = 0.35,
                   .hidden = 0.4,
                   .hidden_output = 0.3,
                   .up = block.gated ? 0.45 : 0};
    design.sequences = 2;
    design.length = 3;
    design.input_square = 1.3;
    design.token_correlation = 0.4;
    design.double_precision = true;
    return design;
}

/// Calls test(design, name) for every combination.
template <class Test>
void for_every_design(std::size_t layers, const Test& test) {
    for (const Block& block : blocks()) {
        for (const Scheme& scheme : schemes(layers)) {
            using enum sigprop::NormKind;
            for (const sigprop::TokenNorm& norm : {sigprop::TokenNorm(rms_norm), {layer_norm, 0.125}}) {
                test(design(scheme, block, norm),
                     block.name + ", " + scheme.name +
                         (norm.kind == rms_norm ? ", RMSNorm" : ", LayerNorm with epsilon"));
            }
        }
    }
}

}  // namespace reference

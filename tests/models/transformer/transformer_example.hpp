#pragma once
// A small Transformer as a test takes it: its design, the name of its activation, its batch.

#include "tests/support/reference_transformer.hpp"

namespace transformer_test {

using namespace sigprop;
namespace reference = reference_transformer;

struct Example {
    std::string name;
    Architecture design{};
    std::string activation = "gelu";
    bool scores_all = true;  ///< whether every position has a target
};

/// The formula that the naive network knows by the same name.
[[nodiscard]] inline Formula formula_of(const std::string& activation) {
    const Formula x = Formula::variable();
    if (activation == "relu") return relu(x);
    if (activation == "gelu") return x * normal_cdf(x);
    if (activation == "silu") return x * sigmoid(x);
    if (activation == "tanh") return tanh(x);
    throw std::logic_error("no activation " + activation);
}

inline void set_steps(Architecture& design, const ResidualStep<double>& step) {
    design.steps.assign(4, step);
    // Steps differ, so that one taken for another shows.
    for (std::size_t l = 0; l < design.steps.size(); ++l) {
        if (design.steps[l].branch != 0) design.steps[l].branch *= 1 - 0.1 * static_cast<double>(l);
    }
}

/// Two blocks before the norms of which nothing is scaled, in the form of most causal language models.
[[nodiscard]] inline Example base(std::string name) {
    Example example{std::move(name)};
    Architecture& design = example.design;
    design.steps.assign(4, {.normalises_input = true});
    design.norm.epsilon = 0.02;  // large enough to be seen in the twelfth digit, and in the third
    design.width = 8;
    design.heads = 2;
    design.hidden_width = 10;
    design.vocabulary = 11;
    design.max_length = 9;
    for (WeightStart& start : design.starts) start.std = 0.3;
    return example;
}

/// Two sequences of six tokens, every third position without target unless all are scored.
[[nodiscard]] inline TokenBatch batch_of(const Example& example, std::uint64_t sequences = 2,
                                         std::uint64_t length = 6) {
    TokenBatch batch{.sequences = sequences, .length = length, .tokens = {}, .targets = {}};
    const RandomStream stream(17, "batch");
    for (std::uint64_t k = 0; k < sequences * length; ++k) {
        batch.tokens.push_back(static_cast<std::uint32_t>(stream.bits(k, 0) % example.design.vocabulary));
        const bool is_scored = example.scores_all || k % 3 != 1;
        const auto target = static_cast<std::int32_t>(stream.bits(k, 1) % example.design.vocabulary);
        batch.targets.push_back(is_scored ? target : -1);
    }
    return batch;
}

}  // namespace transformer_test

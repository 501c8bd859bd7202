#pragma once
// Small Transformers with a norm inside the feed-forward networks, before the activation and behind it.

#include "tests/models/transformer/transformer_example.hpp"

namespace transformer_test {

/// "hidden batch_norm before silu, gated": every norm at both places, batch_norm in plain and gated units.
[[nodiscard]] inline std::vector<Example> hidden_norm_examples() {
    using enum HiddenNorm;
    struct Row {
        const char* name;
        TransformerNorm kind;
        HiddenNorm place;
        bool gated = false;
    };
    const std::vector<Row> rows = {
        {"hidden rms_norm before", TransformerNorm::rms_norm, before_activation},
        {"hidden rms_norm after, gated", TransformerNorm::rms_norm, after_activation, true},
        {"hidden layer_norm before, gated", TransformerNorm::layer_norm, before_activation, true},
        {"hidden layer_norm after", TransformerNorm::layer_norm, after_activation},
        {"hidden group_norm before", TransformerNorm::group_norm, before_activation},
        {"hidden group_norm after, gated", TransformerNorm::group_norm, after_activation, true},
        {"hidden batch_norm before", TransformerNorm::batch_norm, before_activation},
        {"hidden batch_norm after", TransformerNorm::batch_norm, after_activation},
        {"hidden batch_norm before, gated", TransformerNorm::batch_norm, before_activation, true},
        {"hidden batch_norm after, gated", TransformerNorm::batch_norm, after_activation, true},
        {"hidden dyt before, gated", TransformerNorm::dyt, before_activation, true},
        {"hidden dyt after", TransformerNorm::dyt, after_activation},
        {"hidden dyisru before", TransformerNorm::dyisru, before_activation},
        {"hidden dyisru after, gated", TransformerNorm::dyisru, after_activation, true},
        {"hidden norm of nothing", TransformerNorm::none, after_activation, true}};
    std::vector<Example> result;
    for (const Row& row : rows) {
        Example example = base(row.name);
        example.activation = row.gated ? "silu" : "gelu";
        Architecture& design = example.design;
        design.hidden_norm = row.place;
        design.gated = row.gated;
        design.norm.kind = row.kind;
        design.norm.groups = row.kind == TransformerNorm::group_norm ? 2 : 1;
        design.norm.start = row.kind == TransformerNorm::dyisru ? 0.9 : 0.6;
        // Gain, bias, both and neither; epsilon at both places; linear maps with biases and without.
        design.norm.gain = result.size() % 4 != 3;
        design.norm.bias = result.size() % 3 != 1;
        design.biases = result.size() % 2 == 1;
        design.norm.epsilon_place =
            result.size() % 4 < 2 ? EpsilonPlace::inside_root : EpsilonPlace::outside_root;
        result.push_back(example);
    }
    return result;
}

}  // namespace transformer_test

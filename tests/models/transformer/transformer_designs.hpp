#pragma once
// Small Transformers that between them use every choice of models/transformer/architecture.hpp.

#include "tests/models/transformer/attention_examples.hpp"
#include "tests/models/transformer/block_examples.hpp"
#include "tests/models/transformer/hidden_norm_examples.hpp"
#include "tests/models/transformer/norm_examples.hpp"

namespace transformer_test {

[[nodiscard]] inline std::vector<Example> other_examples() {
    using Change = void (*)(Example&);
    const std::vector<std::pair<const char*, Change>> changes = {
        {"relu, hidden width by default",
         [](Example& e) {
             e.activation = "relu";
             e.design.width = 10;  // two heads of 5 cannot turn pairs: no rotary positions
             e.design.positions = Positions::none;
             e.design.hidden_width = 0;
         }},
        {"gated silu",
         [](Example& e) {
             e.activation = "silu";
             e.design.gated = true;
         }},
        {"gated tanh with biases",
         [](Example& e) {
             e.activation = "tanh";
             e.design.gated = e.design.biases = true;
         }},
        {"biases without positions",
         [](Example& e) {
             e.design.biases = true;
             e.design.positions = Positions::none;
         }},
        {"learned positions",
         [](Example& e) {
             e.design.positions = Positions::learned;
             e.design.embedding_scale = 1.7;
         }},
        {"sinusoidal positions, odd width",
         [](Example& e) {
             e.design.positions = Positions::sinusoidal;
             e.design.embedding_scale = 0.6;
             e.design.width = 9;
             e.design.head_width = 3;
         }},
        {"tied",
         [](Example& e) {
             e.design.tied = true;
             e.design.output_multiplier = 0.6;
         }},
        {"tied with multipliers, learned positions",
         [](Example& e) {
             e.design.tied = true;
             e.design.positions = Positions::learned;
             e.design.output_multiplier = 1.4;
             e.design.embedding_scale = 2.2;
             e.design.start(WeightRole::embedding).multiplier = 0.5;
             e.design.start(WeightRole::position).multiplier = 3;
             e.design.start(WeightRole::head).multiplier = 0.8;
         }},
        {"multipliers of all roles, gated",
         [](Example& e) {
             for (std::size_t i = 0; i < weight_role_count; ++i) {
                 e.design.starts[i].multiplier = 0.3 + 0.4 * static_cast<double>(i);
             }
             e.design.positions = Positions::learned;
             e.design.gated = e.design.biases = true;
         }},
        {"BERT",
         [](Example& e) {
             set_steps(e.design, {.normalises_sum = true});
             e.design.embedding_norm = true;
             e.design.final_norm = false;
             e.design.norm.kind = TransformerNorm::layer_norm;
             e.design.norm.bias = e.design.biases = true;
             e.design.causal = false;
             e.design.positions = Positions::learned;
             e.scores_all = false;
         }},
        {"norm of the embedding, dyt",
         [](Example& e) {
             e.design.embedding_norm = true;
             e.design.norm.kind = TransformerNorm::dyt;
         }},
        {"norm of the embedding, batch_norm",
         [](Example& e) {
             e.design.embedding_norm = true;
             e.design.norm.kind = TransformerNorm::batch_norm;
             e.design.norm.bias = true;
             e.scores_all = false;
         }},
        {"branch gain, one number",
         [](Example& e) {
             set_steps(e.design, {.normalises_input = true, .branch = 0.7});
             e.design.branch_gain = BranchGain::scalar;
         }},
        {"branch gain, one number from 0",
         [](Example& e) {
             set_steps(e.design, {.normalises_branch = true, .branch = 0});
             e.design.branch_gain = BranchGain::scalar;
         }},
        {"branch gain by feature",
         [](Example& e) {
             set_steps(e.design,
                       {.normalises_branch = true, .skip = 0.9, .branch = 0.7, .normalises_sum = true});
             e.design.branch_gain = BranchGain::feature;
         }},
        {"branch gain by feature from 0",
         [](Example& e) {
             set_steps(e.design, {.normalises_input = true, .branch = 0});
             e.design.branch_gain = BranchGain::feature;
         }},
        {"partly scored", [](Example& e) { e.scores_all = false; }},
        {"epsilon outside, no final norm",
         [](Example& e) {
             e.design.norm.epsilon_place = EpsilonPlace::outside_root;
             e.design.final_norm = false;
             e.design.output_multiplier = 0.5;
         }},
        {"qk_norm, layer_norm, epsilon outside",
         [](Example& e) {
             e.design.norm.kind = TransformerNorm::layer_norm;
             e.design.norm.epsilon_place = EpsilonPlace::outside_root;
             e.design.scores = ScoreKind::qk_norm;
         }},
        {"dense before the head",
         [](Example& e) {
             e.design.head_transform = HeadTransform::dense;
             e.design.start(WeightRole::head_dense).multiplier = 0.7;
         }},
        {"dense and norm before the head, tied",
         [](Example& e) {
             e.design.head_transform = HeadTransform::dense_norm;
             e.design.norm.kind = TransformerNorm::layer_norm;
             e.design.norm.bias = e.design.biases = e.design.tied = true;
             e.design.final_norm = false;
             e.scores_all = false;
         }},
        {"dense and batch_norm before the head",
         [](Example& e) {
             e.design.head_transform = HeadTransform::dense_norm;
             e.design.norm.kind = TransformerNorm::batch_norm;
         }},
        {"dyt with its root",
         [](Example& e) {
             e.design.norm.kind = TransformerNorm::dyt;
             e.design.norm.root = SubstituteRoot::outside;
             e.design.norm.bias = true;
         }},
        {"dyisru with its root, hidden norm",
         [](Example& e) {
             e.design.norm.kind = TransformerNorm::dyisru;
             e.design.norm.root = SubstituteRoot::outside;
             e.design.hidden_norm = HiddenNorm::after_activation;
             e.design.norm.start = 0.9;
         }},
        {"dyt with its root in the gain",
         [](Example& e) {
             e.design.norm.kind = TransformerNorm::dyt;
             e.design.norm.root = SubstituteRoot::in_gain;
         }},
        {"unlike blocks",
         [](Example& e) {
             e.design.steps[1] = {.normalises_branch = true, .branch = 0.5};
             e.design.steps[2] = {.skip = 0.7, .normalises_sum = true};
         }},
    };
    std::vector<Example> result;
    for (const auto& [name, change] : changes) {
        Example example = base(name);
        change(example);
        result.push_back(example);
    }
    return result;
}

[[nodiscard]] inline std::vector<Example> all_examples() {
    std::vector<Example> result;
    for (const auto& some : {norm_examples(), attention_examples(), hidden_norm_examples(), block_examples(),
                             other_examples()}) {
        result.insert(result.end(), some.begin(), some.end());
    }
    for (Example& example : result) example.design.activation = formula_of(example.activation);
    return result;
}

[[nodiscard]] inline Example example_named(const std::string& name) {
    for (const Example& one : all_examples()) {
        if (one.name == name) return one;
    }
    throw std::logic_error("no example " + name);
}

}  // namespace transformer_test

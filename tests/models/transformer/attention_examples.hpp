#pragma once
// Small Transformers with every kind of score, mask and head.

#include "tests/models/transformer/transformer_example.hpp"

namespace transformer_test {

[[nodiscard]] inline std::vector<Example> attention_examples() {
    using Change = void (*)(Architecture&);
    const std::vector<std::pair<const char*, Change>> changes = {
        {"unscaled scores", [](Architecture& d) { d.scores = ScoreKind::unscaled; }},
        {"scores of a set scale", [](Architecture& d) { d.score_scale = 0.9; }},
        {"qk_norm",
         [](Architecture& d) {
             d.scores = ScoreKind::qk_norm;
             d.biases = true;
         }},
        {"qk_norm without gain, of a set scale",
         [](Architecture& d) {
             d.scores = ScoreKind::qk_norm;
             d.norm.gain = false;
             d.score_scale = 1.3;
         }},
        {"softcap",
         [](Architecture& d) {
             d.scores = ScoreKind::softcap;
             d.cap = 1.5;
         }},
        {"softcap of a set scale, both ways",
         [](Architecture& d) {
             d.scores = ScoreKind::softcap;
             d.cap = 2;
             d.score_scale = 1.1;
             d.causal = false;
         }},
        {"log_n",
         [](Architecture& d) {
             d.scores = ScoreKind::log_n;
             d.log_base = 3;
         }},
        {"log_n in a window, both ways",
         [](Architecture& d) {
             d.scores = ScoreKind::log_n;
             d.log_base = 4;
             d.score_scale = 0.8;
             d.window = 3;
             d.causal = false;
         }},
        {"realformer", [](Architecture& d) { d.scores = ScoreKind::realformer; }},
        {"realformer in a window, grouped",
         [](Architecture& d) {
             d.scores = ScoreKind::realformer;
             d.kv_heads = 1;
             d.window = 3;
         }},
        {"cosine", [](Architecture& d) { d.scores = ScoreKind::cosine; }},
        {"cosine of a set scale, both ways, biases",
         [](Architecture& d) {
             d.scores = ScoreKind::cosine;
             d.score_scale = 2.5;
             d.causal = false;
             d.biases = true;
         }},
        {"both ways", [](Architecture& d) { d.causal = false; }},
        {"causal window", [](Architecture& d) { d.window = 2; }},
        {"window both ways",
         [](Architecture& d) {
             d.window = 2;
             d.causal = false;
         }},
        {"grouped queries",
         [](Architecture& d) {
             d.width = 12;
             d.heads = 4;
             d.kv_heads = 2;
             d.head_width = 4;
             d.rotary_base = 50;
         }},
        {"narrow heads",
         [](Architecture& d) {
             d.head_width = 2;
             d.biases = true;
         }},
        {"wide heads, odd width",
         [](Architecture& d) {
             d.width = 7;
             d.heads = 3;
             d.head_width = 6;
             d.rotary_base = 7;
         }},
    };
    std::vector<Example> result;
    for (const auto& [name, change] : changes) {
        Example example = base(name);
        change(example.design);
        result.push_back(example);
    }
    return result;
}

}  // namespace transformer_test

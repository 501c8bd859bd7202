#pragma once
// Small Transformers as today's families build them: parallel blocks, experts, patterns by layer, ALiBi,
// norms of queries and keys beside other scores, partial rotation, token types, biases in some places.

#include "tests/models/transformer/transformer_example.hpp"

namespace transformer_test {

/// Feed-forward networks read what attention reads.
inline void share_norm(Architecture& design) {
    design.parallel = ParallelBlocks::one_norm;
    for (std::size_t l = 1; l < design.steps.size(); l += 2) design.steps[l].normalises_input = false;
}

[[nodiscard]] inline std::vector<Example> block_examples() {
    using Change = void (*)(Architecture&);
    const std::vector<std::pair<const char*, Change>> changes = {
        {"parallel, two norms", [](Architecture& d) { d.parallel = ParallelBlocks::two_norms; }},
        {"parallel, two norms, branch norms, learned factors",
         [](Architecture& d) {
             set_steps(
                 d, {.normalises_input = true, .input_scale = 0.8, .normalises_branch = true, .branch = 0.7});
             d.parallel = ParallelBlocks::two_norms;
             d.branch_gain = BranchGain::feature;
         }},
        {"parallel, no norm before",
         [](Architecture& d) {
             set_steps(d, {.input_scale = 0.7, .branch = 0.6});
             d.parallel = ParallelBlocks::two_norms;
         }},
        {"parallel, one norm",
         [](Architecture& d) {
             set_steps(d, {.normalises_input = true, .input_scale = 0.7, .branch = 0.6});
             share_norm(d);
             d.norm.kind = TransformerNorm::layer_norm;
         }},
        {"parallel, one norm of the batch, gated experts",
         [](Architecture& d) {
             share_norm(d);
             d.norm.kind = TransformerNorm::batch_norm;
             d.gated = true;
             d.experts = {.count = 3, .active = 2};
         }},
        {"experts",
         [](Architecture& d) {
             d.experts = {.count = 4, .active = 2};
             d.start(WeightRole::router).multiplier = 1.5;
         }},
        {"experts of a plain gate, biases, shared",
         [](Architecture& d) {
             d.experts = {.count = 4, .active = 2, .shared = 2, .gate = ExpertGate::plain};
             d.biases = d.gated = true;
         }},
        {"one expert of many", [](Architecture& d) { d.experts = {.count = 9, .active = 1}; }},
        {"one expert of a plain gate",
         [](Architecture& d) { d.experts = {.count = 3, .active = 1, .gate = ExpertGate::plain}; }},
        {"all experts", [](Architecture& d) { d.experts = {.count = 3, .active = 3, .shared = 1}; }},
        {"windows and bases by layer",
         [](Architecture& d) {
             d.pattern = {{.window = 2, .rotary_base = 10}, {.window = 0, .rotary_base = 500}};
         }},
        {"windows by layer, both ways",
         [](Architecture& d) {
             d.pattern = {{.window = 3}, {.window = 2}};
             d.causal = false;
             d.positions = Positions::none;
         }},
        {"alibi", [](Architecture& d) { d.positions = Positions::alibi; }},
        {"alibi, five heads, both ways",
         [](Architecture& d) {
             d.positions = Positions::alibi;
             d.width = 10;
             d.heads = 5;
             d.causal = false;
         }},
        {"alibi, three heads in a window, cosine",
         [](Architecture& d) {
             d.positions = Positions::alibi;
             d.heads = 3;
             d.head_width = 4;
             d.window = 4;
             d.scores = ScoreKind::cosine;
         }},
        {"part of a head turns",
         [](Architecture& d) {
             d.head_width = 6;
             d.rotary_share = 2.0 / 3;
             d.rotary_base = 30;
         }},
        {"qk_norm and softcap",
         [](Architecture& d) {
             d.scores = ScoreKind::softcap;
             d.cap = 1.5;
             d.query_key_norm = QueryKeyNorm::head;
         }},
        {"qk_norm of the width",
         [](Architecture& d) {
             d.query_key_norm = QueryKeyNorm::width;
             d.heads = 4;
             d.kv_heads = 2;
             d.head_width = 4;
         }},
        {"qk_norm of the width, centred, without gain, realformer",
         [](Architecture& d) {
             d.query_key_norm = QueryKeyNorm::width;
             d.query_key_norm_kind = QueryKeyNormKind::layer_norm;
             d.query_key_gain = false;
             d.scores = ScoreKind::realformer;
         }},
        {"centred qk_norm, epsilon outside",
         [](Architecture& d) {
             d.scores = ScoreKind::qk_norm;
             d.query_key_norm_kind = QueryKeyNormKind::layer_norm;
             d.norm.epsilon_place = EpsilonPlace::outside_root;
             d.norm.gain = false;
             d.query_key_gain = true;
         }},
        {"token types by segment, a norm of the embedding",
         [](Architecture& d) {
             d.token_types = 3;
             d.segments = 2;
             d.embedding_norm = true;
             d.start(WeightRole::token_type).multiplier = 0.7;
         }},
        {"biases of attention",
         [](Architecture& d) {
             d.biases = true;
             d.bias_places = BiasPlaces::attention;
         }},
        {"biases of queries, keys and values",
         [](Architecture& d) {
             d.biases = true;
             d.bias_places = BiasPlaces::query_key_value;
         }},
        {"biases of feed-forward networks, gated",
         [](Architecture& d) {
             d.biases = d.gated = true;
             d.bias_places = BiasPlaces::feed_forward;
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

// What tensors are for, by the names of real libraries.

#include <doctest/doctest.h>

#include <sigprop/core/base/errors.hpp>

#include "measure/model/roles.hpp"

using namespace sigprop;

namespace {

using Shape = std::vector<std::size_t>;

std::string role(const std::string& name, const Shape& shape = {8, 8}) {
    static const RoleRules rules;
    return rules.role_of(name, shape).role;
}

std::string refusal(const std::string& text) {
    try {
        const RoleRules rules(text, "roles.json");
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("transformers: GPT-2, Llama, BERT, T5, mixtures of experts") {
    CHECK(role("transformer.wte.weight") == "embedding");
    CHECK(role("wpe.weight") == "position");
    CHECK(role("h.0.attn.c_attn.weight", {8, 24}) == "query_key_value");
    CHECK(role("h.0.attn.c_proj.weight") == "attention_output");
    CHECK(role("h.0.mlp.c_fc.weight") == "hidden");
    CHECK(role("h.0.mlp.c_proj.weight") == "hidden_output");
    CHECK(role("h.0.ln_1.weight", {8}) == "norm_gain");
    CHECK(role("h.0.attn.bias", {1, 1, 64, 64}) == "other");
    CHECK(role("h.0.attn.c_attn.bias", {24}) == "bias");
    CHECK(role("model.embed_tokens.weight") == "embedding");
    CHECK(role("model.layers.1.self_attn.q_proj.weight") == "query");
    CHECK(role("model.layers.1.self_attn.k_proj.weight") == "key");
    CHECK(role("model.layers.1.self_attn.v_proj.weight") == "value");
    CHECK(role("model.layers.1.self_attn.o_proj.weight") == "attention_output");
    CHECK(role("model.layers.1.self_attn.q_norm.weight", {8}) == "norm_gain");
    CHECK(role("model.layers.1.mlp.gate_proj.weight") == "hidden");
    CHECK(role("model.layers.1.mlp.up_proj.weight") == "up");
    CHECK(role("model.layers.1.mlp.down_proj.weight") == "hidden_output");
    CHECK(role("model.layers.1.input_layernorm.weight", {8}) == "norm_gain");
    CHECK(role("model.layers.1.mlp.gate.weight") == "router");
    CHECK(role("model.layers.1.block_sparse_moe.gate.weight") == "router");
    CHECK(role("model.layers.1.block_sparse_moe.experts.3.w2.weight") == "hidden_output");
    CHECK(role("model.norm.weight", {8}) == "norm_gain");
    CHECK(role("lm_head.weight") == "head");
    CHECK(role("encoder.layer.0.attention.self.query.weight") == "query");
    CHECK(role("encoder.layer.0.attention.output.dense.weight") == "attention_output");
    CHECK(role("encoder.layer.0.intermediate.dense.weight") == "hidden");
    CHECK(role("encoder.layer.0.output.dense.weight") == "hidden_output");
    CHECK(role("embeddings.word_embeddings.weight") == "embedding");
    CHECK(role("embeddings.token_type_embeddings.weight") == "other");
    CHECK(role("embeddings.LayerNorm.weight", {8}) == "norm_gain");
    CHECK(role("pooler.dense.weight") == "head");
    CHECK(role("encoder.block.0.layer.0.SelfAttention.o.weight") == "attention_output");
    CHECK(role("encoder.block.0.layer.1.DenseReluDense.wo.weight") == "hidden_output");
    CHECK(role("encoder.block.0.layer.0.SelfAttention.relative_attention_bias.weight") == "position");
}

TEST_CASE("PyTorch, torchvision, timm, Meta, llama.cpp, Flax, TensorFlow") {
    CHECK(role("layers.0.self_attn.in_proj_weight", {24, 8}) == "query_key_value");
    CHECK(role("layers.0.self_attn.in_proj_bias", {24}) == "bias");
    CHECK(role("layers.0.self_attn.out_proj.weight") == "attention_output");
    CHECK(role("layers.0.linear1.weight") == "hidden");
    CHECK(role("layers.0.linear2.weight") == "hidden_output");
    CHECK(role("layers.0.norm1.weight", {8}) == "norm_gain");
    CHECK(role("weight_hh_l0") == "recurrent");
    CHECK(role("bias_ih_l0", {8}) == "bias");
    CHECK(role("layer1.0.conv1.weight", {8, 8, 3, 3}) == "convolution");
    CHECK(role("layer2.0.downsample.1.weight", {8}) == "norm_gain");
    CHECK(role("bn1.running_var", {8}) == "other");
    CHECK(role("fc.weight") == "head");
    CHECK(role("conv_proj.weight", {8, 3, 16, 16}) == "patch_embedding");
    CHECK(role("class_token", {1, 1, 8}) == "other");
    CHECK(role("encoder.pos_embedding", {1, 197, 8}) == "position");
    CHECK(role("encoder.layers.encoder_layer_0.mlp.0.weight") == "hidden");
    CHECK(role("encoder.layers.encoder_layer_0.mlp.3.weight") == "hidden_output");
    CHECK(role("blocks.0.attn.qkv.weight", {24, 8}) == "query_key_value");
    CHECK(role("blocks.0.attn.proj.weight") == "attention_output");
    CHECK(role("layers.0.attention.wq.weight") == "query");
    CHECK(role("layers.0.attention.wo.weight") == "attention_output");
    CHECK(role("layers.0.feed_forward.w1.weight") == "hidden");
    CHECK(role("layers.0.feed_forward.w3.weight") == "up");
    CHECK(role("blk.0.attn_q.weight") == "query");
    CHECK(role("blk.0.attn_output.weight") == "attention_output");
    CHECK(role("blk.0.ffn_gate_inp.weight") == "router");
    CHECK(role("blk.0.ffn_down.weight") == "hidden_output");
    CHECK(role("token_embd.weight") == "embedding");
    CHECK(role("output.weight") == "head");
    CHECK(role("encoderblock_0/MultiHeadDotProductAttention_1/query/kernel", {8, 2, 4}) == "query");
    CHECK(role("encoderblock_0/MlpBlock_3/Dense_1/kernel") == "hidden_output");
    CHECK(role("Transformer/encoder_norm/scale", {8}) == "norm_gain");
    CHECK(role("bert/encoder/layer_0/attention/self/key/kernel") == "key");
    CHECK(role("bert/encoder/layer_0/output/LayerNorm/beta", {8}) == "bias");
    CHECK(role("something.new.weight") == "other");
}

TEST_CASE("Keras and Flax: statistics are no gains, tables, attention, stacked norms") {
    CHECK(role("bn_conv1/moving_mean", {8}) == "other");
    CHECK(role("batch_normalization_3/moving_variance", {8}) == "other");
    CHECK(role("batch_stats.ResNetBlock_0.BatchNorm_1.mean", {8}) == "other");
    CHECK(role("batch_stats/norm_proj/var", {8}) == "other");
    CHECK(role("norms.2.mean", {8}) == "other");
    CHECK(role("blocks.0.bn.var", {8}) == "other");
    CHECK(role("heads.0.mean", {8}) == "norm_gain");  // of what no rule knows: by its shape
    CHECK(role("batch_normalization_3/gamma", {8}) == "norm_gain");
    CHECK(role("params.ResNetBlock_0.BatchNorm_1.scale", {8}) == "norm_gain");
    CHECK(role("layers.norm.scale", {4, 8}) == "norm_gain");
    CHECK(role("layers.norm.kernel", {4, 8}) == "other");
    CHECK(role("embedding_1/embeddings") == "embedding");
    CHECK(role("Embed_0.embedding") == "embedding");
    CHECK(role("token_embedding/embeddings") == "embedding");
    CHECK(role("pos.embedding") == "position");
    CHECK(role("composite.weight") == "other");
    CHECK(role("multi_head_attention_2/attention_output/kernel", {2, 4, 8}) == "attention_output");
    CHECK(role("blocks.0.mha.out.kernel", {2, 4, 8}) == "attention_output");
    CHECK(role("lstm_1/lstm_cell/recurrent_kernel", {8, 32}) == "recurrent");
}

TEST_CASE("layers are the first number of a name; experts are alike") {
    const auto group = [](const char* name) { return layer_name(name).group; };
    CHECK(group("h.12.attn.c_attn.weight") == "h.*.attn.c_attn.weight");
    CHECK(layer_name("h.12.attn.c_attn.weight").layer == 12);
    CHECK(group("layers.3.experts.5.w1.weight") == "layers.*.experts.*.w1.weight");
    CHECK(group("encoder/layer_7/output/dense/kernel") == "encoder/layer_*/output/dense/kernel");
    CHECK(group("encoder.layers.encoder_layer_2.mlp.3.weight") ==
          "encoder.layers.encoder_layer_*.mlp.3.weight");
    CHECK(group("layer1.0.conv2.weight") == "layer1.*.conv2.weight");
    CHECK(group("MlpBlock_3/Dense_0/kernel") == "MlpBlock_*/Dense_0/kernel");
    CHECK(group("block_3_expand/kernel") == "block_*_expand/kernel");
    CHECK(group("conv2_block13_1_conv/kernel") == "conv2_block*_1_conv/kernel");
    CHECK(layer_name("conv2_block13_1_conv/kernel").layer == 13);
    CHECK(group("expanded_conv_4_project/kernel") == "expanded_conv_*_project/kernel");
    CHECK(group("net_stage_1_block_2_layer_scale/variable") == "net_stage_1_block_*_layer_scale/variable");
    CHECK(group("dense_3/kernel") == "dense_3/kernel");  // the third of its class, and in no block
    CHECK(group("block_3_expand/4/kernel") == "block_*_expand/4/kernel");
    CHECK_FALSE(layer_name("block_99999999999999999999_x").layer);
    CHECK_FALSE(layer_name("wte.weight").layer);
    CHECK_FALSE(layer_name("h.99999999999999999999.x").layer);
    CHECK(group("a..b/") == "a..b/");
}

TEST_CASE("fans of Flax's attention and of stacked experts") {
    const Fans query = fans_of_role("query", {768, 12, 64}, WeightLayout::keras);
    CHECK(query.in == 768);
    CHECK(query.out == 768);
    const Fans output = fans_of_role("attention_output", {12, 32, 768}, WeightLayout::keras);
    CHECK(output.in == 384);
    CHECK(output.out == 768);
    const Fans expert = fans_of_role("hidden", {8, 512, 128}, WeightLayout::torch);
    CHECK(expert.in == 128);
    CHECK(expert.out == 512);
}

TEST_CASE("a user's rules come before those built in, and are refused with their place") {
    const RoleRules rules(
        R"({"roles": [{"pattern": "mixer\\.in", "role": "query_key_value", "layout": "in_out"},
        {"pattern": "wte", "role": "head"}]})",
        "roles.json");
    const TensorRole mixer = rules.role_of("layers.0.mixer.in.weight", {8, 24});
    CHECK(mixer.role == "query_key_value");
    CHECK(mixer.fusion == Fusion::query_key_value);
    CHECK(mixer.layout == WeightLayout::keras);
    CHECK(mixer.rule.find("roles.json") != std::string::npos);
    CHECK(rules.role_of("wte.weight", {8, 8}).role == "head");
    CHECK(rules.role_of("wpe.weight", {8, 8}).role == "position");
    const auto says = [](const std::string& text, const std::string& part) {
        const std::string message = refusal(text);
        CHECK_MESSAGE(message.find(part) != std::string::npos, message);
        CHECK_MESSAGE(message.starts_with("roles.json:"), message);
    };
    says(R"({"roles": [{"pattern": "a", "role": "queri"}]})", "did you mean 'query'?");
    says(R"({"roles": [{"pattern": "a(", "role": "query"}]})", "not a regular expression");
    says(R"({"roles": [{"pattern": "a", "role": "query", "axes": 2}]})", "unknown key 'axes' in a rule");
    says(R"({"roles": [{"pattern": "a", "role": "query", "layout": "torch"}]})",
         "layout 'torch' is unknown; the known ones are in_out, out_in");
    says(R"({"rolls": []})", "unknown key 'rolls' in a file of roles: did you mean 'roles'?");
    says(R"({"roles": [{"role": "query"}]})", "pattern");
    says(R"({"roles": )", "1:");
}

"""Mistakes that leave a tensor its kind of law and give it another std."""

from __future__ import annotations

import math

from mistakes import NUMBER, Plan, RecipeModel, mistake, normal, times, with_law

BOTH = r"(attn|mlp)\.c_proj\.weight$"


@mistake("residual_scaling_forgotten", "gpt2", "The projections into the stream are not scaled by 1/sqrt(2L).",
         "std is sqrt(2L) times what it should be: the residual scaling is missing", (NUMBER, ("residual", "depth")))
def _(model: RecipeModel) -> Plan:
    return with_law(model, BOTH, times(math.sqrt(2 * model.sizes["layers"])))


@mistake("residual_scaling_twice", "gpt2", "The projections are scaled by 1/sqrt(2L) in the module and in the model.",
         "std is 1/sqrt(2L) times what it should be: the residual scaling is applied twice", (NUMBER, ("residual", "depth")))
def _(model: RecipeModel) -> Plan:
    return with_law(model, BOTH, times(1 / math.sqrt(2 * model.sizes["layers"])))


@mistake("residual_scaling_by_blocks", "gpt2",
         "The projections are scaled by 1/sqrt(L): blocks, not additions, are counted.",
         "std is sqrt(2) times what it should be: 1/sqrt(L) stands for 1/sqrt(2L)",
         (NUMBER, ("sqrt(2)", "1.41", "sqrt(L)", "sqrt(N)")))
def _(model: RecipeModel) -> Plan:
    return with_law(model, BOTH, times(math.sqrt(2)))


@mistake("residual_scaling_of_attention_alone", "gpt2", "The feed-forward's projection is not scaled, attention's is.",
         "mlp.c_proj lacks the residual scaling that attn.c_proj has", (NUMBER, ("residual", "depth")))
def _(model: RecipeModel) -> Plan:
    return with_law(model, r"mlp\.c_proj\.weight$", times(math.sqrt(2 * model.sizes["layers"])))


@mistake("variance_as_std", "llama", "The variance 0.02^2 was given where the std belongs.",
         "std is 0.0004 = 0.02^2: the variance was passed as std", (NUMBER, ("variance", "0.0004", "squared")))
def _(model: RecipeModel) -> Plan:
    return with_law(model, r"up_proj", lambda one: normal(one.law.scale**2))


@mistake("std_as_variance", "llama", "The std 0.02 was given where the variance belongs.",
         "std is sqrt(0.02) = 0.141: the std was passed as variance", (NUMBER, ("variance", "0.141", "sqrt(0.02)")))
def _(model: RecipeModel) -> Plan:
    return with_law(model, r"gate_proj", lambda one: normal(math.sqrt(one.law.scale)))


@mistake("fan_out_for_fan_in", "t5", "The matrix into the hidden layer is scaled by its fan_out.",
         "std is 1/sqrt(fan_out), not 1/sqrt(fan_in)", ("fan_out",))
def _(model: RecipeModel) -> Plan:
    return with_law(model, r"DenseReluDense\.wi", lambda one: normal(1 / math.sqrt(one.shape[0])))


@mistake("transposed_fan", "vit",
         "The fans of the flattened heads are read off the wrong axes: (12, 64) taken for (in, out).",
         "std is that of fans read off the wrong axes", (NUMBER,))
def _(model: RecipeModel) -> Plan:
    def law(one):  # a dense kernel [d_model, heads, head_dim], whose first axis is taken for a kernel's
        positions, fan_in, fan_out = one.shape
        return times(math.sqrt(6 / (positions * (fan_in + fan_out))) / one.law.scale)(one)
    return with_law(model, r"(query|key|value)/kernel$", law)


@mistake("patch_fan_without_channels", "vit", "The patch embedding's fan_in leaves out the channels.",
         "std is sqrt(3) times what it should be: fan_in is patch^2, not patch^2 * channels",
         (NUMBER, ("1.73", "sqrt(3)", "fan")))
def _(model: RecipeModel) -> Plan:
    return with_law(model, r"^embedding/kernel$", times(math.sqrt(3)))


@mistake("kv_heads_scaled_as_heads", "llama_torchtitan", "Keys and values are scaled as if each head had its own.",
         "std of wk and wv is 1/2 of what it should be: sqrt(kv_heads / heads)", (NUMBER, ("0.5", "1/2")))
def _(model: RecipeModel) -> Plan:
    return with_law(model, r"w[kv]\.weight$", times(math.sqrt(model.sizes["kv_heads"] / model.sizes["heads"])))


@mistake("query_scaled_by_head", "llama", "The queries' matrix holds 1/sqrt(head_dim), which attention applies again.",
         "std of q_proj is 1/sqrt(head_dim) times what it should be, that of k_proj is right", (NUMBER,))
def _(model: RecipeModel) -> Plan:
    return with_law(model, r"q_proj", times(1 / math.sqrt(model.sizes["head_dim"])))


@mistake("query_scaling_forgotten", "t5", "The queries' matrix lacks the 1/sqrt(d_kv) that T5's attention leaves to it.",
         "std of q is sqrt(d_kv) times what it should be", (NUMBER,))
def _(model: RecipeModel) -> Plan:
    return with_law(model, r"Attention\.q\.weight$", times(math.sqrt(model.sizes["d_kv"])))


@mistake("fused_xavier", "vit", "Xavier's fan_out is that of queries, keys and values in one matrix.",
         "std is 1/sqrt(2) times what it should be: Xavier of the fused shape", (NUMBER, ("0.707", "sqrt(2)", "fused")))
def _(model: RecipeModel) -> Plan:
    return with_law(model, r"(query|key|value)/kernel$", times(1 / math.sqrt(2)))


@mistake("gain_of_tanh", "t5", "The gain 5/3 of tanh stands in front of a ReLU's matrix.",
         "std is 5/3 times what it should be: tanh's gain", (NUMBER, ("5/3", "1.66", "1.67", "tanh")))
def _(model: RecipeModel) -> Plan:
    return with_law(model, r"DenseReluDense\.wi", times(5 / 3))


@mistake("gain_of_relu", "t5", "ReLU's gain sqrt(2) stands in front of a matrix that no ReLU follows.",
         "std is sqrt(2) times what it should be: ReLU's gain (He)", (NUMBER, ("1.41", "sqrt(2)", "kaiming", "He")))
def _(model: RecipeModel) -> Plan:
    return with_law(model, r"DenseReluDense\.wo", times(math.sqrt(2)))


@mistake("parent_std", "vit", "The std of the normal before its cut is taken for that of the truncated law.",
         "std is 0.8796 times what it should be: the std of the parent", (NUMBER, ("0.8796", "0.88", "parent", "truncat")))
def _(model: RecipeModel) -> Plan:
    return with_law(model, r"^embedding/kernel$", times(0.87962566103423978))


@mistake("cut_corrected_unasked", "bert", "The scale is divided by 0.8796, which the recipe does not do.",
         "std is 1/0.8796 = 1.137 times what it should be", (NUMBER, ("1.13", "1.14", "0.8796", "truncat")))
def _(model: RecipeModel) -> Plan:
    return with_law(model, r"attention/self/.*/kernel$", times(1 / 0.87962566103423978))


@mistake("embedding_std_1", "gpt2", "The token embedding has nn.Embedding's default.",
         "std is 1: nn.Embedding's default", (NUMBER, ("nn.Embedding", "default", "std 1")))
def _(model: RecipeModel) -> Plan:
    return with_law(model, r"^wte", lambda one: normal(1))


@mistake("width_forgotten", "mup", "The hidden matrices keep the std of the base width.",
         "std is sqrt(width / base_width) = 2 times what it should be", (NUMBER, ("2 times", "width", "base")))
def _(model: RecipeModel) -> Plan:
    return with_law(model, r"h\.\d+\.(attn|mlp)\.\w+\.weight$", times(2))


@mistake("head_as_hidden", "mup", "The head is scaled as a hidden matrix, by sqrt(base/width), not by base/width.",
         "std of the head is 2 times what it should be", (NUMBER, ("2 times", "hidden", "width")))
def _(model: RecipeModel) -> Plan:
    return with_law(model, r"^lm_head", times(2))


@mistake("beta_on_query", "deepnorm", "DeepNorm's beta scales queries and keys, too.",
         "std of q_proj and k_proj is (8 layers)^(-1/4) times what it should be", (NUMBER,))
def _(model: RecipeModel) -> Plan:
    return with_law(model, r"self_attn\.[qk]_proj\.weight$", times((8 * model.sizes["layers"]) ** -0.25))


@mistake("depth_off_by_one", "llama_torchtitan", "Layers are counted from 1, so that layer i has the std of layer i + 1.",
         "std falls as 1/sqrt(2 (layer + 2)), not as 1/sqrt(2 (layer + 1))", (NUMBER, ("layer", "depth", "trend")))
def _(model: RecipeModel) -> Plan:
    return with_law(model, r"(wo|w2|w3)\.weight$", lambda one: times(math.sqrt((one.layer + 1) / (one.layer + 2)))(one))


@mistake("depth_reversed", "llama_torchtitan", "The last layer has the std of the first, and so on.",
         "std rises with depth where it should fall", (NUMBER, ("layer", "depth", "trend")), layers=2)
def _(model: RecipeModel) -> Plan:
    last = model.sizes["layers"] - 1
    return with_law(model, r"(wo|w2|w3)\.weight$",
                    lambda one: times(math.sqrt((one.layer + 1) / (last - one.layer + 1)))(one))


@mistake("router_as_head", "llama", "The router has the head's law of another recipe: 1/sqrt(d_model), cut at 3 std.",
         "std of the router is 1/sqrt(d_model), not 0.02", (NUMBER,), extra=lambda model: routers(model))
def _(model: RecipeModel) -> Plan:
    import laws
    width = model.sizes["d_model"]
    return with_law(model, r"router", lambda one: laws.Law("truncated_normal", 1 / math.sqrt(width), 3))


def routers(model: RecipeModel) -> Plan:
    """A router of 8 experts for each layer."""
    from sample_recipe import Planned
    width = model.sizes["d_model"]
    names = [(f"layers.{layer}.mlp.router.weight", layer) for layer in range(model.sizes["layers"])]
    return {name: Planned(name, (8, width), normal(0.02), "router", width, layer) for name, layer in names}

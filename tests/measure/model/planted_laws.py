"""Mistakes that give a tensor another kind of law, or other limits."""

from __future__ import annotations

import dataclasses
import math
from typing import Any

import laws
from mistakes import Plan, RecipeModel, linear_default, mistake, normal, with_edit, with_law
from sample_recipe import Planned

UNIFORM = ("uniform", "U(", "nn.Linear", "default", "kaiming")


@mistake("linear_default", "llama", "No init is applied to the gate's matrices.",
         "law is U(±1/sqrt(fan_in)), PyTorch's default of nn.Linear", (UNIFORM,))
def _(model: RecipeModel) -> Plan:
    return with_law(model, r"gate_proj", linear_default)


@mistake("layer_skipped", "llama", "_init_weights does not reach the last layer.",
         "all matrices of layer 1 have PyTorch's default of nn.Linear", (UNIFORM,))
def _(model: RecipeModel) -> Plan:
    return with_law(model, r"(proj)\.weight$", linear_default, layer=model.sizes["layers"] - 1)


@mistake("missing_key", "gpt2", "One key was missing when the checkpoint was loaded, and is as PyTorch made it.",
         "h.1.mlp.c_fc.weight alone is U(±1/sqrt(fan_in)), PyTorch's default", (UNIFORM,))
def _(model: RecipeModel) -> Plan:
    return with_law(model, r"mlp\.c_fc\.weight$", linear_default, layer=1)


@mistake("embedding_as_linear", "gpt2", "The token embedding has the default of nn.Linear.",
         "law is U(±1/sqrt(d_model)), PyTorch's default of nn.Linear", (UNIFORM,))
def _(model: RecipeModel) -> Plan:
    return with_law(model, r"^wte", linear_default)


@mistake("uniform_within_std", "llama", "uniform_(-0.02, 0.02) stands for normal_(std=0.02).",
         "law is U(±0.02), its std is 1/sqrt(3) of what it should be", (("uniform", "U("),))
def _(model: RecipeModel) -> Plan:
    return with_law(model, r"down_proj", lambda one: laws.Law("uniform", one.law.scale))


@mistake("limit_as_std", "vit", "Xavier's limit of the uniform law is given as the std one.",
         "law is normal, its std is sqrt(3) times what it should be", ("normal",))
def _(model: RecipeModel) -> Plan:
    return with_law(model, r"MlpBlock_3/Dense_\d/kernel$", lambda one: normal(one.law.scale))


@mistake("absolute_limits", "bert", "PyTorch's trunc_normal_(std=0.02) has absolute limits ±2: nothing is cut.",
         "not truncated: absolute limits ±2 with std 0.02", (("truncat", "cut", "normal"),))
def _(model: RecipeModel) -> Plan:
    return with_law(model, r"(query|key|value)/kernel$", lambda one: dataclasses.replace(one.law, cut=2 / one.law.scale))


@mistake("cut_at_3", "bert", "The cut is at ±3 std, not at ±2.",
         "truncated at ±3 std, not at ±2", (("truncat", "cut", "±3", "0.06"),))
def _(model: RecipeModel) -> Plan:
    return with_law(model, r"intermediate/dense/kernel$", lambda one: dataclasses.replace(one.law, cut=3.0))


@mistake("clipped_not_redrawn", "bert", "Entries beyond ±2 std are moved onto the limit, not drawn again.",
         "2.3 % of the entries lie on each limit: clipped, not truncated", (("clip", "clamp"),))
def _(model: RecipeModel) -> Plan:
    return with_law(model, r"output/dense/kernel$",
                    lambda one: dataclasses.replace(one.law, kind="clipped_normal"))


@mistake("orthogonal", "llama", "A matrix is orthogonal, with the std that it should have.",
         "all singular values are equal: orthogonal, not independent entries", (("orthogonal", "singular", "rows"),))
def _(model: RecipeModel) -> Plan:
    def law(one: Planned) -> laws.Law:
        return laws.Law("orthogonal", one.law.std * math.sqrt(max(one.shape)))
    return with_law(model, r"self_attn\.q_proj", law, layer=0)


@mistake("one_sided", "llama", "abs() was applied to the weights.",
         "no entry is negative: |N(0, 0.02^2)|", (("mean", "negative", "one-sided", "one side"),))
def _(model: RecipeModel) -> Plan:
    return with_edit(model, r"v_proj", lambda block, first, one: abs(block))


@mistake("mean_shifted", "gpt2", "The mean is 0.02 std, as normal_(0.0004, 0.02) gives with arguments mixed up.",
         "the mean is 0.0004, not 0", ("mean",))
def _(model: RecipeModel) -> Plan:
    return with_edit(model, r"attn\.c_attn\.weight$", lambda block, first, one: block + 0.02 * one.law.std)


@mistake("rows_of_unlike_scale", "llama",
         "Every other row has 0.8 times its std, the others so much more that all have the same.",
         "rows have unlike scales", (("row", "kurtosis", "heavy", "mixture"),))
def _(model: RecipeModel) -> Plan:
    def edit(block: Any, first: int, one: Planned) -> Any:
        block[first % 2::2] *= 0.8
        block[1 - first % 2::2] *= math.sqrt(2 - 0.64)
        return block
    return with_edit(model, r"down_proj", edit)


@mistake("fused_part_skipped", "gpt2",
         "Only queries and keys of the fused matrix are initialised; the values have the default.",
         "the last third of c_attn's columns (values) has another law",
         (("value", "part", "columns", "fused", "kurtosis"),))
def _(model: RecipeModel) -> Plan:
    import numpy as np

    def edit(block: Any, first: int, one: Planned) -> Any:
        third = one.shape[1] // 3
        limit = linear_default(one).scale
        block[:, 2 * third:] = np.random.default_rng([first, one.layer]).uniform(-limit, limit, (block.shape[0], third))
        return block
    return with_edit(model, r"attn\.c_attn\.weight$", edit)


@mistake("bias_default", "bert_transformers", "The biases have nn.Linear's default.",
         "biases are U(±1/sqrt(fan_in)), not 0", (("bias", "not 0", "constant", "uniform"),))
def _(model: RecipeModel) -> Plan:
    width = model.sizes["d_model"]
    return with_law(model, r"self\.(query|key|value)\.bias$", lambda one: laws.Law("uniform", 1 / math.sqrt(width)))


@mistake("rounded_before_scaling", "gpt2",
         "The entries are rounded to bfloat16 before they are scaled by 1/sqrt(2L), and stored as f32.",
         "the f32 entries take few values: they were rounded to 8 bits before they were scaled",
         (("bfloat16", "bits", "rounded", "distinct"),),
         stored="F32", layers=3)
def _(model: RecipeModel) -> Plan:
    import numpy as np
    import safetensors_write

    factor = 1 / math.sqrt(2 * model.sizes["layers"])

    def edit(block: Any, first: int, one: Planned) -> Any:
        bits = safetensors_write.bfloat16_bits(block / factor).astype("<u4") << 16
        return bits.view("<f4").astype(np.float64) * factor
    return with_edit(model, r"c_proj\.weight$", edit)

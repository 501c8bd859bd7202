"""Which tensors a recipe's rules with ** stand for, and which tensors a file leaves out because they are tied.

A specification says `**.bias`: any bias. A model has those of its own modules: these are the names and shapes that the
models have whose code the recipe cites. A * is the number of a layer.
"""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Tuple

Sizes = Dict[str, Any]
Place = Tuple[str, Callable[[Sizes], Tuple[int, ...]]]


def width(sizes: Sizes) -> Tuple[int, ...]:
    return (sizes["d_model"],)


def hidden(sizes: Sizes) -> Tuple[int, ...]:
    return (sizes["d_ff"],)


def fused(sizes: Sizes) -> Tuple[int, ...]:
    return (3 * sizes["d_model"],)


def heads(sizes: Sizes) -> Tuple[int, ...]:
    return (sizes["heads"], sizes["d_model"] // sizes["heads"])


def vocabulary(sizes: Sizes) -> Tuple[int, ...]:
    return (sizes["vocab"],)


def relative_positions(sizes: Sizes) -> Tuple[int, ...]:
    return (32, sizes["heads"])


def inner(sizes: Sizes) -> Tuple[int, ...]:
    """T5's queries, keys and values: heads * d_kv x d_model."""
    return (sizes["heads"] * sizes["d_kv"], sizes["d_model"])


def inner_out(sizes: Sizes) -> Tuple[int, ...]:
    return tuple(reversed(inner(sizes)))


def wide(sizes: Sizes) -> Tuple[int, ...]:
    return (sizes["d_ff"], sizes["d_model"])


def wide_out(sizes: Sizes) -> Tuple[int, ...]:
    return tuple(reversed(wide(sizes)))


GPT: List[Place] = [
    ("h.*.attn.c_attn.bias", fused), ("h.*.attn.c_proj.bias", width), ("h.*.mlp.c_fc.bias", hidden),
    ("h.*.mlp.c_proj.bias", width), ("h.*.ln_1.bias", width), ("h.*.ln_2.bias", width), ("ln_f.bias", width)]


def bert(dense: str, norm: str, shift: str, layer: str, join: str) -> List[Place]:
    """BERT's names in TensorFlow and in PyTorch differ in separators and last words alone."""
    places = [(f"{layer}.attention.self.{one}.{dense}", width) for one in ("query", "key", "value")]
    places += [(f"{layer}.attention.output.dense.{dense}", width), (f"{layer}.intermediate.dense.{dense}", hidden),
               (f"{layer}.output.dense.{dense}", width), (f"pooler.dense.{dense}", width),
               (f"cls.predictions.transform.dense.{dense}", width)]
    for owner in ("embeddings", f"{layer}.attention.output", f"{layer}.output", "cls.predictions.transform"):
        places += [(f"{owner}.LayerNorm.{norm}", width), (f"{owner}.LayerNorm.{shift}", width)]
    return [(name.replace(".", join), shape) for name, shape in places]


def t5() -> List[Place]:
    places: List[Place] = []
    for stack, attentions in (("encoder", ["SelfAttention"]), ("decoder", ["SelfAttention", "EncDecAttention"])):
        for at, attention in enumerate(attentions):
            block = f"{stack}.block.*.layer.{at}"
            places += [(f"{block}.{attention}.{one}.weight", inner) for one in ("q", "k", "v")]
            places += [(f"{block}.{attention}.o.weight", inner_out), (f"{block}.layer_norm.weight", width)]
        block = f"{stack}.block.*.layer.{len(attentions)}"
        places += [(f"{block}.DenseReluDense.wi.weight", wide), (f"{block}.DenseReluDense.wo.weight", wide_out),
                   (f"{block}.layer_norm.weight", width), (f"{stack}.final_layer_norm.weight", width),
                   (f"{stack}.block.0.layer.0.SelfAttention.relative_attention_bias.weight", relative_positions)]
    return places


def vit() -> List[Place]:
    block = "encoderblock_*"
    attention = f"{block}/MultiHeadDotProductAttention_1"
    places: List[Place] = [(f"{attention}/{one}/bias", heads) for one in ("query", "key", "value")]
    places += [(f"{attention}/out/bias", width), (f"{block}/MlpBlock_3/Dense_0/bias", hidden),
               (f"{block}/MlpBlock_3/Dense_1/bias", width), ("embedding/bias", width),
               ("head/bias", lambda sizes: (sizes["classes"],))]
    for norm in (f"{block}/LayerNorm_0", f"{block}/LayerNorm_2", "encoder_norm"):
        places += [(f"{norm}/scale", width), (f"{norm}/bias", width)]
    return places


def deepnorm() -> List[Place]:
    layer = "layers.*"
    places: List[Place] = [(f"{layer}.self_attn.{one}_proj.bias", width) for one in ("q", "k", "v", "out")]
    places += [(f"{layer}.ffn.fc1.bias", hidden), (f"{layer}.ffn.fc2.bias", width), ("layernorm_embedding.bias", width)]
    for norm in (f"{layer}.self_attn_layer_norm", f"{layer}.final_layer_norm"):
        places += [(f"{norm}.weight", width), (f"{norm}.bias", width)]
    return places


PLACES: Dict[str, List[Place]] = {
    "bert": bert("bias", "gamma", "beta", "encoder.layer_*", "/") + [("cls/predictions/output_bias", vocabulary)],
    "bert_transformers": bert("bias", "weight", "bias", "encoder.layer.*", ".") + [
        ("cls.predictions.bias", vocabulary), ("cls.seq_relationship.bias", lambda sizes: (2,))],
    "deepnorm": deepnorm(),
    "gpt2": GPT,
    "gpt_neox_20b": [
        ("layers.*.attention.query_key_value.bias", fused), ("layers.*.attention.dense.bias", width),
        ("layers.*.mlp.dense_h_to_4h.bias", hidden), ("layers.*.mlp.dense_4h_to_h.bias", width), ("layers.*.input_layernorm.bias", width),
        ("layers.*.post_attention_layernorm.bias", width), ("final_layer_norm.bias", width)],
    "llama": [],  # its matrices have no biases: the rule for them is for those who add some
    "llama_torchtitan": [],
    "mup": GPT,
    "t5": t5(),
    "vit": vit(),
}

# tied tensor -> the one that a file stores
TIED: Dict[str, Dict[str, str]] = {
    "gpt2": {"lm_head.weight": "wte.weight"},
    "t5": {name: "shared.weight" for name in ("encoder.embed_tokens.weight", "decoder.embed_tokens.weight",
                                              "lm_head.weight")},
}

"""Attention and feed-forward networks of the networks in transformers.py, and what is looked at on the way."""

from __future__ import annotations

import math
from typing import Dict, Optional, Tuple

import torch

from transformers import Transformers

Tensor = torch.Tensor


def sees(design, length: int, window: int) -> Tensor:
    """[queries, keys]: whether the query sees the key."""
    later = torch.arange(length)[None, :] - torch.arange(length)[:, None]
    seen = torch.ones(length, length, dtype=torch.bool)
    if design.causal:
        seen &= later <= ("a mask that shows one later token" in design.faults)
    if window:
        seen &= later.abs() < window - ("a window one key short" in design.faults)
    return seen


def turned(x: Tensor, base: float, share: float) -> Tensor:
    """Rotary positions: of the first n features i and i + n/2 of the token at place t are turned by t base^(-2 i / n)."""
    half = round(share * x.shape[-1]) // 2
    angle = torch.arange(x.shape[2])[:, None, None] * float(base) ** (-torch.arange(half) / half)
    a, b, rest = x[..., :half], x[..., half:2 * half], x[..., 2 * half:]
    return torch.cat((a * torch.cos(angle) - b * torch.sin(angle), a * torch.sin(angle) + b * torch.cos(angle), rest), -1)


def slopes(heads: int) -> Tensor:
    """ALiBi's, in the recursion of its paper: those of the next smaller power of two, then every other one of twice as many."""
    if heads & (heads - 1) == 0:
        return torch.tensor([2.0 ** (-8 * (k + 1) / heads) for k in range(heads)])
    below = 2 ** (heads.bit_length() - 1)
    return torch.cat((slopes(below), slopes(2 * below)[0::2][:heads - below]))


def normalised(net: Transformers, name: str, x: Tensor) -> Tensor:
    """Queries or keys [..., heads, features], normalised by head or by width as the design says."""
    d = net.design
    y = x.flatten(-2) if d.query_norm == "width" else x
    if d.qk_norm_kind == "layer_norm":
        y = net.centred(y, -1)
    else:
        y = net.divided(y, (y * y).mean(-1, keepdim=True))
    return (y * net.vector(f"{name} norm gain", y.dim())).reshape(x.shape)


def attention(net: Transformers, sublayer: int, x: Tensor, before: Optional[Tensor], seen_by_the_way: Dict[str, Tensor]):
    """Returns the branch's output and its scores, of which realformer adds those of the attention before."""
    d = net.design
    networks, sequences, length, _ = x.shape

    def heads(name: str, count: int) -> Tensor:
        return net.linear(f"{sublayer} {name}", x).reshape(networks, sequences, length, count, d.head_width)

    query, key, value = heads("query", d.heads), heads("key", d.kv_heads), heads("value", d.kv_heads)
    if d.query_norm != "none":
        query, key = normalised(net, f"{sublayer} query", query), normalised(net, f"{sublayer} key", key)
    if d.positions == "rotary":
        query, key = (turned(one, d.of_block("rotary_base", sublayer), d.rotary_share) for one in (query, key))
    seen_by_the_way.update(key=key, value=value)
    key, value = (one.repeat_interleave(d.heads // d.kv_heads, 3) for one in (key, value))
    seen = sees(d, length, d.of_block("window", sublayer))
    scores = d.score_scale * torch.einsum("nsihf,nsjhf->nshij", query, key)
    if d.scores == "log_n":
        scores = scores * (torch.log(seen.sum(1)) / math.log(d.log_base))[:, None]
    uncapped = scores
    if d.scores == "softcap":
        scores = d.cap * torch.tanh(scores / d.cap)
    if d.scores == "realformer" and before is not None:
        uncapped = scores = scores + before
    if d.positions == "alibi":
        distance = (torch.arange(length)[:, None] - torch.arange(length)[None, :]).abs()
        scores = scores - slopes(d.heads)[:, None, None] * distance
    weights = torch.softmax(scores.masked_fill(~seen, -math.inf), -1)
    mixed = torch.einsum("nshij,nsjhf->nsihf", weights, value).reshape(networks, sequences, length, d.width)
    seen_by_the_way.update(weights=weights, seen_scores=scores[..., seen], uncapped=uncapped[..., seen], mixed=mixed)
    return net.linear(f"{sublayer} output", mixed), scores


def one_network(net: Transformers, name: str, x: Tensor) -> Tuple[Tensor, Tensor]:
    """The output and the hidden features of the feed-forward network of that name."""
    hidden = net.design.activate(net.linear(f"{name}hidden", x))
    if net.design.unit == "gated":
        hidden = hidden * net.linear(f"{name}up", x)
    return net.linear(f"{name}hidden_output", hidden), hidden


def expert_weights(net: Transformers, sublayer: int, x: Tensor) -> Tensor:
    """[..., experts]: a token's weights, 0 of experts that it does not take."""
    d = net.design
    outputs = net.linear(f"{sublayer} router", x)
    chosen = torch.zeros_like(outputs, dtype=torch.bool).scatter(-1, outputs.topk(d.active_experts, -1).indices, True)
    plain = torch.softmax(outputs, -1) * chosen
    if (d.gate == "renormalised") != ("a gate that is divided" in d.faults):
        plain = plain / plain.sum(-1, keepdim=True)
    return plain.detach() if "no gradient of the gate" in d.faults else plain


def feed_forward(net: Transformers, sublayer: int, x: Tensor, seen_by_the_way: Dict[str, Tensor]) -> Tensor:
    d = net.design
    if not d.experts:
        out, seen_by_the_way["hidden"] = one_network(net, f"{sublayer} ", x)
        return out
    weights = expert_weights(net, sublayer, x)
    seen_by_the_way["gate_square"] = (weights**2).sum(-1)
    found = [one_network(net, f"{sublayer} expert{e} ", x) for e in range(d.experts)]
    seen_by_the_way["hidden"] = torch.cat([hidden * (weights[..., e:e + 1] > 0) for e, (_, hidden) in enumerate(found)], -1)
    out = sum(weights[..., e:e + 1] * one for e, (one, _) in enumerate(found))
    return out + sum(one_network(net, f"{sublayer} shared{e} ", x)[0] for e in range(d.shared_experts))


def forward(net: Transformers, tokens: Tensor, training: bool) -> Dict[str, Tensor]:
    """The outputs "logits" and all that is looked at: "x l" for l from 0 to sublayers, "l branch" before and "l added"
    after its factor, "l query" and so on."""
    d = net.design
    view: Dict[str, Tensor] = {}
    x = net.embed(tokens)
    if d.embedding_norm:
        x = net.norm("embedding norm", x, training)
    x = view["x 0"] = net.dropout(x, training)
    scores, read = None, x
    for sublayer in range(d.sublayers):
        on_the_way: Dict[str, Tensor] = {}
        beside = d.parallel != "none" and sublayer % 2 == 1 and "parallel branches in a row" not in d.faults
        source = view[f"x {sublayer - 1}"] if beside else x
        if beside and d.parallel == "one_norm":
            n = read
        else:
            n = net.norm(f"{sublayer} input norm", source, training) if d.normalises_input(sublayer) else source
        read = n
        if sublayer % 2 == 0:
            branch, scores = attention(net, sublayer, n, scores, on_the_way)
        else:
            branch = feed_forward(net, sublayer, n, on_the_way)
        branch = net.dropout(branch, training)
        if d.norms_branch:
            branch = net.norm(f"{sublayer} branch norm", branch, training)
        added = branch * (d.branch_scale if d.branch_gain == "fixed" else net.vector(f"{sublayer} branch gain", 4))
        x = x + added
        if d.norms_sum:
            x = net.norm(f"{sublayer} sum norm", x, training)
        view[f"x {sublayer + 1}"] = x
        view.update({f"{sublayer} {name}": one for name, one in dict(on_the_way, branch=branch, added=added).items()})
    if d.final_norm:
        x = net.norm("final norm", x, training)
    if d.head_transform != "none":
        x = net.linear("head dense", x)
    if d.head_transform == "dense_norm":
        x = net.norm("head norm", d.activate(x), training)
    multiplier, head = (1.0, "embedding") if d.tied else (net.starts["head"].multiplier, "head")
    view["logits"] = d.output_multiplier * multiplier * torch.einsum("nstd,nvd->nstv", x, net.parameters[head])
    return view

"""Attention and feed-forward networks of the networks in transformers.py, and what is looked at on the way."""

from __future__ import annotations

import math
from typing import Dict, Optional

import torch

from transformers import Transformers

Tensor = torch.Tensor


def sees(design, length: int) -> Tensor:
    """[queries, keys]: whether the query sees the key."""
    later = torch.arange(length)[None, :] - torch.arange(length)[:, None]
    window = design.window - ("a window one key short" in design.faults)
    seen = torch.ones(length, length, dtype=torch.bool)
    if design.causal:
        seen &= later <= ("a mask that shows one later token" in design.faults)
    if design.window:
        seen &= later.abs() < window
    return seen


def turned(x: Tensor, base: float) -> Tensor:
    """Rotary positions: features i and i + half of the token at place t are turned by t base^(-i / half)."""
    half = x.shape[-1] // 2
    angle = torch.arange(x.shape[2])[:, None, None] * float(base) ** (-torch.arange(half) / half)
    a, b = x[..., :half], x[..., half:]
    return torch.cat((a * torch.cos(angle) - b * torch.sin(angle), a * torch.sin(angle) + b * torch.cos(angle)), -1)


def attention(net: Transformers, sublayer: int, x: Tensor, before: Optional[Tensor], seen_by_the_way: Dict[str, Tensor]):
    """Returns the branch's output and its scores, of which realformer adds those of the attention before."""
    d = net.design
    networks, sequences, length, _ = x.shape

    def heads(name: str, count: int) -> Tensor:
        return net.linear(f"{sublayer} {name}", x).reshape(networks, sequences, length, count, d.head_width)

    query, key, value = heads("query", d.heads), heads("key", d.kv_heads), heads("value", d.kv_heads)
    if d.scores == "qk_norm":
        query, key = (net.divided(one, (one * one).mean(-1, keepdim=True)) * net.vector(f"{sublayer} {name} norm gain", 5)
                      for name, one in (("query", query), ("key", key)))
    if d.positions == "rotary":
        query, key = turned(query, d.rotary_base), turned(key, d.rotary_base)
    seen_by_the_way.update(key=key, value=value)
    key, value = (one.repeat_interleave(d.heads // d.kv_heads, 3) for one in (key, value))
    seen = sees(d, length)
    scores = d.score_scale * torch.einsum("nsihf,nsjhf->nshij", query, key)
    if d.scores == "log_n":
        scores = scores * (torch.log(seen.sum(1)) / math.log(d.log_base))[:, None]
    uncapped = scores
    if d.scores == "softcap":
        scores = d.cap * torch.tanh(scores / d.cap)
    if d.scores == "realformer" and before is not None:
        uncapped = scores = scores + before
    weights = torch.softmax(scores.masked_fill(~seen, -math.inf), -1)
    mixed = torch.einsum("nshij,nsjhf->nsihf", weights, value).reshape(networks, sequences, length, d.width)
    seen_by_the_way.update(weights=weights, seen_scores=scores[..., seen], uncapped=uncapped[..., seen], mixed=mixed)
    return net.linear(f"{sublayer} output", mixed), scores


def feed_forward(net: Transformers, sublayer: int, x: Tensor, seen_by_the_way: Dict[str, Tensor]) -> Tensor:
    hidden = net.design.activate(net.linear(f"{sublayer} hidden", x))
    if net.design.unit == "gated":
        hidden = hidden * net.linear(f"{sublayer} up", x)
    seen_by_the_way["hidden"] = hidden
    return net.linear(f"{sublayer} hidden_output", hidden)


def forward(net: Transformers, tokens: Tensor, training: bool) -> Dict[str, Tensor]:
    """The outputs "logits" and all that is looked at: "x l" for l from 0 to sublayers, "l branch" before and "l added"
    after its factor, "l query" and so on."""
    d = net.design
    view: Dict[str, Tensor] = {}
    x = net.embed(tokens)
    if d.embedding_norm:
        x = net.norm("embedding norm", x, training)
    x = view["x 0"] = net.dropout(x, training)
    scores = None
    for sublayer in range(d.sublayers):
        on_the_way: Dict[str, Tensor] = {}
        n = net.norm(f"{sublayer} input norm", x, training) if d.norms_input else x
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

"""Numbers of a forward pass, one for each network, named as sigprop's quantities with their sublayer."""

from __future__ import annotations

from typing import Dict

import torch

from designs import Design

Tensor = torch.Tensor
Numbers = Dict[str, Tensor]


def losses(logits: Tensor, targets: Tensor) -> Tensor:
    """The mean of -log p(target) over scored places, of every network."""
    scored = targets >= 0
    log_p = torch.log_softmax(logits, -1).gather(-1, targets.clamp(min=0)[..., None])[..., 0]
    return -(log_p * scored).sum((1, 2)) / scored.sum((1, 2))


def accuracy(logits: Tensor, targets: Tensor) -> Tensor:
    return ((logits.argmax(-1) == targets).sum((1, 2)) / (targets >= 0).sum((1, 2))).double()


def mean(x: Tensor) -> Tensor:
    """Over all but networks."""
    return x.detach().double().flatten(1).mean(1)


def look(view: Numbers, design: Design) -> Numbers:
    """What a forward pass shows, named as the quantities with their sublayer."""
    found: Numbers = {}
    for sublayer in range(design.sublayers + 1):
        x = view[f"x {sublayer}"].detach()
        unit = torch.nn.functional.normalize(x, dim=-1)
        length = x.shape[2]
        found[f"second_moment {sublayer}"] = mean(x * x)
        pairs = torch.einsum("nstd,nsud->nstu", unit, unit)[..., ~torch.eye(length, dtype=torch.bool)]
        found[f"token_similarity {sublayer}"] = mean(pairs)
        if sublayer == design.sublayers:
            break
        found[f"branch_moment {sublayer}"] = mean(view[f"{sublayer} added"] ** 2)
        found[f"sublayer_cosine {sublayer}"] = mean(torch.cosine_similarity(x, view[f"x {sublayer + 1}"], -1))
        if design.experts and sublayer % 2 == 1:
            found[f"gate_square {sublayer}"] = mean(view[f"{sublayer} gate_square"])
        if sublayer % 2 == 0:
            found[f"attention_entropy {sublayer}"] = mean(torch.special.entr(view[f"{sublayer} weights"]).sum(-1))
            found[f"score_second_moment {sublayer}"] = mean(view[f"{sublayer} seen_scores"] ** 2)
    return found


def activations(view: Numbers, targets: Tensor) -> Numbers:
    """What the coordinate check looks at; the outputs at scored places only, the others set to 0."""
    scored = (targets >= 0)[..., None]
    share = torch.sqrt(scored.flatten(1).double().mean(1)).reshape(-1, 1, 1, 1)
    found = {"logits": view["logits"] * scored / share, "embedding": view["x 0"]}
    for name, one in view.items():
        sublayer, what = name.split() if " " in name else ("", "")
        if what in ("key", "value", "mixed", "hidden", "branch"):
            found[f"{what} {sublayer}"] = one
        if sublayer == "x" and what != "0":
            found[f"stream {int(what) - 1}"] = one
    return found

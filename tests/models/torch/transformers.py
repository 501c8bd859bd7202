"""Whole Transformers in torch, many networks at once: parameters and activations have the network in front,
[networks, sequences, tokens, features]. Written from what the parameters and quantities mean, not from sigprop's loops.
"""

from __future__ import annotations

import math
from typing import Any, Dict, List, Tuple

import torch

from designs import Design

Tensor = torch.Tensor


def orthogonal(networks: int, rows: int, columns: int) -> Tensor:
    """Orthonormal rows or columns, of the law that no turn changes: Q of QR with R's diagonal made positive."""
    q, r = torch.linalg.qr(torch.randn(networks, max(rows, columns), min(rows, columns)))
    q = q * torch.sign(torch.diagonal(r, dim1=1, dim2=2))[:, None, :]
    return q if rows >= columns else q.transpose(1, 2)


class Transformers:
    """`networks` independent networks of one design."""

    def __init__(self, design: Design, networks: int) -> None:
        self.design, self.networks = design, networks
        self.parameters: Dict[str, Tensor] = {}
        self.starts = {}
        self.running: Dict[str, List[Tensor]] = {}
        for name, (rows, columns) in design.matrices().items():
            start = self.starts[name] = design.start(name)
            std = start.std / start.multiplier
            self.parameters[name] = (std * math.sqrt(max(rows, columns)) * orthogonal(networks, rows, columns)
                                     if start.orthogonal else std * torch.randn(networks, rows, columns))
        for name, (size, value) in self.vectors().items():
            self.parameters[name] = torch.full((networks, size), float(value))
        for parameter in self.parameters.values():
            parameter.requires_grad_()

    def vectors(self) -> Dict[str, Tuple[int, float]]:
        """Size and start of whatever is no matrix."""
        d = self.design
        found: Dict[str, Tuple[int, float]] = {}
        norms = ["embedding norm"] * d.embedding_norm + ["final norm"] * d.final_norm
        norms += ["head norm"] * (d.head_transform == "dense_norm")
        for sublayer in range(d.sublayers):
            norms += [f"{sublayer} input norm"] * d.normalises_input(sublayer) + [f"{sublayer} branch norm"] * d.norms_branch
            norms += [f"{sublayer} sum norm"] * d.norms_sum
            if d.branch_gain != "fixed":
                found[f"{sublayer} branch gain"] = (1 if d.branch_gain == "scalar" else d.width, d.branch_scale)
            if d.query_norm != "none" and sublayer % 2 == 0:
                for name, count in (("query", d.heads), ("key", d.kv_heads)):
                    found[f"{sublayer} {name} norm gain"] = (d.head_width * (count if d.query_norm == "width" else 1), 1)
        for norm in norms:
            found[f"{norm} gain"] = (d.width, 1)
            if d.norm_bias:
                found[f"{norm} bias"] = (d.width, 0)
            if d.norm == "dyt":
                found[f"{norm} alpha"] = (1, d.norm_start)
        if d.biases:
            found.update({f"{name} bias": (rows, 0) for name, (rows, _) in d.matrices().items()
                          if d.has_bias(name)})
        return found

    def vector(self, name: str, dimensions: int) -> Tensor:
        parameter = self.parameters[name]
        return parameter.reshape(self.networks, *([1] * (dimensions - 2)), -1)

    def linear(self, name: str, x: Tensor) -> Tensor:
        y = torch.einsum("nstd,ned->nste", x, self.starts[name].multiplier * self.parameters[name])
        return y + self.vector(f"{name} bias", 4) if f"{name} bias" in self.parameters else y

    # ---- norms

    def divided(self, x: Tensor, square: Tensor) -> Tensor:
        d = self.design
        if "no gradient of the norm's scale" in d.faults:
            square = square.detach()
        inside = d.epsilon_place == "inside"
        return x / (torch.sqrt(square + d.norm_epsilon) if inside else torch.sqrt(square) + d.norm_epsilon)

    def centred(self, x: Tensor, dims: Any) -> Tensor:
        mean = x.mean(dims, keepdim=True)
        y = x - (mean.detach() if "no gradient of the norm's mean" in self.design.faults else mean)
        size = x.numel() / mean.numel()
        square = (y * y).sum(dims, keepdim=True) / (size - 1 if "variance by n - 1" in self.design.faults else size)
        return self.divided(y, square)

    def batch_norm(self, name: str, x: Tensor, training: bool) -> Tensor:
        mean, variance = x.mean((1, 2), keepdim=True), x.var((1, 2), unbiased=False, keepdim=True)
        kept = self.running.setdefault(name, [torch.zeros_like(mean), torch.ones_like(variance)])
        if not training:
            return self.divided(x - kept[0], kept[1])
        n = x.shape[1] * x.shape[2]
        share = self.design.running_momentum
        for k, batch in enumerate((mean, variance * n / (n - 1))):
            kept[k] = (1 - share) * kept[k] + share * batch.detach()
        return self.divided(x - mean, variance)

    def norm(self, name: str, x: Tensor, training: bool) -> Tensor:
        d = self.design
        if d.norm == "rms_norm":
            y = self.divided(x, (x * x).mean(-1, keepdim=True))
        elif d.norm == "layer_norm":
            y = self.centred(x, -1)
        elif d.norm == "group_norm":
            y = self.centred(x.reshape(*x.shape[:-1], d.groups, -1), -1).reshape(x.shape)
        elif d.norm == "batch_norm":
            y = self.batch_norm(name, x, training)
        else:
            root = math.sqrt(x.shape[-1]) if d.norm_root == "explicit" else 1.0
            y = root * torch.tanh(self.vector(f"{name} alpha", 4) * x / root)
        y = y * self.vector(f"{name} gain", 4)
        return y + self.vector(f"{name} bias", 4) if d.norm_bias else y

    # ---- the whole

    def dropout(self, x: Tensor, training: bool) -> Tensor:
        p = self.design.dropout
        if not training or p == 0:
            return x
        return x * (torch.rand_like(x) >= p) / (1.0 if "dropout without 1/(1 - p)" in self.design.faults else 1 - p)

    def embed(self, tokens: Tensor) -> Tensor:
        d = self.design
        which = torch.arange(self.networks)[:, None, None]
        x = d.embedding_scale * self.parameters["embedding"][which, tokens]
        length = tokens.shape[-1]
        if d.positions == "learned":
            x = x + self.parameters["position"][:, None, :length]
        if d.token_types:
            types = torch.arange(length) * d.segments // length
            x = x + self.parameters["token_type"][:, types][:, None] * (0.5 if "half a token type" in d.faults else 1)
        if d.positions == "sinusoidal":
            angle = torch.arange(length)[:, None] * 10000.0 ** (-2 * torch.arange(d.width // 2) / d.width)
            x = x + torch.stack((torch.sin(angle), torch.cos(angle)), -1).reshape(length, d.width)
        return x

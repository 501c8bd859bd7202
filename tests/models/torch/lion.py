"""Lion, which torch does not have, from Chen et al. 2023, arXiv:2302.06675, algorithm 2."""

from __future__ import annotations

from typing import Any, Dict, List

import torch


class Lion(torch.optim.Optimizer):
    def __init__(self, groups: List[Dict[str, Any]], beta1: float, beta2: float) -> None:
        super().__init__(groups, {"beta1": beta1, "beta2": beta2})

    @torch.no_grad()
    def step(self, closure: Any = None) -> None:
        for group in self.param_groups:
            for p in group["params"]:
                m = self.state[p].setdefault("m", torch.zeros_like(p))
                update = torch.sign(group["beta1"] * m + (1 - group["beta1"]) * p.grad)
                p.sub_(group["lr"] * (update + group["weight_decay"] * p))
                m.mul_(group["beta2"]).add_((1 - group["beta2"]) * p.grad)

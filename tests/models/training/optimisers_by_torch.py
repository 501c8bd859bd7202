#!/usr/bin/env python3
"""Writes what steps of torch's own optimisers make of four blocks of parameters, and transformers' schedule of
warm-up, stable rate and decay: tests/models/training/optimisers_by_torch.tsv, which optimizer_test.cpp reads.

    optimisers_by_torch.py FILE             writes it
    optimisers_by_torch.py FILE --check     0: FILE has these numbers; 1: not

torch.optim.Muon rounds to bfloat16; here its own source runs with float64 in that place, so that every digit can be
compared. torch has no Lion: that of tests/models/torch/lion.py is written from its paper.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Dict, List, Sequence

import torch
import transformers.optimization

# Behind all others: a file there is named transformers, too.
sys.path.append(str(Path(__file__).resolve().parent.parent / "torch"))
from lion import Lion  # noqa: E402

STEPS = 20
RATE, ADAM_RATE, DECAY, LIMIT = 0.05, 0.02, 0.1, 2.0
# rows, columns, factor of the rate, whether it decays, whether it is Muon's
BLOCKS = [(10, 9, 0.5, True, True), (6, 8, 1.0, True, True), (5, 6, 0.7, True, False), (7, 1, 1.0, False, False)]


class InDoubles:
    """torch with float64 where the source says bfloat16."""

    bfloat16 = torch.float64

    def __getattr__(self, name: str) -> Any:
        return getattr(torch, name)


def made(count: int, by: int, modulus: int, start: int) -> torch.Tensor:
    """Numbers in [-1/2, 1/2) that any language makes alike."""
    return torch.tensor([((start + k) * by + 7) % modulus / modulus - 0.5 for k in range(count)], dtype=torch.float64)


def groups_of(parameters: Sequence[torch.Tensor], rate: float, which: Sequence[int]) -> List[Dict[str, Any]]:
    return [{"params": [parameters[k]], "lr": rate * BLOCKS[k][2], "weight_decay": DECAY if BLOCKS[k][3] else 0.0}
            for k in which]


def taken(kind: str, clip: bool = False, **options: Any) -> List[float]:
    sizes = [rows * columns for rows, columns, *_ in BLOCKS]
    whole = made(sum(sizes), 7919, 1009, 0)
    parameters = []
    for (rows, columns, *_), values in zip(BLOCKS, whole.split(sizes)):
        parameters.append(values.reshape(rows, columns).clone().requires_grad_())
    if kind == "muon":
        by_muon = [k for k, block in enumerate(BLOCKS) if block[4]]
        moves = [torch.optim.Muon(groups_of(parameters, RATE, by_muon), **options),
                 torch.optim.AdamW(groups_of(parameters, ADAM_RATE, [k for k in range(4) if k not in by_muon]))]
    else:
        moves = [Lion(groups_of(parameters, RATE, range(4)), 0.9, 0.99)]
    for step in range(STEPS):
        gradient = made(sum(sizes), 104729, 2003, step * sum(sizes))
        if clip:
            gradient = gradient * min(1.0, LIMIT / float(gradient.norm()))
        for parameter, values in zip(parameters, gradient.split(sizes)):
            parameter.grad = values.reshape(parameter.shape).clone()
        for one in moves:
            one.step()
    return torch.cat([parameter.detach().flatten() for parameter in parameters]).tolist()


def rates(form: str) -> List[float]:
    """50 steps: 5 of warm-up, 15 of decay to a fifth. transformers warms up from 0 where sigprop takes (s + 1)/5."""
    moves = torch.optim.SGD([torch.zeros(1, requires_grad=True)], lr=2.0)
    plan = transformers.optimization.get_wsd_schedule(moves, 5, 15, 50, decay_type=form, min_lr_ratio=0.2)
    found = []
    for _ in range(50):
        found.append(plan.get_last_lr()[0])
        moves.step()
        plan.step()
    return found[5:]


def table() -> str:
    torch.optim._muon.torch = InDoubles()
    rows = {
        "muon original": taken("muon"),
        "muon match_rms_adamw, clipped": taken("muon", True, adjust_lr_fn="match_rms_adamw"),
        "muon spectral_unclamped, 3 steps, no nesterov": taken("muon", adjust_lr_fn="spectral_unclamped", ns_steps=3,
                                                               nesterov=False, momentum=0.8),
        "lion": taken("lion"), "wsd linear": rates("linear"), "wsd sqrt": rates("1-sqrt"),
    }
    said = f"# written by tests/models/training/optimisers_by_torch.py: torch {torch.__version__.split('+')[0]}, transformers {transformers.__version__}\n"
    return said + "".join(f"{name}\t{' '.join(repr(one) for one in values)}\n" for name, values in rows.items())


def same(a: str, b: str) -> bool:
    """Whether two tables have the same numbers but for what products may be rounded by."""
    rows = [[line.split("\t") for line in text.splitlines() if not line.startswith("#")] for text in (a, b)]
    if [name for name, _ in rows[0]] != [name for name, _ in rows[1]]:
        return False
    for (_, one), (_, other) in zip(*rows):
        x, y = ([float(word) for word in text.split()] for text in (one, other))
        if len(x) != len(y) or max(abs(p - q) for p, q in zip(x, y)) > 1e-12:
            return False
    return True


def main(words: Sequence[str]) -> int:
    if len(words) not in (1, 2) or words[1:] not in ([], ["--check"]):
        print(__doc__, file=sys.stderr)
        return 2
    if len(words) == 1:
        Path(words[0]).write_text(table(), encoding="utf-8")
        return 0
    agrees = same(Path(words[0]).read_text(encoding="utf-8"), table())
    print("the table has torch's numbers" if agrees else f"write it anew: optimisers_by_torch.py {words[0]}")
    return 0 if agrees else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

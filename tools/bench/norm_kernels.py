#!/usr/bin/env python3
"""How long torch's own kernels of norms take beside each other, forward and backward: layer_norm, rms_norm, and tanh
with DyT's gain and bias. Interleaved, one thread, float32; each time is a median, and only ratios mean anything.

    norm_kernels.py [ROWS [FEATURES ...]]      default: 4096 rows of 512, 1024 and 4096 features

The Python is that of build/venv/torch (tools/requirements/run.sh torch). Beside each ratio to layer_norm stands that of
`sigprop eval "norm.cost(...)"`: operations, forward and backward. The rows "RMSNorm" and "DyT" of tools/bench are
one pass of it, forward and backward, beside layer_norm's.
"""

from __future__ import annotations

import statistics
import sys
import time
from typing import Callable, Dict, List, Sequence, Tuple

import torch
import torch.nn.functional as F

REPEATS = 15
FORWARD = {"layer_norm": 7, "rms_norm": 4, "dyt": 4}  # of norm.cost, per feature
BACKWARD = {"layer_norm": 11, "rms_norm": 8, "dyt": 10}


def layers(features: int) -> Dict[str, Tuple[Callable[[torch.Tensor], torch.Tensor], List[torch.Tensor]]]:
    gain, bias = torch.ones(features, requires_grad=True), torch.zeros(features, requires_grad=True)
    alpha = torch.full((), 0.5, requires_grad=True)
    return {"layer_norm": (lambda x: F.layer_norm(x, (features,), gain, bias), [gain, bias]),
            "rms_norm": (lambda x: F.rms_norm(x, (features,), gain, 1e-6), [gain]),
            "dyt": (lambda x: torch.tanh(alpha * x) * gain + bias, [gain, bias, alpha]),
            "tanh alone": (torch.tanh, [])}


def timed(work: Callable[[], object]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


kept_inputs: Dict[str, Tuple[torch.Tensor, torch.Tensor]] = {}


def both_ways(setting: str, rows: int) -> float:
    """One pass, forward and backward, of "rms_norm:1024" and its like."""
    name, features = setting.split(":")
    if setting not in kept_inputs:
        kept_inputs[setting] = torch.randn(rows, int(features), requires_grad=True), torch.randn(rows, int(features))
    x, dy = kept_inputs[setting]
    layer, parameters = layers(int(features))[name]
    return float(torch.autograd.grad(layer(x), [x, *parameters], dy)[0][0, 0])


def measure(rows: int, features: int) -> None:
    x = torch.randn(rows, features, requires_grad=True)
    dy = torch.randn(rows, features)
    times: Dict[str, Tuple[List[float], List[float]]] = {name: ([], []) for name in layers(features)}
    for turn in range(REPEATS + 1):  # the first turn fetches the memory
        for name, (layer, parameters) in layers(features).items():
            kept: List[torch.Tensor] = []
            forward = timed(lambda: kept.append(layer(x)))
            backward = timed(lambda: torch.autograd.grad(kept[0], [x, *parameters], dy))
            if turn > 0:
                times[name][0].append(forward)
                times[name][1].append(backward)
    base = [statistics.median(one) for one in times["layer_norm"]]
    for name, both in times.items():
        ratios = [statistics.median(one) / of for one, of in zip(both, base)]
        counted = [f"{counts[name] / counts['layer_norm']:.2f}" if name in counts else "-" for counts in (FORWARD, BACKWARD)]
        print(f"{rows} x {features}  {name:10}  forward {ratios[0]:.2f} (counted {counted[0]})  "
              f"backward {ratios[1]:.2f} (counted {counted[1]})  "
              f"{1e3 * statistics.median(both[0]):.2f} + {1e3 * statistics.median(both[1]):.2f} ms")


def main(words: Sequence[str]) -> int:
    if any(not word.isdigit() or int(word) < 1 for word in words):
        print(__doc__, file=sys.stderr)
        return 2
    torch.set_num_threads(1)
    torch.manual_seed(1)
    rows = int(words[0]) if words else 4096
    print(f"torch {torch.__version__}, one thread, times over layer_norm's")
    for features in [int(word) for word in words[1:]] or [512, 1024, 4096]:
        measure(rows, features)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

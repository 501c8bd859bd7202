#!/usr/bin/env python3
"""Holds PyTorch's kernels on a CPU against what rounding may do, and planted mistakes beside them.

    torch_cpu.py                   right results on telling inputs, by contract: elements, and those outside
    torch_cpu.py --activations     thirteen activations and their gradients: every number of 16 bits, 10^5 of 32
    torch_cpu.py --mistakes        planted mistakes: which are proved wrong, beside torch.testing.assert_close
    torch_cpu.py --seeds A:B       other seeds than 100:108; the contract torch_cpu was fitted on 0:8

The Python is that of build/venv/torch, with PYTHONPATH=build/release/python. Exits 1 where a right result is outside of
torch_cpu, which is a fault of the contract.
"""

from __future__ import annotations

import itertools
import statistics
import sys
from typing import Callable, Dict, Iterator, List, Tuple

import sigprop
import torch
import torch.nn.functional as F
from torch.nn.attention import SDPBackend, sdpa_kernel

TYPES = (torch.float32, torch.bfloat16, torch.float16)
CONTRACTS = ("strict", "torch_cpu")
LANES = "lanes:64"
Case = Tuple[str, torch.dtype, Dict[str, torch.Tensor], Dict[str, object]]


def rows(dtype: torch.dtype, generator: torch.Generator) -> Iterator[torch.Tensor]:
    """Telling inputs: scales from 1e-4 to 20, rows near the root of epsilon, a mean of 30 std, one huge last element, short
    rows."""
    def normal(*shape: int) -> torch.Tensor:
        return torch.randn(*shape, generator=generator)

    for n in (3, 65, 1000, 4096):
        for scale in (1e-4, 3e-3, 0.02, 1.0, 20.0):
            yield (scale * normal(4, n)).to(dtype)
        yield (normal(4, n) + 30).to(dtype)
        last = normal(4, n)
        last[:, -1] = 40
        yield last.to(dtype)


def cases(dtype: torch.dtype, seed: int) -> Iterator[Case]:
    """A result of torch with the arrays and numbers that it was computed from."""
    generator = torch.Generator().manual_seed(seed)
    for x in rows(dtype, generator):
        n = x.shape[-1]
        dy = torch.randn(*x.shape, generator=generator).to(dtype)
        weight = (1 + 0.3 * torch.randn(n, generator=generator)).to(dtype)
        bias = torch.randn(n, generator=generator).to(dtype)
        matrix = torch.randn(16, n, generator=generator).to(dtype)
        held = x.clone().requires_grad_()
        for name, function in (("softmax", torch.softmax), ("log_softmax", torch.log_softmax)):
            y = function(held, -1)
            (dx,) = torch.autograd.grad(y, held, dy)
            yield name, dtype, {"x": x, "y": y.detach()}, {}
            yield name, dtype, {"y": y.detach(), "dy": dy, "dx": dx}, {}
        y = F.layer_norm(held, (n,), weight, bias, 1e-5)
        (dx,) = torch.autograd.grad(y, held, dy)
        yield "layer_norm", dtype, {"x": x, "weight": weight, "bias": bias, "y": y.detach()}, {"eps": 1e-5}
        yield "layer_norm", dtype, {"x": x, "weight": weight, "dy": dy, "dx": dx}, {"eps": 1e-5}
        y = F.rms_norm(held, (n,), weight, 1e-6)
        (dx,) = torch.autograd.grad(y, held, dy)
        yield "rms_norm", dtype, {"x": x, "weight": weight, "y": y.detach()}, {"eps": 1e-6}
        yield "rms_norm", dtype, {"x": x, "weight": weight, "dy": dy, "dx": dx}, {"eps": 1e-6}
        yield "sum", dtype, {"x": x, "y": x.sum(-1)}, {}
        yield "mean", dtype, {"x": x, "y": x.mean(-1)}, {}
        yield "linear", dtype, {"x": x, "weight": matrix, "bias": bias[:16] if n >= 16 else bias.repeat(6)[:16],
                                "y": F.linear(x, matrix, bias[:16] if n >= 16 else bias.repeat(6)[:16])}, {}
        yield "matmul", dtype, {"a": x, "b": matrix.t().contiguous(), "y": x @ matrix.t().contiguous()}, {}


def wholes(dtype: torch.dtype, seed: int) -> Iterator[Case]:
    """Attention in both forms of a CPU, and cross-entropy."""
    generator = torch.Generator().manual_seed(seed)

    def normal(*shape: int) -> torch.Tensor:
        return torch.randn(*shape, generator=generator).to(dtype)

    for m, n, d, causal in ((64, 64, 64, False), (128, 128, 64, True), (64, 1000, 32, False), (3, 3, 16, True)):
        q, k, v = normal(2, 2, m, d), normal(2, 2, n, d), normal(2, 2, n, d)
        for backend in (SDPBackend.MATH, SDPBackend.FLASH_ATTENTION):
            with sdpa_kernel(backend):
                y = F.scaled_dot_product_attention(q, k, v, is_causal=causal)
            yield "attention", dtype, {"q": q, "k": k, "v": v, "y": y}, {"causal": causal}
    for classes in (10, 1000, 32000):
        for scale in (0.1, 2, 10):
            x = (scale * normal(8, classes).float()).to(dtype).requires_grad_()
            target = torch.randint(classes, (8,), generator=generator)
            target[3] = -100
            y = F.cross_entropy(x, target, reduction="none")
            dy = torch.ones_like(y)
            (dx,) = torch.autograd.grad(y, x, dy)
            yield "cross_entropy", dtype, {"x": x.detach(), "target": target, "y": y.detach()}, {}
            yield "cross_entropy", dtype, {"x": x.detach(), "target": target, "dy": dy, "dx": dx}, {}


def right(seeds: range) -> int:
    found: Dict[Tuple[str, str, str], list] = {}
    for dtype in TYPES:
        for seed in seeds:
            for operation, _, arrays, numbers in itertools.chain(cases(dtype, seed), wholes(dtype, seed)):
                for contract in CONTRACTS:
                    measured = sigprop.kernels.check(operation, contract=contract, **arrays, **numbers)
                    for one in measured.outputs.values():
                        if one.name == "y" and "dx" in arrays:
                            continue
                        result = operation + (" backward" if one.name == "dx" else "")
                        row = found.setdefault((result, str(dtype)[6:], contract), [0, 0, 0, []])
                        for i, value in enumerate((one.elements, one.outside, one.unclaimed)):
                            row[i] += value
                        row[3].append(one.median_allowed)
    print("| result | type | contract | elements | outside | not claimed | numbers allowed |")
    print("|---|---|---|---:|---:|---:|---:|")
    wrong = 0
    for (result, dtype, contract), (elements, outside, unclaimed, allowed) in sorted(found.items()):
        print(f"| {result} | {dtype} | {contract} | {elements} | {outside} | {unclaimed} | {statistics.median(allowed):g} |")
        if contract == "torch_cpu":
            wrong += outside
    print(f"\n{sum(row[0] for key, row in found.items() if key[2] == 'torch_cpu')} right elements, {wrong} outside of torch_cpu")
    return 1 if wrong else 0


Mistake = Callable[[torch.Tensor], torch.Tensor]


def softmax_f32(x: torch.Tensor) -> torch.Tensor:
    return torch.softmax(x.float(), -1)


def norm_f32(x: torch.Tensor, eps: float, centred: bool, unbiased: bool = False, outside: bool = False) -> torch.Tensor:
    x = x.float()
    centre = x.mean(-1, keepdim=True) if centred else torch.zeros(())
    n = x.shape[-1]
    variance = ((x - centre) ** 2).sum(-1, keepdim=True) / (n - 1 if unbiased else n)
    return (x - centre) / (variance.sqrt() + eps if outside else (variance + eps).sqrt())


#: Of cases/kernel_mistakes: (operation, name, the wrong forward pass in float32, numbers).
MISTAKES: List[Tuple[str, str, Mistake, dict]] = [
    ("softmax", "last element dropped", lambda x: torch.cat((softmax_f32(x[..., :-1]), 0 * x[..., :1].float()), -1), {}),
    ("softmax", "sum in storage", lambda x: (lambda e: e / e.sum(-1, keepdim=True).to(x.dtype).float())(
        torch.exp(x.float() - x.float().amax(-1, keepdim=True))), {}),
    ("softmax", "maximum not subtracted, sum of all but the first", lambda x: (lambda e: e / (e.sum(-1, keepdim=True) - e[..., :1]))(
        torch.exp(x.float() - x.float().amax(-1, keepdim=True))), {}),
    ("softmax", "exp off by 1e-4", lambda x: softmax_f32(x) * (1 + 1e-4), {}),
    ("layer_norm", "eps 1e-6 for 1e-5", lambda x: norm_f32(x, 1e-6, True), {"eps": 1e-5}),
    ("layer_norm", "eps outside of the root", lambda x: norm_f32(x, 1e-5, True, outside=True), {"eps": 1e-5}),
    ("layer_norm", "variance over n - 1", lambda x: norm_f32(x, 1e-5, True, unbiased=True), {"eps": 1e-5}),
    ("layer_norm", "mean dropped", lambda x: norm_f32(x, 1e-5, False), {"eps": 1e-5}),
    ("layer_norm", "one-pass variance", lambda x: (x.float() - x.float().mean(-1, keepdim=True)) / (
        ((x.float() ** 2).mean(-1, keepdim=True) - x.float().mean(-1, keepdim=True) ** 2).clamp(min=0) + 1e-5).sqrt(), {"eps": 1e-5}),
    ("rms_norm", "eps 1e-5 for 1e-6", lambda x: norm_f32(x, 1e-5, False), {"eps": 1e-6}),
    ("rms_norm", "eps outside of the root", lambda x: norm_f32(x, 1e-6, False, outside=True), {"eps": 1e-6}),
    ("rms_norm", "last element missing in the mean", lambda x: x.float() / (
        (x[..., :-1].float() ** 2).sum(-1, keepdim=True) / x.shape[-1] + 1e-6).sqrt(), {"eps": 1e-6}),
    ("rms_norm", "squares summed in storage", lambda x: x.float() / (
        (x.float() ** 2).sum(-1, keepdim=True).to(x.dtype).float() / x.shape[-1] + 1e-6).sqrt(), {"eps": 1e-6}),
    ("sum", "last element dropped", lambda x: x[..., :-1].float().sum(-1), {}),
    ("mean", "over n - 1", lambda x: x.float().sum(-1) / (x.shape[-1] - 1), {}),
]


def mistakes(seeds: range) -> int:
    print("| operation | mistake | type | any order | 64 lanes | assert_close |")
    print("|---|---|---|---:|---:|---:|")
    totals = [0, 0, 0, 0]
    for operation, name, wrong, numbers in MISTAKES:
        for dtype in TYPES:
            if "storage" in name and dtype == torch.float32:
                continue
            found = [False, False, False]
            for seed in seeds:
                generator = torch.Generator().manual_seed(seed)
                for x in rows(dtype, generator):
                    if x.shape[-1] < 65 and "dropped" not in name:
                        continue
                    y = wrong(x).to(dtype)
                    right_one = reference(operation, x, numbers)
                    for i, order in enumerate(("any", LANES)):
                        found[i] |= sigprop.kernels.check(operation, y, x=x, order=order, **numbers).outside > 0
                    try:
                        torch.testing.assert_close(y, right_one)
                    except AssertionError:
                        found[2] = True
            print(f"| {operation} | {name} | {str(dtype)[6:]} | " + " | ".join("seen" if one else "-" for one in found) + " |")
            totals[0] += 1
            for i, one in enumerate(found):
                totals[i + 1] += one
    print(f"\nof {totals[0]}: {totals[1]} in any order, {totals[2]} with 64 lanes, {totals[3]} by assert_close")
    return 0


def reference(operation: str, x: torch.Tensor, numbers: dict) -> torch.Tensor:
    if operation == "softmax":
        return softmax_f32(x).to(x.dtype)
    if operation in ("sum", "mean"):
        return getattr(x.float(), operation)(-1).to(x.dtype)
    return norm_f32(x, numbers["eps"], operation == "layer_norm").to(x.dtype)


#: softsign is left out: torch has no kernel of it, but a chain of operations on arrays.
ACTIVATIONS: Dict[str, Callable[[torch.Tensor], torch.Tensor]] = {
    "gelu": F.gelu, "gelu_tanh": lambda x: F.gelu(x, approximate="tanh"), "silu": F.silu, "tanh": torch.tanh,
    "sigmoid": torch.sigmoid, "softplus": F.softplus, "mish": F.mish, "elu": F.elu, "selu": F.selu, "relu": F.relu,
    "leaky_relu": F.leaky_relu, "hardswish": F.hardswish}


def activations(seeds: range) -> int:
    print("| activation | type | contract | numbers | outside, not claimed | gradients outside, not claimed |")
    print("|---|---|---|---:|---:|---:|")
    wrong = 0
    for dtype in TYPES:
        if dtype == torch.float32:
            generator = torch.Generator().manual_seed(seeds[0])
            x = torch.cat([scale * torch.randn(20000, generator=generator) for scale in (1e-3, 0.1, 1, 5, 20)])
        else:
            x = torch.arange(65536, dtype=torch.int32).to(torch.int16).view(dtype)
            x = x[torch.isfinite(x)]
        for name, function in ACTIVATIONS.items():
            held = x.clone().requires_grad_()
            y = function(held)
            (dx,) = torch.autograd.grad(y, held, torch.ones_like(y))
            y, dy = y.detach(), torch.ones_like(x)
            start = {"y": y} if name in ("tanh", "sigmoid") else {"x": x}  # torch keeps the output of these two
            for contract in CONTRACTS:
                one = sigprop.kernels.check(name, y, x=x, contract=contract).outputs["y"]
                back = sigprop.kernels.check(name, dx=dx, dy=dy, contract=contract, **start).outputs["dx"]
                print(f"| {name} | {str(dtype)[6:]} | {contract} | {len(x)} | {one.outside}, {one.unclaimed} | "
                      f"{back.outside}, {back.unclaimed} |")
                if contract == "torch_cpu":
                    wrong += one.outside + back.outside
    print(f"\n{wrong} outside of torch_cpu")
    return 1 if wrong else 0


def main() -> int:
    words = sys.argv[1:]
    seeds = range(100, 108)
    if "--seeds" in words:
        at = words.index("--seeds")
        first, last = words[at + 1].split(":")
        seeds = range(int(first), int(last))
        del words[at:at + 2]
    if words not in ([], ["--mistakes"], ["--activations"]):
        print(__doc__)
        return 2
    torch.set_num_threads(1)
    return {"": right, "--mistakes": mistakes, "--activations": activations}["".join(words)](seeds)


if __name__ == "__main__":
    sys.exit(main())

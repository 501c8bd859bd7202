#!/usr/bin/env python3
"""Holds the kernels of JAX, onnxruntime and PyTorch on a CPU against what rounding may do.

    libraries.py onnxruntime       right results on telling inputs: elements, and those outside, by contract; needs onnxruntime and onnx
                                   from PyPI, in a Python environment of their own
    libraries.py torch             the same of PyTorch, as torch_cpu.py has it
    libraries.py jax               the same of JAX, operation by operation and compiled whole
    libraries.py torch --fitted    the seeds that the contract was fitted on (0:4) instead of the others (100:104)
    libraries.py torch --needed    on the fitted seeds, each promise of the contract left out: what is outside without it

With PYTHONPATH=build/release/python; the Python is that of build/venv/jax or build/venv/torch. Exits 1 where a result is outside of the library's
contract, or where a promise turns out not to be needed.
"""

from __future__ import annotations

import collections
import statistics
import sys
import warnings
from typing import Any, Callable, Dict, Iterator, List, Tuple

import numpy
import sigprop

#: operation, type, arrays as float32 numbers of the type, numbers
Case = Tuple[str, str, Dict[str, numpy.ndarray], Dict[str, Any]]


def rows(draw: numpy.random.Generator, lengths: tuple = (3, 65, 1000, 4096), scales: tuple = (1e-4, 3e-3, 0.02, 1.0, 20.0)) -> Iterator[numpy.ndarray]:
    """As in torch_cpu.py: scales from 1e-4 to 20, a mean of 30 std, one huge last entry, short rows."""
    for n in lengths:
        for scale in scales:
            yield scale * draw.standard_normal((4, n))
        yield draw.standard_normal((4, n)) + 30
        last = draw.standard_normal((4, n))
        last[:, -1] = 40
        yield last


ACTIVATIONS = ("gelu", "gelu_tanh", "silu", "tanh", "sigmoid", "softplus", "mish", "elu", "selu", "relu", "leaky_relu", "hardswish", "softsign", "erf(x)")


JAX_FUNCTIONS: Dict[Tuple[str, bool], Callable] = {}  # compiled once, for all seeds


def jax_functions() -> Dict[Tuple[str, bool], Callable]:
    """By name, and whether XLA compiles it whole or operation by operation."""
    import flax.linen
    import jax
    import jax.numpy as jnp

    if JAX_FUNCTIONS:
        return JAX_FUNCTIONS
    made: Dict[str, Callable] = {name: getattr(jax.nn, name, None) for name in ACTIVATIONS}
    made.update({"gelu": lambda x: jax.nn.gelu(x, approximate=False), "gelu_tanh": jax.nn.gelu, "hardswish": jax.nn.hard_swish,
                 "softsign": jax.nn.soft_sign, "tanh": jnp.tanh, "erf(x)": jax.scipy.special.erf,
                 "softmax": lambda x: jax.nn.softmax(x, axis=-1), "log_softmax": lambda x: jax.nn.log_softmax(x, axis=-1),
                 "sum": lambda x: jnp.sum(x, axis=-1), "mean": lambda x: jnp.mean(x, axis=-1), "matmul": jnp.matmul,
                 "layer_norm": lambda x, w, b: flax.linen.LayerNorm(epsilon=1e-5, dtype=x.dtype, use_fast_variance=False).apply(
                     {"params": {"scale": w, "bias": b}}, x),
                 "rms_norm": lambda x, w, b: flax.linen.RMSNorm(epsilon=1e-6, dtype=x.dtype).apply({"params": {"scale": w}}, x)})
    for name, function in made.items():
        JAX_FUNCTIONS[name, False] = function
        JAX_FUNCTIONS[name, True] = jax.jit(function)
    return JAX_FUNCTIONS


def jax_cases(seed: int) -> Iterator[Case]:
    import jax
    import jax.numpy as jnp

    draw = numpy.random.default_rng(seed)
    functions = jax_functions()

    def plain(value: Any) -> numpy.ndarray:
        return numpy.asarray(value.astype(jnp.float32))

    for dtype in ("float32", "bfloat16", "float16"):
        def made(numbers: Any) -> Any:
            return jnp.asarray(numpy.asarray(numbers, dtype=numpy.float32)).astype(dtype)

        def both(name: str, x: Any, dy: Any, more: tuple = (), roles: tuple = (), numbers: Any = ()) -> Iterator[Case]:
            arrays = {role: plain(one) for role, one in zip(roles, more)}
            for compiled in (False, True):
                y, back = jax.vjp(lambda x: functions[name, compiled](x, *more), x)
                yield name, dtype, {"x": plain(x), "y": plain(y), **arrays}, dict(numbers)
                arrays.pop("bias", None)
                if (name, dtype) != ("softmax", "float16"):  # a fault: docs/explanation/found.md
                    yield name, dtype, {"x": plain(x), "dy": plain(dy), "dx": plain(back(dy)[0]), **arrays}, dict(numbers)
                arrays = {role: plain(one) for role, one in zip(roles, more)}

        for numbers in rows(draw, (3, 1000), (1e-4, 0.02, 1.0, 20.0)):
            x, n = made(numbers), numbers.shape[-1]
            dy, w, b = made(draw.standard_normal(x.shape)), made(1 + 0.3 * draw.standard_normal(n)), made(draw.standard_normal(n))
            matrix = made(draw.standard_normal((n, 16)))
            for name in ("softmax", "log_softmax"):
                yield from both(name, x, dy)
            for name in ("sum", "mean"):
                for compiled in (False, True):
                    yield name, dtype, {"x": plain(x), "y": plain(functions[name, compiled](x))}, {}
            yield "matmul", dtype, {"a": plain(x), "b": plain(matrix), "y": plain(functions["matmul", True](x, matrix))}, {}
            yield from both("layer_norm", x, dy, (w, b), ("weight", "bias"), {"eps": 1e-5})
            yield from both("rms_norm", x, dy, (w, b), ("weight",), {"eps": 1e-6})
        for scale in (1e-3, 0.1, 1, 5, 20):
            x, dy = made(scale * draw.standard_normal(4000)), made(draw.standard_normal(4000))
            for name in ACTIVATIONS:
                yield from both(name, x, dy)
        for m, n, d, causal in ((64, 64, 64, False), (64, 64, 64, True), (16, 1000, 32, False)):
            q, k, v = (made(draw.standard_normal((1, length, 2, d))) for length in (m, n, n))
            y = jax.nn.dot_product_attention(q, k, v, is_causal=causal)
            turned = {role: numpy.ascontiguousarray(plain(one).swapaxes(1, 2)) for role, one in (("q", q), ("k", k), ("v", v), ("y", y))}
            yield "attention", dtype, turned, {"causal": causal}


def onnxruntime_cases(seed: int) -> Iterator[Case]:
    import onnxruntime
    from onnx import TensorProto, helper

    draw = numpy.random.default_rng(seed)
    sessions: Dict[Any, Any] = {}

    def run(operator: str, arrays: Dict[str, numpy.ndarray], domain: str = "", opset: int = 21, **attributes: Any) -> Any:
        kind = next(iter(arrays.values())).dtype
        key = (operator, kind.name, tuple((name, one.shape) for name, one in arrays.items()), str(attributes))
        if key not in sessions:
            number = TensorProto.FLOAT if kind == numpy.float32 else TensorProto.FLOAT16
            node = helper.make_node(operator, list(arrays), ["out"], domain=domain, **attributes)
            graph = helper.make_graph([node], "one", [helper.make_tensor_value_info(name, number, one.shape) for name, one in arrays.items()],
                                      [helper.make_tensor_value_info("out", number, None)])
            imports = [helper.make_opsetid("", opset)] + ([helper.make_opsetid(domain, 1)] if domain else [])
            model = helper.make_model(graph, opset_imports=imports, ir_version=10)
            options = onnxruntime.SessionOptions()
            options.intra_op_num_threads = 1
            options.log_severity_level = 4
            try:
                sessions[key] = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
            except Exception as error:  # an operator that has no kernel in this type
                if "NOT_IMPLEMENTED" not in str(error) and "NotImplemented" not in type(error).__name__:
                    raise
                sessions[key] = None
        if sessions[key] is None:
            return None
        return sessions[key].run(None, arrays)[0]

    operators = {"gelu": ("Gelu", {}), "gelu_tanh": ("Gelu", {"approximate": "tanh"}), "tanh": ("Tanh", {}), "sigmoid": ("Sigmoid", {}),
                 "softplus": ("Softplus", {}), "mish": ("Mish", {}), "elu": ("Elu", {}), "selu": ("Selu", {}), "relu": ("Relu", {}),
                 "leaky_relu": ("LeakyRelu", {"alpha": 0.01}), "hardswish": ("HardSwish", {}), "softsign": ("Softsign", {}), "erf(x)": ("Erf", {})}
    for dtype in ("float32", "float16"):
        kind = numpy.dtype(dtype)
        for numbers in rows(draw):
            x, n = numbers.astype(kind), numbers.shape[-1]
            w, b = (1 + 0.3 * draw.standard_normal(n)).astype(kind), draw.standard_normal(n).astype(kind)
            matrix = draw.standard_normal((n, 16)).astype(kind)
            made = [("softmax", {"x": x}, run("Softmax", {"X": x}, axis=-1), {}), ("log_softmax", {"x": x}, run("LogSoftmax", {"X": x}, axis=-1), {}),
                    ("matmul", {"a": x, "b": matrix}, run("MatMul", {"A": x, "B": matrix}), {}),
                    ("layer_norm", {"x": x, "weight": w, "bias": b}, run("LayerNormalization", {"X": x, "S": w, "B": b}, axis=-1, epsilon=1e-5),
                     {"eps": float(numpy.float32(1e-5))}),
                    ("rms_norm", {"x": x, "weight": w}, run("SimplifiedLayerNormalization", {"X": x, "S": w}, axis=-1, epsilon=1e-6),
                     {"eps": float(numpy.float32(1e-6))})]
            for name, operator in (("sum", "ReduceSum"), ("mean", "ReduceMean")):
                made.append((name, {"x": x}, run(operator, {"X": x}, opset=12, axes=[-1], keepdims=0), {}))
            for name, arrays, y, more in made:
                if y is not None:
                    yield name, dtype, {**{role: one.astype(numpy.float32) for role, one in arrays.items()}, "y": y.astype(numpy.float32)}, more
        for scale in (1e-3, 0.1, 1, 5, 20):
            x = (scale * draw.standard_normal(4000)).astype(kind)
            for name, (operator, attributes) in operators.items():
                y = run(operator, {"X": x}, opset=22, **attributes)
                if y is not None:
                    yield name, dtype, {"x": x.astype(numpy.float32), "y": y.astype(numpy.float32)}, {}


def torch_cases(seed: int) -> Iterator[Case]:
    """Those of torch_cpu.py, and activations with their gradients."""
    import itertools

    import torch
    import torch_cpu

    torch.set_num_threads(1)
    generator = torch.Generator().manual_seed(seed)

    def plain(value: Any) -> numpy.ndarray:
        return numpy.asarray(value.detach().double().numpy()).astype(numpy.float64 if value.dtype == torch.int64 else numpy.float32)

    for dtype in torch_cpu.TYPES:
        for operation, _, arrays, numbers in itertools.chain(torch_cpu.cases(dtype, seed), torch_cpu.wholes(dtype, seed)):
            yield operation, str(dtype)[6:], {role: plain(one) for role, one in arrays.items()}, numbers
        for scale in (1e-39, 1e-3, 0.1, 1, 5, 20):
            x = (scale * torch.randn(4000, generator=generator)).to(dtype)
            for name, function in torch_cpu.ACTIVATIONS.items():
                held = x.clone().requires_grad_()
                y = function(held)
                dy = torch.randn(4000, generator=generator).to(dtype)
                (dx,) = torch.autograd.grad(y, held, dy)
                start = {"y": plain(y)} if name in ("tanh", "sigmoid") else {"x": plain(x)}
                yield name, str(dtype)[6:], {"x": plain(x), "y": plain(y)}, {}
                yield name, str(dtype)[6:], {**start, "dy": plain(dy), "dx": plain(dx)}, {}


LIBRARIES = {"jax": jax_cases, "onnxruntime": onnxruntime_cases, "torch": torch_cases}


def outside(case: Case, contract: Any) -> Tuple[int, int, int, float, str]:
    """Elements, those outside and not claimed, numbers allowed, and the worst element in words."""
    operation, dtype, arrays, numbers = case
    result = "dx" if "dx" in arrays else "y"
    given = {role: one for role, one in arrays.items() if role != result}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        lower, upper, _ = sigprop.kernels.bounds(operation, result, dtype=dtype, contract=contract, **given, **numbers)
    value = arrays[result].astype(float)
    claimed = (lower > -numpy.inf) | (upper < numpy.inf)
    wrong = claimed & ~((lower <= value) & (value <= upper))
    reason = ""
    if wrong.any():
        off = numpy.where(wrong, numpy.maximum(lower - value, value - upper) / numpy.maximum(numpy.abs(value), 1e-300), -numpy.inf)
        at = numpy.unravel_index(int(numpy.nanargmax(off)), off.shape)
        inputs = {role: float(one[at]).hex() for role, one in given.items() if one.shape == value.shape}
        reason = f"{result} {float(value[at]).hex()}, from {float(lower[at]).hex()} to {float(upper[at]).hex()}, relative {off[at]:.3g}, of {inputs}"
    spacing = numpy.abs(value) * {"float32": 2.0**-23, "bfloat16": 2.0**-7, "float16": 2.0**-10}[dtype]
    known = claimed & (spacing > 0)
    allowed = float(numpy.median(1 + (upper - lower)[known] / spacing[known])) if known.any() else 1.0
    return value.size, int(wrong.sum()), int((~claimed).sum()), allowed, reason


def name_of(case: Case) -> str:
    return case[0] + (" backward" if "dx" in case[2] else "")


def counted(library: str, seeds: range, contracts: List[str]) -> int:
    found: Dict[Tuple[str, str, str], list] = {}
    for seed in seeds:
        for case in LIBRARIES[library](seed):
            for contract in contracts:
                row = found.setdefault((name_of(case), case[1], contract), [0, 0, 0, [], ""])
                elements, wrong, unclaimed, allowed, reason = outside(case, contract)
                for i, value in enumerate((elements, wrong, unclaimed)):
                    row[i] += value
                row[3].append(allowed)
                if wrong and not row[4]:
                    row[4] = reason
    print("| result | type | contract | elements | outside | not claimed | numbers allowed |")
    print("|---|---|---|---:|---:|---:|---:|")
    for (result, dtype, contract), (elements, wrong, unclaimed, allowed, _) in sorted(found.items()):
        print(f"| {result} | {dtype} | {contract} | {elements} | {wrong} | {unclaimed} | {statistics.median(allowed):.2g} |")
    own = {key: row for key, row in found.items() if key[2] == contracts[-1]}
    for key, row in sorted(own.items()):
        if row[1]:
            print(key, row[4], file=sys.stderr)
    wrong = sum(row[1] for row in own.values())
    print(f"\n{sum(row[0] for row in own.values())} right elements, {wrong} outside of {contracts[-1]}")
    return 1 if wrong else 0


def without(contract: dict) -> Iterator[Tuple[str, dict]]:
    """The contract with one promise less, for each of its promises."""
    for key in ("one_pass_variance", "affine_norm", "every_step_stored", "online_softmax", "subnormals_may_be_zero"):
        if contract[key]:
            less = {**contract, key: False, "name": "less"}
            if key == "every_step_stored":
                less["rounded"] = {}
            yield key, less
    if not contract["every_step_stored"]:
        for name in contract["rounded"]:
            yield name, {**contract, "name": "less", "rounded": {key: value for key, value in contract["rounded"].items() if key != name}}
    usual = {"units": 4, "absolute": 0, "flushed": 0, "argument": 0}
    for name, error in contract["functions"].items():
        for part, value in error.items():
            if value != usual[part]:
                # half of it, or nothing: what is fitted to a size has to be needed at that size
                less = max(usual[part], value / 2) if part in ("units", "absolute") else usual[part]
                yield f"{part} of {name}", {**contract, "name": "less", "functions": {**contract["functions"], name: {**error, part: less}}}


def needed(library: str, seeds: range) -> int:
    name = f"{library}_cpu"
    missed: Dict[Tuple[str, str], collections.Counter] = {}
    reasons: Dict[Tuple[str, str], str] = {}
    for seed in seeds:
        for case in LIBRARIES[library](seed):
            for promise, less in without(sigprop.kernels.contract(name, dtype=case[1])):
                _, wrong, _, _, reason = outside(case, less)
                missed.setdefault((promise, case[1]), collections.Counter())[name_of(case)] += wrong
                if wrong:
                    reasons.setdefault((promise, case[1]), reason)
    print("| promise | type | outside without it, or with half of it |\n|---|---|---|")
    for (promise, dtype), counts in sorted(missed.items()):
        told = ", ".join(f"{result} {count}" for result, count in sorted(counts.items()) if count)
        print(f"| {promise} | {dtype} | {told or 'none'} |")
    # in one of the types is enough: what is narrower hides half of an error
    return 1 if any(not any(sum(missed[key].values()) for key in missed if key[0] == promise) for promise, _ in missed) else 0


def main() -> int:
    words = sys.argv[1:]
    if not words or words[0] not in LIBRARIES or words[1:] not in ([], ["--fitted"], ["--needed"]):
        print(__doc__)
        return 2
    library = words[0]
    if words[1:] == ["--needed"]:
        return needed(library, range(0, 4))
    return counted(library, range(0, 4) if words[1:] else range(100, 104), ["strict", f"{library}_cpu"])


if __name__ == "__main__":
    sys.exit(main())

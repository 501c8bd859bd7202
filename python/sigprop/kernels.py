"""Are the results of a kernel within what rounding may do? As in ``sigprop measure kernel``.

    >>> found = sigprop.kernels.check("softmax", kernel(x), x=x)
    >>> found.ok, found.outside
    (True, 0)

For the given inputs each element of a result has an enclosure: everything that a kernel which keeps its contract may
return. An element outside proves that the kernel does not keep it; elements inside prove nothing. The contract "strict":
float32 inside, sums in any order, functions within 2 units of the last place, one rounding to the dtype at the end.
"""

from __future__ import annotations

import json
import os
from typing import Any, Callable, Dict, Iterator, List, NamedTuple, Optional, Tuple

from . import _core
from ._arrays import array, dtype_name
from ._tensors import is_torch, loaded
from ._errors import InputError, shown
from ._measured import Judged, Measurement
from ._report import Record, Report
from ._text import check_text
from .measure import _keywords, _number

__all__ = ["Bounds", "KernelMeasurement", "KernelOutput", "Power", "Sweep", "bounds", "check", "contract", "inputs", "power", "sweep"]

_ORDERS = ("any", "lanes", "blocks")
_GATED = ("swiglu", "geglu", "tanh_geglu", "reglu")
_ROLES = ("x", "y", "dy", "dx", "weight", "bias", "a", "b", "q", "k", "v", "target", "dq", "dk", "dv", "mask", "mean", "rstd",
          "dweight", "dbias", "da", "db", "gate", "up", "dgate", "dup", "cos", "sin", "index", "source")


class KernelOutput(Judged):
    """One result of a kernel: y, dx or another. ``outside`` counts the elements that no kernel under the contract returns, and
    ``kept`` names the other contracts under which none is outside; ``worst_at`` is the index of the worst. ``looks_like``
    says what was computed instead, perhaps, such as "eps 1e-5 instead of 1e-6": with it, rows are inside."""

    def __init__(self, details: dict, record: Record) -> None:
        self.name: str = details["output"]
        self.shape: tuple = tuple(details["shape"])
        self.dtype: str = details["dtype"]
        self.elements: int = details["elements"]
        self.outside: int = details["outside"]
        self.unclaimed: int = details["unclaimed"]
        self.median_allowed: float = details["median_allowed"]
        self.worst_at: tuple = tuple(details["worst_at"])
        self.worst_value: float = details["worst_value"]
        self.worst_lower: float = details["worst_lower"]
        self.worst_upper: float = details["worst_upper"]
        self.kept: List[str] = list(details["kept"])
        self.looks_like: List[str] = list(details["looks_like"])
        self.record = record


class KernelMeasurement(Measurement):
    """A kernel, held against what rounding may do. ``outputs`` has a KernelOutput for each result; ``outside`` is the
    number of elements outside over all of them."""

    @property
    def outputs(self) -> Dict[str, KernelOutput]:
        pairs = zip(self._details["outputs"], self.records)
        return {details["output"]: KernelOutput(details, record) for details, record in pairs}

    @property
    def outside(self) -> int:
        return sum(one.outside for one in self.outputs.values())

    @property
    def ok(self) -> bool:
        return all(one.ok for one in self.outputs.values())

    @property
    def table(self) -> List[dict]:
        return [{"output": one.name, "shape": one.shape, "dtype": one.dtype, "elements": one.elements,
                 "outside": one.outside, "allowed": one.median_allowed, "at": one.worst_at, "value": one.worst_value,
                 "from": one.worst_lower, "to": one.worst_upper, "verdict": one.verdict} for one in self.outputs.values()]


def _order(order: Any) -> tuple:
    if order is None:
        return None, 1
    kind, _, size = order.partition(":") if isinstance(order, str) else ("", "", "")
    if kind not in _ORDERS or (kind == "any") != (not size) or (size and not (size.isdigit() and int(size) > 0)):
        raise InputError(f"order takes any, lanes:N or blocks:N, such as 'lanes:64', not {shown(order)}")
    return kind, int(size or 1)


def _real(target: Any) -> Any:
    """Classes are whole numbers, which arrays of the library are not."""
    if is_torch(target):
        return target.double()
    return target.astype("float64") if hasattr(target, "astype") else target


def check(
    operation: str,
    out: Any = None,
    *,
    x: Any = None,
    y: Any = None,
    dy: Any = None,
    dx: Any = None,
    weight: Any = None,
    bias: Any = None,
    a: Any = None,
    b: Any = None,
    q: Any = None,
    k: Any = None,
    v: Any = None,
    target: Any = None,
    dq: Any = None,
    dk: Any = None,
    dv: Any = None,
    mask: Any = None,
    mean: Any = None,
    rstd: Any = None,
    dweight: Any = None,
    dbias: Any = None,
    da: Any = None,
    db: Any = None,
    gate: Any = None,
    up: Any = None,
    dgate: Any = None,
    dup: Any = None,
    cos: Any = None,
    sin: Any = None,
    index: Any = None,
    source: Any = None,
    eps: Any = None,
    weight_offset: Any = None,
    scale: Any = None,
    softcap: Any = None,
    causal: bool = False,
    window: Any = None,
    smoothing: Any = None,
    z_loss: Any = None,
    ignored: Any = None,
    dtype: Any = None,
    contract: Any = "strict",
    order: Optional[str] = None,
    **options: Any,
) -> KernelMeasurement:
    """Holds results of a kernel against everything that rounding may do to them.

    operation: "sum", "mean", "rms_norm", "layer_norm", "softmax", "log_softmax", "linear", "matmul",
        "attention", "cross_entropy" (by row), "swiglu", "geglu", "tanh_geglu", "reglu", "rotary" (pairs of both halves),
        "rotary_interleaved", "index_add" or "embedding"; an activation by name,
        such as "gelu", or as a formula in x, "x*sigmoid(1.702*x)"
    out: the result, the gradient dx where dy is given, else y; or name them: y=, dx=
    x: the input [..., n], rows along the last axis; the dx of a softmax is computed from the y that the forward pass saved, or
        from x where y is not given, and that of tanh and sigmoid from y where x is not given
    weight, bias: of a norm [n]; of linear [N, K] and [N]; a, b: the factors of matmul
    mean, rstd: what the forward pass of a norm has saved, a number a row, where its gradients start from them
    dweight, dbias: of a norm or of linear; da, db: of matmul: gradients, from dy
    q [..., M, d], k [..., N, d], v [..., N, c], scale (1/sqrt(d)), softcap, causal: of attention, whose dq, dk and dv are named; they may
        start from the y that the forward pass saved: give it where they do
    mask [..., M, N]: of 0 and 1, which keys a query sees; window: a query sees the keys that are nearer than this, itself included
    target, smoothing, z_loss, ignored: of cross_entropy: the class of each row, and the target of rows that do not count (-100)
    gate, up, dgate, dup: of gated units; cos, sin [..., d/2] or [..., d]: of rotary positions
    index, source: of index_add, which adds rows to those of x; index, dy and weight: of the dweight of embedding
    eps, weight_offset: of a norm, whose gain is weight_offset + weight (0)
    dtype: of storage (that of each result); contract: "strict", "torch_cpu", "jax_cpu", "onnxruntime_cpu" or "composite", a dictionary such as
        ``contract()`` gives, or the path of a .json file of one
    order: of sums, in place of the contract's: "any", "lanes:64", "blocks:128"
    """
    given = {"x": x, "y": y, "dy": dy, "dx": dx, "weight": weight, "bias": bias, "a": a, "b": b, "q": q, "k": k, "v": v, "target": target,
             "dq": dq, "dk": dk, "dv": dv, "mask": mask, "mean": mean, "rstd": rstd, "dweight": dweight, "dbias": dbias, "da": da, "db": db,
             "gate": gate, "up": up, "dgate": dgate, "dup": dup, "cos": cos, "sin": sin, "index": index, "source": source}
    if out is not None:
        name = "y" if dy is None else "dx"
        if given[name] is not None:
            raise InputError(f"{name} is given twice, by its place and by its name")
        given[name] = out
    held, question = _asked(operation, given, eps=eps, weight_offset=weight_offset, scale=scale, softcap=softcap, causal=causal, window=window,
                            smoothing=smoothing, z_loss=z_loss, ignored=ignored, dtype=dtype, contract=contract, order=order)
    with _keywords():
        report, details = _core.measure_kernel(held, options, **question)
    return KernelMeasurement(Report(report), details)


def contract(named: Any = "strict", *, dtype: Any = "float32") -> Dict[str, Any]:
    """A contract as a dictionary, to be changed and given to ``check``: what a kernel promises of its roundings.

        >>> mine = sigprop.kernels.contract("strict", dtype="bfloat16")
        >>> mine.update(name="mine", order="lanes:64", rounded={"softmax.sum": "must"})
        >>> sigprop.kernels.check("softmax", y, x=x, contract=mine).ok

    named: "strict", "torch_cpu", "jax_cpu", "onnxruntime_cpu" or "composite", a dictionary with fewer fields (``{"name": "mine", "like": "torch_cpu", …}``), or
        the path of a .json file; dtype: of storage. ``sigprop show strict`` explains a contract in words.
    """
    name = dtype_name(dtype)
    if name is None:
        raise InputError("a contract is of a dtype: float32, bfloat16 or float16")
    with _keywords():
        return _core.kernel_contract(**_contract(named), dtype=name)


def _contract(given: Any) -> dict:
    """The name of a shipped contract, or the text or the path of another one."""
    if isinstance(given, dict):
        try:
            return {"contract": "", "contract_json": json.dumps(given, allow_nan=False), "contract_file": None}
        except (TypeError, ValueError) as error:
            raise InputError(f"the contract is no JSON: {error}") from None
    if isinstance(given, os.PathLike) or (isinstance(given, str) and given.endswith(".json")):
        return {"contract": "", "contract_json": None, "contract_file": check_text(os.fspath(given), "contract")}
    if not isinstance(given, str):
        raise TypeError(f"a contract is a name such as 'strict', a dictionary, or the path of a .json file, not {type(given).__name__}")
    return {"contract": check_text(given, "contract"), "contract_json": None, "contract_file": None}


class Bounds(NamedTuple):
    """Everything that a kernel which keeps its contract may return: lower <= result <= upper, element by element. Both are
    arrays of float64 that hold numbers of the dtype; -inf and inf where nothing is claimed."""

    lower: Any
    upper: Any
    dtype: str


def bounds(operation: str, result: Optional[str] = None, *, options: Optional[dict] = None, **given: Any) -> Bounds:
    """What ``check`` holds a result against, for a test of one's own.

        >>> lower, upper, dtype = sigprop.kernels.bounds("softmax", x=x, dtype="bfloat16")
        >>> ((lower <= y) & (y <= upper)).all()
        True

    result: "y", "dx", "dq" or another; "dx" where dy is given and "y" elsewhere, if not said
    given: the inputs and the contract, by the keywords of ``check``; dtype is that of the first input, if not said
    options: digits, threads and others of every call
    """
    import numpy

    held, question = _inputs(operation, result, given)
    with _keywords():
        found = _core.kernel_bounds(held, dict(options or {}), **question)
    lower, upper = numpy.empty(found.shape), numpy.empty(found.shape)
    found.copy(lower.ctypes.data, upper.ctypes.data)
    return Bounds(lower, upper, found.dtype)


class Power(NamedTuple):
    """A mistake, and how many of the elements of a result would prove it: those whose bounds with it and without it have no
    number in common."""

    mistake: str
    elements: int
    shown: int


def power(operation: str, result: Optional[str] = None, *, options: Optional[dict] = None, **given: Any) -> List[Power]:
    """Which mistakes these inputs can show, and which they cannot: of two rows of the same numbers no test tells a wrong eps.

        >>> [one.mistake for one in sigprop.kernels.power("rms_norm", x=x, eps=1e-6) if one.shown == 0]
        ['eps 1e-12 instead of 1e-6', 'eps left out']

    The arguments are those of ``bounds``. The mistakes are the ones that ``check`` names in ``looks_like``.
    """
    held, question = _inputs(operation, result, given)
    with _keywords():
        return [Power(*row) for row in _core.kernel_power(held, dict(options or {}), **question)]


#: Entries of a row, and what their numbers are: of a scale, far from 0, with one that outweighs the others.
_LENGTHS = (3, 65, 1000)
_SCALES = (1e-4, 3e-3, 1.0)
#: Queries and keys, one beside the edges of blocks of 16 and 64.
_HEADS = ((1, 1), (5, 5), (16, 33), (64, 64), (65, 129))


def inputs(operation: str, *, backward: bool = False, dtype: Any = "float32", seed: int = 0) -> Iterator[Tuple[str, Dict[str, Any]]]:
    """Telling inputs for a kernel: a name, and the arrays by the keywords of ``check``.

        >>> for name, given in sigprop.kernels.inputs("rms_norm", dtype=torch.bfloat16):
        ...     found = sigprop.kernels.check("rms_norm", kernel(**given), eps=1e-6, **given)

    Rows of 3, 65 and 1,000 entries, of scale 1e-4 to 1, around 30 standard deviations, and with one huge last entry; logits of a
    confident model; queries and keys beside the edges of blocks. A mistake that none of ``power`` shows with all of them cannot be
    shown by a test of these inputs.

    operation: one of ``check``; all that is none of its names is taken as an activation
    backward: with dy; a softmax then has y in place of x
    dtype: numpy.float32, numpy.float16, or one of torch, which decides what the arrays are: numbers of that type
    """
    import numpy

    name = dtype_name(dtype)
    torch = loaded("torch")
    is_of_torch = torch is not None and isinstance(dtype, torch.dtype)
    if name not in ("float32", "float16", "bfloat16") or (name == "bfloat16" and not is_of_torch):
        raise InputError(f"dtype is numpy.float32, numpy.float16 or one of torch, such as torch.bfloat16, not {shown(dtype)}")
    draw = numpy.random.default_rng(seed)

    def made(numbers: Any) -> Any:
        return torch.from_numpy(numpy.asarray(numbers)).to(dtype) if is_of_torch else numpy.asarray(numbers).astype(name)

    def classes(numbers: Any) -> Any:
        return torch.from_numpy(numbers) if is_of_torch else numbers

    for words, arrays in _telling(operation, backward, draw):
        yield words, {role: classes(one) if role in ("target", "index") else made(one) for role, one in arrays.items()}


def _telling(operation: str, backward: bool, draw: Any) -> Iterator[Tuple[str, Dict[str, Any]]]:
    import numpy

    if operation == "attention":
        for queries, keys in _HEADS:
            for scale in (1.0, 4.0):
                given = {"q": scale * draw.standard_normal((2, queries, 16)), "k": scale * draw.standard_normal((2, keys, 16)),
                         "v": draw.standard_normal((2, keys, 8))}
                yield f"{queries} queries, {keys} keys, scale {scale:g}", {
                    **given, **({"dy": draw.standard_normal((2, queries, 8))} if backward else {})}
        return
    if operation in ("index_add", "embedding"):
        for rows, added in ((1, 1000), (7, 65), (100, 300)):
            start, terms = draw.standard_normal((rows, 8)), draw.standard_normal((added, 8))
            roles = {"x": start, "source": terms} if operation == "index_add" else {"weight": start, "dy": terms}
            yield f"{added} rows added to {rows}", {**roles, "index": draw.integers(0, rows, added)}
        return
    if operation in ("rotary", "rotary_interleaved"):
        for length in (1, 65, 1000):
            angle = numpy.arange(length)[:, None] / 10000.0 ** (numpy.arange(16) / 16)
            yield f"{length} positions", {"dy" if backward else "x": draw.standard_normal((2, length, 32)), "cos": numpy.cos(angle),
                                          "sin": numpy.sin(angle)}
        return
    if operation in _GATED:
        for words, x in _telling_rows(draw, False):
            given = {"gate": x, "up": draw.standard_normal(x.shape)}
            yield words, {**given, "dy": draw.standard_normal(x.shape)} if backward else given
        return
    if operation in ("linear", "matmul"):
        names = ("x", "weight") if operation == "linear" else ("a", "b")
        for length in _LENGTHS:
            right = (16, length) if operation == "linear" else (length, 16)
            given = {names[0]: draw.standard_normal((4, length)), names[1]: draw.standard_normal(right)}
            yield f"{length} terms", {**given, "bias": draw.standard_normal(16)} if operation == "linear" else given
        return
    for words, x in _telling_rows(draw, operation in ("softmax", "log_softmax", "cross_entropy")):
        given = {"x": x}
        if operation.endswith("_norm"):
            given["weight"] = 1 + 0.3 * draw.standard_normal(x.shape[-1])
            if operation == "layer_norm" and not backward:
                given["bias"] = draw.standard_normal(x.shape[-1])
        if operation == "cross_entropy":
            given["target"] = draw.integers(0, x.shape[-1], x.shape[0])
        if backward:
            given["dy"] = draw.standard_normal(x.shape[:1] if operation == "cross_entropy" else x.shape)
        if backward and operation in ("softmax", "log_softmax"):
            e = numpy.exp(x - x.max(-1, keepdims=True))
            p = e / e.sum(-1, keepdims=True)
            del given["x"]
            given["y"] = p if operation == "softmax" else numpy.log(numpy.maximum(p, 1e-30))
        yield words, given


def _telling_rows(draw: Any, exponential: bool) -> Iterator[Tuple[str, Any]]:
    for length in _LENGTHS:
        for scale in _SCALES:
            yield f"rows of {length}, scale {scale:g}", scale * draw.standard_normal((4, length))
        yield f"rows of {length}, around 30 standard deviations", draw.standard_normal((4, length)) + 30
        last = draw.standard_normal((4, length))
        last[:, -1] = 40
        yield f"rows of {length}, the last entry 40", last
        yield f"rows of {length}, scale 20", 20 * draw.standard_normal((4, length))
        if exponential:  # e^200 is beyond float32, unless the largest entry is subtracted
            late = draw.standard_normal((4, length))
            late[:, -1] = 200
            yield f"rows of {length}, the last entry 200", late


def _inputs(operation: str, result: Optional[str], given: Dict[str, Any]) -> tuple:
    """The arrays, and the question about one result of them: the gradient where dy is given, if not said."""
    arrays = {name: given.get(name) for name in _ROLES}
    held, question = _asked(operation, arrays, **{name: value for name, value in given.items() if name not in _ROLES})
    if result is None:
        result = "y" if arrays["dy"] is None else "dx"
    return held, {**question, "result": check_text(result, "result")}


class Sweep(NamedTuple):
    """An activation at every finite number of a type of 16 bits. ``x`` has the numbers in ascending order; ``found`` has a
    KernelMeasurement for each way that was tried: "y", "dx", and both with strided arrays, "y strided" and "dx strided"."""

    x: Any
    found: Dict[str, KernelMeasurement]

    @property
    def ok(self) -> bool:
        return all(one.ok for one in self.found.values())

    @property
    def table(self) -> List[dict]:
        """A row for each way: how many numbers are outside, and at which x the worst is."""
        rows = []
        for way, one in self.found.items():
            (result,) = one.outputs.values()
            rows.append({"of": way, "numbers": result.elements, "outside": result.outside, "unclaimed": result.unclaimed,
                         "worst x": float(self.x[result.worst_at[0]]), "value": result.worst_value, "from": result.worst_lower,
                         "to": result.worst_upper})
        return rows

    def __str__(self) -> str:
        lines = []
        for row in self.table:
            text = f"{row['of']}: {row['outside']} of {row['numbers']} outside"
            if row["outside"]:
                text += f"; at x = {row['worst x']!r} it is {row['value']!r}, allowed are {row['from']!r} to {row['to']!r}"
            lines.append(text)
        return "\n".join(lines)


def sweep(function: Callable[[Any], Any], operation: str, *, dtype: Any, contract: Any = "strict", saved: str = "x",
          backward: Optional[Callable[[Any, Any], Any]] = None, **options: Any) -> Sweep:
    """Holds an activation against what rounding may do at every finite number of a type of 16 bits, a second for each way.

        >>> found = sigprop.kernels.sweep(torch.nn.functional.gelu, "gelu", dtype=torch.bfloat16)

    function: of one array, as long as there are numbers; it is called once for packed and once for strided memory, for which
        libraries have code of their own
    operation: the activation by name, or as a formula in x
    dtype: torch.bfloat16, torch.float16 or numpy.float16
    backward: dx = backward(x, dy), which is called with dy = 1; with torch, its autograd, if not given
    saved: what the backward pass starts from, "x", or "y" of tanh and sigmoid, which PyTorch saves
    """
    name = dtype_name(dtype)
    torch = loaded("torch")
    is_of_torch = torch is not None and isinstance(dtype, torch.dtype)
    if name not in ("bfloat16", "float16") or not (is_of_torch or name == "float16"):
        raise InputError(f"dtype is torch.bfloat16, torch.float16 or numpy.float16, not {shown(dtype)}")
    if saved not in ("x", "y"):
        raise InputError(f"saved is 'x' or 'y', not {shown(saved)}")
    if not callable(function):
        raise TypeError(f"the function takes an array, such as torch.nn.functional.gelu; {shown(function)} cannot be called")
    import numpy

    # In ascending order: negative numbers from the largest magnitude down, then the others.
    bits = numpy.concatenate([numpy.arange(0xFFFF, 0x7FFF, -1), numpy.arange(0x8000)]).astype(numpy.uint16)
    infinity = 0x7F80 if name == "bfloat16" else 0x7C00
    bits = bits[(bits & 0x7FFF) < infinity]
    found: Dict[str, KernelMeasurement] = {}
    for place in ("", " strided"):
        spread = numpy.repeat(bits, 2)
        x: Any = torch.from_numpy(spread.view(numpy.int16)).view(dtype) if is_of_torch else spread.view(numpy.float16)
        x = x[::2] if place else (x[::2].contiguous() if is_of_torch else x[::2].copy())
        y, dx = _forward_and_backward(function, backward, x, torch if is_of_torch else None)
        start = {"y": y, "x": None} if saved == "y" else {"x": x}
        with _keywords():
            found["y" + place] = check(operation, y, x=x, contract=contract, dtype=name, **options)
            if dx is not None:
                found["dx" + place] = check(operation, dx=dx, dy=x * 0 + 1, contract=contract, dtype=name, **start, **options)
    return Sweep(x, found)


def _forward_and_backward(function: Callable, backward: Optional[Callable], x: Any, torch: Any) -> tuple:
    if torch is None or backward is not None:
        y = function(x)
        return y, None if backward is None else backward(x, x * 0 + 1)
    held = x.detach().requires_grad_()
    y = function(held)
    if not y.requires_grad:
        return y, None
    (dx,) = torch.autograd.grad(y, held, torch.ones_like(y))
    return y.detach(), dx


def _asked(operation: str, given: dict, *, eps: Any = None, weight_offset: Any = None, scale: Any = None, softcap: Any = None, causal: bool = False,
           window: Any = None, smoothing: Any = None, z_loss: Any = None, ignored: Any = None, dtype: Any = None, contract: Any = "strict",
           order: Optional[str] = None) -> tuple:
    """The arrays as the library holds them, and the question about them."""
    if not isinstance(operation, str):
        raise TypeError(f"the operation is a name such as 'softmax', not {type(operation).__name__}")
    computed_in = dtype_name(dtype)
    given = {**given, "target": _real(given["target"]), "mask": _real(given["mask"]), "index": _real(given["index"])}
    held = {role: array(value, role, computed_in == "bfloat16") for role, value in given.items() if value is not None}
    kind, size = _order(order)
    return held, {
        "operation": check_text(operation, "the operation"), **_contract(contract), "eps": _number(eps, "eps"),
        "weight_offset": _number(weight_offset, "weight_offset"), "dtype": computed_in, "scale": _number(scale, "scale"),
        "softcap": _number(softcap, "softcap"), "causal": bool(causal), "window": _number(window, "window"), "smoothing": _number(smoothing, "smoothing"),
        "z_loss": _number(z_loss, "z_loss"), "ignored": _number(ignored, "ignored"), "order": kind, "order_size": size}

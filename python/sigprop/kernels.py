"""Are the results of a kernel within what rounding may do? As in ``sigprop measure kernel``.

    >>> found = sigprop.kernels.check("softmax", kernel(x), x=x)
    >>> found.ok, found.outside
    (True, 0)

For the given inputs each element of a result has an enclosure: everything that a kernel which keeps its contract may
return. An element outside proves that the kernel does not keep it; elements inside prove nothing. The contract "strict":
float32 inside, sums in any order, functions within 2 units of the last place, one rounding to the dtype at the end.
"""

from __future__ import annotations

from typing import Any, Dict, List, Optional

from . import _core
from ._arrays import array, dtype_name
from ._tensors import is_torch
from ._errors import InputError, shown
from ._measured import Judged, Measurement
from ._report import Record, Report
from ._text import check_text
from .measure import _keywords, _number

__all__ = ["KernelMeasurement", "KernelOutput", "check"]

_ORDERS = ("any", "lanes", "blocks")


class KernelOutput(Judged):
    """One result of a kernel: y or dx. ``outside`` counts the elements that no kernel under the contract returns, and
    ``kept`` names the other contracts under which none is outside; ``worst_at`` is the index of the worst."""

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
    eps: Any = None,
    weight_offset: Any = None,
    scale: Any = None,
    softcap: Any = None,
    causal: bool = False,
    smoothing: Any = None,
    z_loss: Any = None,
    ignored: Any = None,
    dtype: Any = None,
    contract: str = "strict",
    order: Optional[str] = None,
    **options: Any,
) -> KernelMeasurement:
    """Holds results of a kernel against everything that rounding may do to them.

    operation: "sum", "mean", "rms_norm", "layer_norm", "softmax", "log_softmax", "linear", "matmul",
        "attention" or "cross_entropy" (by row); an activation by name,
        such as "gelu", or as a formula in x, "x*sigmoid(1.702*x)"
    out: the result, the gradient dx where dy is given, else y; or name them: y=, dx=
    x: the input [..., n], rows along the last axis; the dx of a softmax is computed from the y that the forward pass saved,
        and so is that of tanh and sigmoid where x is not given
    weight, bias: of a norm [n]; of linear [N, K] and [N]; a, b: the factors of matmul
    q [..., M, d], k [..., N, d], v [..., N, c], scale (1/sqrt(d)), softcap, causal: of attention
    target, smoothing, z_loss, ignored: of cross_entropy: the class of each row, and the target of rows that do not count (-100)
    eps, weight_offset: of a norm, whose gain is weight_offset + weight (0)
    dtype: of storage (that of each result); contract: "strict", "torch_cpu" or "composite"
    order: of sums, in place of the contract's: "any", "lanes:64", "blocks:128"
    """
    if not isinstance(operation, str):
        raise TypeError(f"the operation is a name such as 'softmax', not {type(operation).__name__}")
    given = {"x": x, "y": y, "dy": dy, "dx": dx, "weight": weight, "bias": bias, "a": a, "b": b, "q": q, "k": k, "v": v,
             "target": _real(target)}
    if out is not None:
        name = "y" if dy is None else "dx"
        if given[name] is not None:
            raise InputError(f"{name} is given twice, by its place and by its name")
        given[name] = out
    computed_in = dtype_name(dtype)
    held = {role: array(value, role, computed_in == "bfloat16") for role, value in given.items() if value is not None}
    kind, size = _order(order)
    with _keywords():
        report, details = _core.measure_kernel(
            held, options, operation=check_text(operation, "the operation"), contract=check_text(contract, "contract"),
            eps=_number(eps, "eps"), weight_offset=_number(weight_offset, "weight_offset"), dtype=computed_in,
            scale=_number(scale, "scale"), softcap=_number(softcap, "softcap"), causal=bool(causal),
            smoothing=_number(smoothing, "smoothing"), z_loss=_number(z_loss, "z_loss"), ignored=_number(ignored, "ignored"),
            order=kind, order_size=size)
    return KernelMeasurement(Report(report), details)

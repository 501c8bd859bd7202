"""A backward pass whose operation is known, held against what rounding may do: check_backward in 16 bits.

Differences of a forward pass in bfloat16 or float16 show rounding and little else. Where the operation is known, by a name or because
the forward pass is one function of torch, the gradient has an enclosure for each element (``sigprop.kernels``), and no differences
are needed.
"""

from __future__ import annotations

import math
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Tuple

from . import kernels
from ._errors import InputError
from ._tensors import loaded

#: The contracts that a gradient may keep, the narrowest first.
CONTRACTS = ("strict", "torch_cpu", "composite")


class Known(NamedTuple):
    """An operation with its arguments as ``sigprop.kernels.bounds`` takes them, but for x, y and dy."""

    operation: str
    arguments: Dict[str, Any]

    def starts(self, x: Any, y: Any, dy: Any) -> List[Dict[str, Any]]:
        """What a backward pass may start from: x, or what a forward pass has saved."""
        if self.operation == "matmul":  # of linear, whose gradient is a product of dy with the weight
            return [{"a": dy, **self.arguments}]
        starts = [{"x": x, "dy": dy, **self.arguments}]
        if self.operation in ("softmax", "log_softmax", "tanh", "sigmoid"):
            starts.insert(0, {"y": y, "dy": dy, **self.arguments})
        return starts


def recognised(forward: Callable[..., Any], x: Any, args: tuple) -> Optional[Known]:
    """The operation, where forward is one call of one function of torch that is known; torch's modules are functions."""
    torch = loaded("torch")
    if torch is None or not isinstance(x, torch.Tensor) or x.dim() == 0:
        return None
    calls: List[Tuple[str, tuple, dict, Any]] = []

    class Recorder(torch.overrides.TorchFunctionMode):  # type: ignore[misc, name-defined]
        def __torch_function__(self, function: Any, types: Any, arguments: tuple = (), options: Optional[dict] = None) -> Any:
            with torch._C.DisableTorchFunction():
                result = function(*arguments, **(options or {}))
            name = getattr(function, "__name__", "")
            if name != "__get__":
                calls.append((name, arguments, options or {}, result))
            return result

    given = x.detach().clone()
    with torch.no_grad(), Recorder():
        y = forward(given, *args)

    def takes(call: tuple, tensor: Any) -> bool:
        return any(one is tensor for one in (*call[1], *call[2].values()))

    # One call takes x, what it gives is y, and no other call sees either: a cast of a weight is no part of it.
    of_x = [one for one in calls if takes(one, given)]
    if len(of_x) != 1 or of_x[0][3] is not y or of_x[0][1][:1] == () or of_x[0][1][0] is not given or any(takes(one, y) for one in calls):
        return None
    name, arguments, options, _ = of_x[0]
    try:
        return _meant(name.strip("_"), given, list(arguments[1:]), dict(options))
    except (TypeError, KeyError, IndexError):
        return None


def _meant(name: str, x: Any, more: list, options: dict) -> Optional[Known]:
    options.pop("_stacklevel", None)
    if options.pop("dtype", None) is not None or options.pop("inplace", False):
        return None
    if name in ("softmax", "log_softmax"):
        axis = more.pop(0) if more else options.pop("dim")
        more = [one for one in more if one not in (None, 3)]  # the level of a warning
        last = axis in (-1, x.dim() - 1)
        return Known(name, {}) if last and not more and not options else None
    if name in ("layer_norm", "rms_norm"):
        defaults: List[Any] = [None, None, None] if name == "rms_norm" else [None, None, None, 1e-5]
        names = ["normalized_shape", "weight", "eps"] if name == "rms_norm" else ["normalized_shape", "weight", "bias", "eps"]
        values = dict(zip(names, [*more, *defaults[len(more):]]))
        values.update({key: value for key, value in options.items() if key in names})
        if tuple(values["normalized_shape"]) != (x.shape[-1],):
            return None
        eps = values["eps"]
        if eps is None:  # torch's rms_norm: that of the type in which it computes
            torch = loaded("torch")
            eps = torch.finfo(torch.float32 if x.dtype in (torch.bfloat16, torch.float16) else x.dtype).eps
        weight = values["weight"]
        return Known(name, {"eps": eps, **({} if weight is None else {"weight": weight.detach()})})
    if name == "linear":
        weight = more[0] if more else options["weight"]
        return Known("matmul", {"b": weight.detach()})
    if name == "gelu":
        form = more[0] if more else options.get("approximate", "none")
        return Known("gelu_tanh" if form == "tanh" else "gelu", {})
    plain = {"silu": "silu", "tanh": "tanh", "sigmoid": "sigmoid", "mish": "mish", "relu": "relu", "hardswish": "hardswish", "selu": "selu",
             "relu6": "relu6", "logsigmoid": "logsigmoid", "log_sigmoid": "logsigmoid", "exp": "exp(x)", "sin": "sin(x)", "cos": "cos(x)", "erf": "erf(x)"}
    if name in plain and not more and not options:
        return Known(plain[name], {})
    usual = {"elu": ("elu", {"alpha": 1.0, "scale": 1, "input_scale": 1}), "softplus": ("softplus", {"beta": 1, "threshold": 20}),
             "leaky_relu": ("leaky_relu", {"negative_slope": 0.01})}
    if name in usual:
        operation, parameters = usual[name]
        values = dict(zip(parameters, more))
        values.update(options)
        return Known(operation, {}) if all(parameters.get(key) == value for key, value in values.items()) else None
    return None


class Judged(NamedTuple):
    """A gradient for one dy: how it stands to its enclosures under the narrowest contract that it keeps."""

    contract: str  # "" if it keeps none
    lower: Any
    upper: Any
    reason: str


def judged(known: Known, x: Any, y: Any, dy: Any, dx: Any, dtype: str, contracts: Tuple[str, ...] = CONTRACTS) -> Optional[Judged]:
    """None where nothing is claimed of some element, as beyond the range of the type."""
    import numpy

    result = "y" if known.operation == "matmul" else "dx"
    last: Optional[Judged] = None
    for contract in contracts:
        for start in known.starts(x, y, dy):
            lower, upper, _ = kernels.bounds(known.operation, result, dtype=dtype, contract=contract, **start)
            if not (numpy.all(numpy.isfinite(lower)) and numpy.all(numpy.isfinite(upper))):
                return None
            if numpy.all((lower <= dx) & (dx <= upper)):
                return Judged(contract, lower, upper, "")
            found = kernels.check(known.operation, dtype=dtype, contract=contract, **{result: _like(dx, x)}, **start)
            last = Judged("", lower, upper, found.outputs[result].reason)
    return last


def _like(dx: Any, x: Any) -> Any:
    """dx, whose numbers are of x's type, as such an array."""
    torch = loaded("torch")
    if torch is not None and isinstance(x, torch.Tensor):
        return torch.from_numpy(dx).to(x.dtype)
    return dx.astype(x.dtype)


def share_that_shows(found: Judged, dtype: str) -> float:
    """A common factor 1 + e of the gradient is outside in an element of ten if e is above this."""
    import numpy

    bits = {"bfloat16": 8, "float16": 11, "float32": 24}[dtype]
    size = numpy.maximum(numpy.abs(found.lower), numpy.abs(found.upper))
    if not (size > 0).any():
        return math.inf
    shares = (found.upper - found.lower)[size > 0] / size[size > 0] + 2.0**-bits
    return float(numpy.quantile(shares, 0.1))


def checked_name(operation: Any) -> str:
    if not isinstance(operation, str):
        raise TypeError(f"the operation is a name such as 'rms_norm', not {type(operation).__name__}")
    if not operation:
        raise InputError("the operation is a name such as 'rms_norm', not ''")
    return operation

"""The forward and backward passes of others, called with care: with copies, always of the same type and shape, and every
result checked. Points and results cross as arrays of doubles."""

from __future__ import annotations

from typing import Any, Callable, Optional

from ._arrays import array, is_numpy
from ._tensors import is_torch, loaded, plain
from ._errors import InputError

#: Unit roundoff by the name of a dtype.
UNITS = {"float16": 2.0**-11, "bfloat16": 2.0**-8, "float32": 2.0**-24, "float64": 2.0**-53}


class Numpy:
    """Arrays of NumPy."""

    def __init__(self, like: Any) -> None:
        self._type = like.dtype.newbyteorder("=")
        self.unit = UNITS[self._type.name]

    @staticmethod
    def accepts(value: Any) -> bool:
        import numpy

        return isinstance(value, (numpy.ndarray, numpy.floating, float)) and not isinstance(value, numpy.ma.MaskedArray)

    @staticmethod
    def dtype(value: Any) -> str:
        import numpy

        return numpy.asarray(value).dtype.name

    def made(self, numbers: Any) -> Any:
        """An array of one's own with these numbers, rounded to the type."""
        import numpy

        with numpy.errstate(over="ignore"):
            return numpy.array(numbers, dtype=self._type)

    @staticmethod
    def doubles(value: Any) -> Any:
        import numpy

        return numpy.array(value, dtype=numpy.float64)


class Torch:
    """Tensors of torch on the processor."""

    def __init__(self, like: Any) -> None:
        self._type = like.dtype
        self.unit = UNITS[self.dtype(like)]

    @staticmethod
    def accepts(value: Any) -> bool:
        return is_torch(value) and value.device.type == "cpu" and str(value.layout) == "torch.strided"

    @staticmethod
    def dtype(value: Any) -> str:
        return str(value.dtype).replace("torch.", "")

    def made(self, numbers: Any) -> Any:
        import torch

        return torch.tensor(numbers, dtype=torch.float64).to(self._type)

    @staticmethod
    def doubles(value: Any) -> Any:
        import numpy
        import torch

        return numpy.array(value.detach().to(torch.float64).resolve_neg().numpy())


def kind_of(value: Any, what: str, name: str = "") -> Any:
    """Numpy or Torch for an array of floating-point numbers. ``what`` is the subject of messages."""
    if value is None:
        raise TypeError(f"{what} None, not an array")
    if type(value).__module__.split(".")[0] in ("jax", "jaxlib"):
        raise TypeError(f"{what} an array of JAX: give numpy.asarray(x), and passes that return numpy.asarray(…), such as "
                        "lambda x: numpy.asarray(f(x)) and lambda x, dy: numpy.asarray(jax.vjp(f, x)[1](dy)[0])")
    if is_torch(value):
        plain(value, name or f"what {what}")
    for kind in (Torch, Numpy):
        if kind.accepts(value):
            if kind.dtype(value) not in UNITS:
                convert = f": give {name}{'.double()' if kind is Torch else '.astype(float)'}" if name and "int" in kind.dtype(value) else ""
                raise TypeError(f"{what} {kind.dtype(value)} numbers, not floating-point numbers "
                                f"({', '.join(UNITS)}){convert}")
            if name and is_numpy(value):
                array(value, name)  # whose shape and strides may lead anywhere
            return kind
    convert = f": give numpy.array({name})" if name and isinstance(value, (list, tuple)) else ""
    raise TypeError(f"{what} {type(value).__name__}, not one array or tensor{convert}")


class Pass:
    """One of the two passes: ``call(*points)`` with arrays of doubles, which are rounded to the types of ``kinds``."""

    def __init__(self, function: Callable[..., Any], name: str, kinds: list, extra: tuple) -> None:
        self._function = function
        self.name = name
        self.kinds = kinds
        self._extra = extra
        self.result_kind: Any = None
        self.shape: Optional[tuple] = None

    def __call__(self, *points: Any) -> Any:
        import numpy

        given = [kind.made(one) for kind, one in zip(self.kinds, points)]
        before = [kind.doubles(one) for kind, one in zip(self.kinds, given)]
        if self.shape is None:
            self._check_arity(len(given) + len(self._extra))
        with numpy.errstate(all="ignore"):
            result = self._function(*given, *self._extra)
        if isinstance(result, (tuple, list)) and result:
            called = ", ".join([*("x", "dy")[: len(given)], *(["*args"] if self._extra else [])])
            what = "dx" if self.name == "backward" else "y"
            raise TypeError(f"{self.name} returned a {type(result).__name__} of {len(result)}: {what} alone is checked; where it is the first, "
                            f"give lambda {called}: {self.name}({called})[0]")
        kind = kind_of(result, f"{self.name} returned")
        for one, point, old in zip(self.kinds, given, before):
            if not numpy.array_equal(one.doubles(point), old, equal_nan=True):
                raise InputError(f"{self.name} changes its argument: it must not modify x and dy")
        doubles = kind.doubles(result)
        if self.shape is None:
            self.shape, self.result_kind = doubles.shape, kind(result if hasattr(result, "dtype") else numpy.float64(0))
        elif doubles.shape != self.shape:
            raise InputError(f"{self.name} returned shape {list(doubles.shape)} after {list(self.shape)}: "
                             "its result must keep its shape")
        return doubles

    def _check_arity(self, count: int) -> None:
        """Raises TypeError where the function cannot be called with so many arguments, before it says so of a call that
        nobody wrote."""
        import inspect

        try:
            signature = inspect.signature(self._function)
        except (TypeError, ValueError):
            return  # of a function that is written in C
        try:
            signature.bind(*range(count))
        except TypeError as error:
            called = "forward(x, *args)" if self.name == "forward" else "backward(x, dy, *args)"
            first = next(iter(signature.parameters), "")
            of_context = first in ("ctx", "context", "self") and not hasattr(self._function, "__self__")
            hint = "further arguments are given as args=(…), others by a lambda"
            if of_context:
                hint = f"{first} is that of an autograd.Function: give its class, check_backward(Function, x, args=(…))"
            elif self.name == "backward":
                given = "lambda x, dy, *args" if self._extra else "lambda x, dy"
                hint = f"give {given}: backward(…) with those that it takes, in its order"
            raise TypeError(f"{self.name} is called as {called}, here with {count} argument{'s' * (count != 1)}, and takes {signature} "
                            f"({error}): {hint}") from None

    def twice(self, *points: Any) -> Any:
        """The result, which a second call must repeat to the bit."""
        import numpy

        first = self(*points)
        if not numpy.array_equal(first, self(*points), equal_nan=True):
            raise InputError(
                f"{self.name} gives different results for equal arguments, so there is no derivative to check: switch off "
                "dropout (model.eval()), fix its seed, or keep it from changing its state"
            )
        return first


def autograd(forward: Callable[..., Any]) -> Callable[..., Any]:
    """backward(x, dy, *args) as torch's autograd has it."""

    def backward(x: Any, dy: Any, *extra: Any) -> Any:
        import torch

        leaf = x.detach().clone().requires_grad_(True)
        with torch.enable_grad():
            y = forward(leaf, *extra)
            if y is not None and not y.requires_grad:
                raise InputError("forward's result has no graph: it is detached from x, so autograd has no gradient")
            (dx,) = torch.autograd.grad(y, leaf, dy.reshape(y.shape), allow_unused=True)
        return torch.zeros_like(x) if dx is None else dx

    return backward


def of_torch(forward: Any) -> Optional[Callable[..., Any]]:
    """The function of an autograd.Function class; None for anything else."""
    torch = loaded("torch")
    if torch is not None and isinstance(forward, type) and issubclass(forward, torch.autograd.Function):
        return forward.apply
    return None

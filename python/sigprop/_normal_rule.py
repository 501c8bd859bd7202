"""Means under a normal in double precision, for very many standard deviations."""

from __future__ import annotations

from array import array
from typing import Any, NamedTuple

from . import _core
from ._arrays import array as held_array
from ._arrays import has_buffer, is_numpy
from ._errors import DomainError, InputError, UndecidedError, shown
from ._groups import argument_text
from ._tensors import is_torch, loaded, plain
from ._text import Expression, is_number, number_text, single_number


class Mean(NamedTuple):
    """``value`` and a bound of its whole error: floats, or arrays shaped like the standard deviations."""

    value: Any
    bound: Any


class NormalRule:
    """E f(mean + std z)^power for z ~ N(0, 1) and any std between two limits, in a microsecond each.

        >>> rule = sigprop.NormalRule("gelu", 0.1, 10, power=2)
        >>> value, bound = rule(2.0)
        >>> abs(value - float(sigprop.activation.second_moment("gelu", std=2))) <= bound
        True

    ``f`` is the name of an activation, a formula in x as text, or a callable; ``power`` is 1, 2, 3 or 4. Truncation,
    discretisation and rounding are bounded when the rule is prepared, which takes from milliseconds to seconds:
    ``|value - exact| <= bound``, about 10^-15 of E |f|^power. ``proved`` says that all of it is proved, on processors
    that round as IEEE 754 says; it is False where f has sin, cos, atan or a power beyond 4, whose rounding errors are
    documented and tested only. For more digits, and for one number, ask ``sigprop.activation`` instead.

    Raises DomainError where a mean does not exist, UndecidedError where no rule is proved, InputError for limits that
    are not positive, not ordered or more than 10^6 apart, and for a std outside of them; TypeError for what is no number.
    """

    def __init__(
        self, f: Any, lower_std: float, upper_std: float, *, mean: float = 0.0, power: int = 1, **options: Any
    ) -> None:
        text = argument_text(f, "activation", "f")
        limits = [_double(value, name) for value, name in ((lower_std, "lower_std"), (upper_std, "upper_std"), (mean, "mean"))]
        power = _power(power)
        self._arguments = (text, lower_std, upper_std, mean, power, options)
        self._rule = _core.normal_rule(text, *limits, power, options)
        self._name = f"E f(x)^{power}" if power != 1 else "E f(x)"
        self._name += f" with f = {text}, std {lower_std} to {upper_std}, mean {mean}"
        if self._rule.status == "domain":
            raise DomainError(f"{self._name}: {self._rule.reason}")
        if self._rule.status != "ok":
            raise UndecidedError(f"{self._name}: {self._rule.reason}")

    @property
    def proved(self) -> bool:
        """Whether the bounds are proved to the last bit."""
        return bool(self._rule.proved)

    def nodes(self, std: float) -> int:
        """At how many nodes f is evaluated."""
        return int(self._rule.nodes(_double(std, "std")))

    def __call__(self, std: Any) -> Mean:
        """The mean at one standard deviation, or at each of an array or sequence of them."""
        if type(std) is float:
            return Mean(*self._rule(std))
        if is_torch(std) or getattr(std, "shape", ()) or hasattr(std, "__array__") and hasattr(std, "__len__"):
            return self._of_array(std)
        if not hasattr(std, "__len__"):
            return Mean(*self._rule(_double(std, "std")))
        if isinstance(std, (str, bytes, bytearray, dict, set, frozenset)) or not hasattr(std, "__getitem__"):
            raise TypeError(f"std is a number, an array or a list of numbers, not {type(std).__name__}")
        if not isinstance(std, (list, tuple, array)) and has_buffer(std):
            held_array(std, "std")  # whose memory may not be there
        stds = array("d", (_double(one, f"std[{i}]") for i, one in enumerate(std)))
        values, bounds = array("d", stds), array("d", stds)
        self._rule.evaluate(len(stds), *(one.buffer_info()[0] for one in (stds, values, bounds)))
        return Mean(list(values), list(bounds))

    def _of_array(self, std: Any) -> Mean:
        import numpy

        stds = _doubles(std)
        values, bounds = numpy.empty(stds.shape), numpy.empty(stds.shape)
        if stds.size:
            self._rule.evaluate(stds.size, *(one.ctypes.data for one in (stds, values, bounds)))
        return Mean(values, bounds)

    def __reduce__(self) -> tuple:
        return (_prepared, self._arguments)

    def __repr__(self) -> str:
        return f"<sigprop.NormalRule {self._name}{'' if self.proved else ', not proved to the last bit'}>"


def _prepared(f: str, lower_std: Any, upper_std: Any, mean: Any, power: int, options: dict) -> NormalRule:
    return NormalRule(f, lower_std, upper_std, mean=mean, power=power, **options)


def _power(power: Any) -> int:
    if isinstance(power, bool) or not hasattr(power, "__index__") or not 1 <= power.__index__() <= 4:
        raise InputError(f"the power of a mean must be 1, 2, 3 or 4, not {shown(power)}")
    return power.__index__()


def _double(value: Any, name: str) -> float:
    """The double of one real number; texts are no numbers here."""
    if isinstance(value, Expression):
        return float(value)  # type: ignore[arg-type]
    try:
        number = single_number(value)
        if not is_number(number):
            raise TypeError(f"a number is expected (int, float, Decimal, Fraction), not {type(value).__name__}")
        if number == number:
            number_text(number)  # which refuses what is no real number
        return float(number)
    except (TypeError, InputError) as error:
        raise type(error)(f"{name}: {error}") from None
    except OverflowError:
        raise InputError(f"{name}: {str(value)[:20]}… is beyond the range of doubles") from None


def _doubles(std: Any) -> Any:
    """An array of the same shape, in C order."""
    import numpy

    if is_torch(std):
        std = plain(std, "std")
        torch = loaded("torch")
        if std.dtype.is_complex or std.dtype == torch.bool:
            raise TypeError(f"std holds {str(std.dtype).replace('torch.', '')}, not real numbers")
        std = std.to(torch.float64).numpy()
    elif not is_numpy(std):
        std = numpy.asarray(std)
    if isinstance(std, numpy.ma.MaskedArray):
        raise TypeError("std is a masked array, and its mask would be lost: give std.compressed() or std.filled(…)")
    if std.dtype.kind not in "fiu" and "float" not in std.dtype.name:
        raise TypeError(f"std holds {std.dtype}, not real numbers")
    if std.dtype.name in ("float16", "float32", "float64"):
        held_array(std, "std")  # whose shape and strides may lead anywhere
    return numpy.array(std, dtype=numpy.float64, order="C", copy=None if numpy.__version__ >= "2" else False)

"""Means under a normal in double precision, for very many standard deviations."""

from __future__ import annotations

from array import array
from typing import Any, NamedTuple

from . import _core
from ._errors import DomainError, UndecidedError
from ._groups import argument_text


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
    are not positive, not ordered or more than 10^6 apart, and for a std outside of them.
    """

    def __init__(
        self, f: Any, lower_std: float, upper_std: float, *, mean: float = 0.0, power: int = 1, **options: Any
    ) -> None:
        text = argument_text(f, "activation", "f")
        self._rule = _core.NormalRule(text, float(lower_std), float(upper_std), float(mean), int(power), options)
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
        return int(self._rule.nodes(float(std)))

    def __call__(self, std: Any) -> Mean:
        """The mean at one standard deviation, or at each of an array or sequence of them."""
        if not hasattr(std, "__len__") and not getattr(std, "shape", ()):
            return Mean(*self._rule(float(std)))
        if hasattr(std, "shape"):
            return self._of_array(std)
        stds = array("d", (float(one) for one in std))
        values, bounds = array("d", stds), array("d", stds)
        self._rule.evaluate(stds, values, bounds)
        return Mean(list(values), list(bounds))

    def _of_array(self, std: Any) -> Mean:
        import numpy

        stds = numpy.ascontiguousarray(std, dtype=numpy.float64)
        values, bounds = numpy.empty_like(stds), numpy.empty_like(stds)
        if stds.size:
            self._rule.evaluate(stds.reshape(-1), values.reshape(-1), bounds.reshape(-1))
        return Mean(values, bounds)

    def __repr__(self) -> str:
        return f"<sigprop.NormalRule {self._name}{'' if self.proved else ', not proved to the last bit'}>"

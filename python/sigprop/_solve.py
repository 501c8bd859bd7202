"""Roots of equations, with the proof that there are no others."""

from __future__ import annotations

from typing import Any, NamedTuple, Union

from . import _core
from ._groups import argument_text
from ._text import Expression, check_text
from ._value import Value, evaluated


class Undecided(NamedTuple):
    """A part of the interval about which nothing is proved, or (``everywhere``) in which all points are roots."""

    lower: str
    upper: str
    reason: str
    everywhere: bool


class Roots(tuple):
    """The proved roots, ascending, each a Value; ``complete`` says that it is proved that there are no others."""

    equation: str
    complete: bool
    undecided: list[Undecided]

    def __repr__(self) -> str:
        if not self:
            roots = "no root" if self.complete else "no root proved"
        else:
            roots = ", ".join(str(root) for root in self)
        how = "all, by proof" if self.complete else f"{len(self.undecided)} places undecided"
        return f"<sigprop.Roots of {self.equation}: {roots} ({how})>"


def solve(
    equation: str, unknown: str, lower: Union[str, float, Value], upper: Union[str, float, Value], **options: Any
) -> Roots:
    """All roots of an equation in one unknown on an interval: ``solve("activation.gain(gelu, std=s) = 2", "s", 0.1, 8)``.

    Raises InputError for what cannot be searched. Options as of ``evaluate``.
    """
    for value, name in ((equation, "the equation"), (unknown, "the unknown")):
        check_text(value, name)
    interval = f"{argument_text(lower, 'real', 'lower')}:{argument_text(upper, 'real', 'upper')}"
    found = _core.solve(equation, unknown, interval, options)
    roots = Roots(evaluated(one[3], options, Expression.PRIMARY) for one in found["places"] if one[0] == "root")
    roots.equation = found["equation"]
    roots.complete = found["complete"]
    roots.undecided = [
        Undecided(low, high, reason, place == "everywhere")
        for place, low, high, _, reason in found["places"]
        if place in ("undecided", "everywhere")
    ]
    return roots

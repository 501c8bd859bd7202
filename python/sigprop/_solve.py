"""Roots of equations, with the proof that there are no others."""

from __future__ import annotations

from typing import Any, NamedTuple, Sequence, Union

from . import _core
from ._errors import InputError
from ._groups import argument_text
from ._text import Expression, check_text
from ._value import Value, evaluated


class Undecided(NamedTuple):
    """A part of the interval about which nothing is proved, or (``everywhere``) in which all points are roots."""

    lower: Any
    upper: Any
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
            roots = ", ".join(str(root) if isinstance(root, Value) else f"({', '.join(map(str, root))})" for root in self)
        how = "all, by proof" if self.complete else f"{len(self.undecided)} places undecided"
        return f"<sigprop.Roots of {self.equation}: {roots} ({how})>"


End = Union[str, float, Value]


def solve(
    equation: Union[str, Sequence[str]],
    unknown: Union[str, Sequence[str]],
    lower: Union[End, Sequence[End]],
    upper: Union[End, Sequence[End]],
    **options: Any,
) -> Roots:
    """All roots of an equation in one unknown on an interval: ``solve("activation.gain(gelu, std=s) = 2", "s", 0.1, 8)``.

    Of two equations in two unknowns with two of each: ``solve(["a + b = 3", "a * b = 1"], ["a", "b"], [0, 0], [3, 3])``; a root is
    then a pair, and ends of what is undecided are pairs. Raises InputError for what cannot be searched. Options as of ``evaluate``.
    """
    if not isinstance(equation, str) and isinstance(equation, Sequence):
        return _solve_system(equation, unknown, lower, upper, options)
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


def _solve_system(equations: Any, unknowns: Any, lower: Any, upper: Any, options: dict) -> Roots:
    for given, name in ((equations, "equations"), (unknowns, "unknowns"), (lower, "lower ends"), (upper, "upper ends")):
        if isinstance(given, str) or not isinstance(given, Sequence) or len(given) != 2:
            raise InputError(f"solve() of two equations needs two {name}")
    for value in (*equations, *unknowns):
        check_text(value, "an equation or unknown")
    intervals = [f"{argument_text(low, 'real', 'lower')}:{argument_text(high, 'real', 'upper')}" for low, high in zip(lower, upper)]
    found = _core.solve_system([*equations], [*unknowns], intervals, options)
    roots = Roots(
        tuple(evaluated(one, options, Expression.PRIMARY) for one in place[3]) for place in found["places"] if place[0] == "root"
    )
    roots.equation = ", ".join(found["equations"])
    roots.complete = found["complete"]
    roots.undecided = [
        Undecided(tuple(low), tuple(high), reason, False) for place, low, high, _, reason in found["places"] if place == "undecided"
    ]
    return roots

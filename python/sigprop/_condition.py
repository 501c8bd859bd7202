"""Comparisons of symbols: what sigprop.where takes, and what no `if` can decide."""

from __future__ import annotations

from typing import Any, NoReturn

from ._errors import Refusal
from ._traced import Traced
from .functions import choice, owner_of

_OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}


class Condition(Traced):
    """A comparison, or several joined by & and |. In arithmetic it is 1 where it holds and 0 elsewhere."""

    __slots__ = ()

    def _select(self, if_true: Any, if_false: Any) -> Any:
        raise NotImplementedError

    def _negated(self) -> "Condition":
        raise NotImplementedError

    def _number(self) -> Any:
        return self._select(1, 0)

    def __bool__(self) -> NoReturn:
        raise Refusal(
            f"the branch depends on {self}, which holds for some x and not for others: write "
            "sigprop.where(condition, a, b) instead of if, `and`, `or`, `not`, a chained comparison or a "
            "loop, and sigprop.max or sigprop.min instead of the builtins"
        )

    def __invert__(self) -> "Condition":
        return self._negated()

    def __and__(self, other: Any) -> Any:
        return Both(self, as_condition(other)) if is_truth(other) else NotImplemented

    def __or__(self, other: Any) -> Any:
        return Either(self, as_condition(other)) if is_truth(other) else NotImplemented

    def __xor__(self, other: Any) -> Any:
        return differ(self, as_condition(other)) if is_truth(other) else NotImplemented

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__

    def __eq__(self, other: Any) -> Any:
        return ~differ(self, as_condition(other)) if is_truth(other) else self._number() == other

    def __ne__(self, other: Any) -> Any:
        return differ(self, as_condition(other)) if is_truth(other) else self._number() != other

    __hash__ = object.__hash__

    def __lt__(self, other: Any) -> Any:
        return self._number() < _as_number(other)

    def __le__(self, other: Any) -> Any:
        return self._number() <= _as_number(other)

    def __gt__(self, other: Any) -> Any:
        return self._number() > _as_number(other)

    def __ge__(self, other: Any) -> Any:
        return self._number() >= _as_number(other)

    def __add__(self, other: Any) -> Any:
        if isinstance(other, Condition):
            raise Refusal(
                "the sum of two comparisons is a number for Python and True or False for numpy and torch: write "
                "| if one of them must hold, or sigprop.where(condition, 1, 0) for each of them to count them"
            )
        return self._number() + other

    def __radd__(self, other: Any) -> Any:
        return other + self._number()

    def __sub__(self, other: Any) -> Any:
        return self._number() - other

    def __rsub__(self, other: Any) -> Any:
        return other - self._number()

    def __mul__(self, other: Any) -> Any:
        return self._number() * other

    def __rmul__(self, other: Any) -> Any:
        return other * self._number()

    def __truediv__(self, other: Any) -> Any:
        return self._number() / other

    def __neg__(self) -> Any:
        return -self._number()

    def __repr__(self) -> str:
        return f"`{self._describe()}`"

    def _describe(self) -> str:
        raise NotImplementedError


class Comparison(Condition):
    """left sign right."""

    __slots__ = ("_left", "_sign", "_right")

    def __init__(self, left: Any, sign: str, right: Any) -> None:
        owner_of((left, right))  # symbols of two formulas cannot be compared
        self._left, self._sign, self._right = left, sign, right

    def _select(self, if_true: Any, if_false: Any) -> Any:
        return choice(self._left, self._sign, self._right, _as_number(if_true), _as_number(if_false))

    def _negated(self) -> Condition:
        return Comparison(self._left, _OPPOSITE[self._sign], self._right)

    def _describe(self) -> str:
        sides = [str(one) for one in (self._left, self._right)]
        most = 60
        sides = [text if len(text) <= most else text[: most - 3] + "..." for text in sides]
        return f"{sides[0]} {self._sign} {sides[1]}"


class Constant(Condition):
    """A truth value that is known."""

    __slots__ = ("_holds",)

    def __init__(self, holds: bool) -> None:
        self._holds = holds

    def _select(self, if_true: Any, if_false: Any) -> Any:
        return if_true if self._holds else if_false

    def _negated(self) -> Condition:
        return Constant(not self._holds)

    def _describe(self) -> str:
        return str(self._holds)


class Both(Condition):
    """Both conditions hold."""

    __slots__ = ("_first", "_second")

    def __init__(self, first: Condition, second: Condition) -> None:
        self._first, self._second = first, second

    def _select(self, if_true: Any, if_false: Any) -> Any:
        return self._first._select(self._second._select(if_true, if_false), if_false)

    def _negated(self) -> Condition:
        return Either(self._first._negated(), self._second._negated())

    def _describe(self) -> str:
        return f"({self._first._describe()}) & ({self._second._describe()})"


class Either(Condition):
    """One of the conditions holds, or both."""

    __slots__ = ("_first", "_second")

    def __init__(self, first: Condition, second: Condition) -> None:
        self._first, self._second = first, second

    def _select(self, if_true: Any, if_false: Any) -> Any:
        return self._first._select(if_true, self._second._select(if_true, if_false))

    def _negated(self) -> Condition:
        return Both(self._first._negated(), self._second._negated())

    def _describe(self) -> str:
        return f"({self._first._describe()}) | ({self._second._describe()})"


def is_truth(value: Any) -> bool:
    """Whether the value is a condition, or a truth value of Python or numpy."""
    return isinstance(value, Condition) or type(value).__name__ in ("bool", "bool_")


def as_condition(value: Any) -> Condition:
    """The condition, or the one that a truth value is."""
    return value if isinstance(value, Condition) else Constant(bool(value))


def differ(first: Condition, second: Condition) -> Condition:
    """One of the conditions holds, and not the other."""
    for one, other in ((first, second), (second, first)):
        if isinstance(one, Constant):
            return other._negated() if one._holds else other
    return Either(Both(first, second._negated()), Both(first._negated(), second))


def _as_number(value: Any) -> Any:
    return value._number() if isinstance(value, Condition) else int(value) if is_truth(value) else value

"""The symbol that a function of one's own is called with: operators and functions of it write a formula."""

from __future__ import annotations

import numbers
from typing import Any, NoReturn, Sequence

from ._arithmetic import Arithmetic
from ._condition import Both, Comparison, Condition, is_truth
from ._errors import Refusal, shown
from ._limits import check_formula
from ._text import Expression, binary_text, operand_of, owner_of
from ._traced import Traced


class Symbol(Arithmetic, Traced, Expression):
    """A formula in x (and t), which stands for its value at every real x at once.

    The text is the whole state. What is used twice is written twice, and refused beyond the limit of the
    language, so that no text grows large. ``_trace`` says which call of formula_of() it belongs to.
    """

    __slots__ = ("_text", "_level", "_trace")

    _rank = 1

    def __init__(self, text: str, level: int, trace: object) -> None:
        self._text = text
        self._level = level
        self._trace = trace

    def _make(self, text: str, level: int) -> "Symbol":
        check_formula(text)
        return Symbol(text, level, self._trace)

    def _accept(self, others: Sequence[Expression]) -> None:
        if any(isinstance(one, Symbol) and one._trace is not self._trace for one in others):
            raise Refusal(
                "this symbol belongs to another formula: an inner function cannot use the x of the outer one, or "
                "a symbol from an earlier call; pass a number, or make one formula with two names"
            )

    def _binary(self, sign: str, other: Any, reflected: bool = False) -> Any:
        if isinstance(other, str):
            raise Refusal(
                f"the text {other!r} is not a number: write fractions.Fraction({other!r}) for an exact one"
            )
        other = other._number() if isinstance(other, Condition) else other
        try:
            operand = operand_of(other)
        except TypeError:
            return NotImplemented
        pair = (operand, operand_of(self)) if reflected else (operand_of(self), operand)
        return owner_of((self, other))._make(*binary_text(sign, *pair))

    def _compared(self, sign: str, other: Any) -> Any:
        if isinstance(other, str):
            return NotImplemented
        other = other._number() if isinstance(other, Condition) else int(other) if is_truth(other) else other
        try:
            operand_of(other)
        except TypeError:
            if isinstance(other, numbers.Number):
                raise Refusal(f"a comparison with {shown(other)}, which is not a real number, cannot become a formula") from None
            return NotImplemented
        return Comparison(self, sign, other)

    def __lt__(self, other: Any) -> Any:
        return self._compared("<", other)

    def __le__(self, other: Any) -> Any:
        return self._compared("<=", other)

    def __gt__(self, other: Any) -> Any:
        return self._compared(">", other)

    def __ge__(self, other: Any) -> Any:
        return self._compared(">=", other)

    def __eq__(self, other: Any) -> Any:
        below = self._compared("<=", other)
        return below if below is NotImplemented else Both(below, Comparison(self, ">=", below._right))

    def __ne__(self, other: Any) -> Any:
        equal = self.__eq__(other)
        return equal if equal is NotImplemented else ~equal

    __hash__ = object.__hash__

    def __bool__(self) -> NoReturn:
        raise Refusal(
            "the branch asks whether the symbol is 0, but it stands for every real number at once: write "
            "sigprop.where(condition, a, b) instead of if, `and`, `or` and `not`"
        )

    def __repr__(self) -> str:
        return f"Symbol({self._text!r})"

    def __str__(self) -> str:
        return self._text

    def __format__(self, specification: str) -> str:
        return self._text  # digits have no meaning for a formula

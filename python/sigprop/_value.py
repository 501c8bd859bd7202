"""A proved number."""

from __future__ import annotations

import decimal
import fractions
import sys
import warnings
from typing import Any, Optional, Union

from . import _core
from ._arithmetic import Arithmetic
from ._errors import (
    ContradictionError,
    DomainError,
    InternalError,
    SigpropWarning,
    UndecidedError,
)
from ._html import escaped
from ._evidence import EvidenceTable, Interval, evidence_table
from ._text import Expression, binary_text, check_text, is_number, number_text, operand_of

#: Beyond this power of two a bound as a fraction would fill the memory.
_MAX_EXPONENT = 1 << 20


class Value(Arithmetic, Expression):
    """A number with its proof: float(v), v.decimal, v.lower and v.upper, v.evidence.

    Arithmetic with values and exact numbers stays an expression, which is evaluated with proof again when somebody
    looks. Comparisons are decided by proof, or raise UndecidedError. What has no value (``status`` other than
    "ok") raises DomainError or UndecidedError where the number is needed.
    """

    __slots__ = ("_text", "_level", "_options", "_answer")
    __array_ufunc__ = None  # NumPy's scalars leave arithmetic to this class

    def __init__(self, text: str, level: int, options: dict, answer: Any = None) -> None:
        self._text = text
        self._level = level
        self._options = options
        self._answer = answer

    # What is known

    @property
    def expression(self) -> str:
        """The expression in the language of the tool, in canonical form."""
        return self._found().text

    @property
    def status(self) -> str:
        """"ok"; "domain": it is proved that no value exists; "unable": no method proved a value; else a fault."""
        return self._found().status

    @property
    def reason(self) -> str:
        """Why there is no value; empty if there is one."""
        return self._found().reason

    @property
    def kind(self) -> Optional[str]:
        """"enclosure" for a proved value, "sample" for a simulated one, None without a value."""
        return self._found().kind

    @property
    def decimal(self) -> decimal.Decimal:
        """The proved digits, at most as many as requested; for a sample, its mean or the counted share."""
        return decimal.Decimal(str(self))

    @property
    def lower(self) -> fractions.Fraction:
        """The lower end of the enclosure, exactly."""
        return self._ends()[0]

    @property
    def upper(self) -> fractions.Fraction:
        """The upper end of the enclosure, exactly."""
        return self._ends()[1]

    @property
    def digits(self) -> int:
        """The number of proved significant digits, at most as many as requested."""
        return self._found().digits

    @property
    def interval(self) -> Optional[Interval]:
        """The confidence interval of a sample; None for a proved value."""
        if self.kind != "sample":
            return None
        return next(one.interval for one in self.evidence if one.interval is not None)

    @property
    def count(self) -> Optional[tuple[int, int]]:
        """The counts of a sampled share, (hits, networks); else None. ``interval`` is its confidence interval."""
        return self._found().count

    @property
    def limit(self) -> str:
        """The limit in which the number holds, such as "width -> inf"; else empty."""
        return self._found().limit

    @property
    def assumed(self) -> list[str]:
        """What the defaults and positions of arguments decided, as text."""
        return self._found().assumed

    @property
    def warnings(self) -> list[str]:
        """Warnings about valid but unusual arguments."""
        return self._found().warnings

    @property
    def evidence(self) -> EvidenceTable:
        """The evidence of each method. By default only proofs run; with evidence=True every method runs."""
        return evidence_table(self._found().evidence())

    def with_evidence(self, **options: Any) -> Value:
        """The same number with the evidence of all methods; options are those of ``sigprop.evaluate``."""
        return evaluated(self._text, {**self._options, "evidence": True, **options}, self._level)

    def to_dict(self) -> dict:
        """The record that the tool writes as JSON."""
        import json

        return json.loads(self._found().report())["records"][0]

    # Numbers

    def __float__(self) -> float:
        self._demand()
        return self._found().value

    def __int__(self) -> int:
        raise TypeError("an enclosure is not an integer: int(float(v)) rounds, v.lower and v.upper are exact")

    def __str__(self) -> str:
        self._demand()
        return self._found().decimal

    def __format__(self, spec: str) -> str:
        return format(self.decimal, spec) if spec else str(self)

    def __repr__(self) -> str:
        found = self._found()
        if found.status != "ok":
            return f"<sigprop.Value {found.text}: {found.status}: {found.reason}>"
        if found.kind == "sample":
            shown = found.decimal if found.count is None else "{} of {}".format(*found.count)
            return f"<sigprop.Value {found.text} = {shown}, sampled>"
        count = "1 digit" if found.digits == 1 else f"{found.digits} digits"
        return f"<sigprop.Value {found.text} = {found.decimal}, {count} proved>"

    def _repr_html_(self) -> str:
        found = self._found()
        shown = found.decimal if found.status == "ok" else f"{found.status}: {found.reason}"
        how = "sampled" if found.kind == "sample" else f"{found.digits} digits proved"
        lines = [f"<code>{escaped(found.text)}</code> = <b>{escaped(shown)}</b>"]
        if found.status == "ok":
            lines.append(f"<small>{how}{escaped(', in the limit ' + found.limit if found.limit else '')}</small>")
        lines += [f"<small>{escaped(text)}</small>" for text in found.warnings]
        table = self.evidence._repr_html_() if len(found.evidence()) > 1 else ""
        return "<div>" + "<br>".join(lines) + table + "</div>"

    def __reduce__(self) -> tuple:
        return (evaluated, (self._text, self._options, self._level))

    # Comparisons, by proof

    def __lt__(self, other: Any) -> bool:
        return self._compared(other, "<", lambda sign: sign < 0)

    def __le__(self, other: Any) -> bool:
        return self._compared(other, "<=", lambda sign: sign <= 0)

    def __gt__(self, other: Any) -> bool:
        return self._compared(other, ">", lambda sign: sign > 0)

    def __ge__(self, other: Any) -> bool:
        return self._compared(other, ">=", lambda sign: sign >= 0)

    def __eq__(self, other: Any) -> Any:
        return self._compared(other, "==", lambda sign: sign == 0)

    def __ne__(self, other: Any) -> Any:
        return self._compared(other, "!=", lambda sign: sign != 0)

    __hash__ = None  # type: ignore[assignment]  # equality is a proof, which may be missing

    def __bool__(self) -> bool:
        return self != 0

    # Arithmetic

    def _binary(self, sign: str, other: Any, reflected: bool = False) -> Any:
        options = merged(self._options, other._options) if isinstance(other, Value) else self._options
        if isinstance(other, Expression) and not isinstance(other, Value):
            return NotImplemented  # a symbol takes the value into its formula
        if isinstance(other, Value):
            operand = operand_of(other)
        elif isinstance(other, str):
            operand = other, Expression.SUM
        elif is_number(other) and not isinstance(other, complex):
            operand = number_text(other), Expression.SUM
        elif hasattr(other, "shape"):
            raise TypeError("arithmetic with an array needs a float: use float(v)")
        else:
            return NotImplemented
        own = operand_of(self)
        return Value(*binary_text(sign, *((operand, own) if reflected else (own, operand))), options)

    def _make(self, text: str, level: int) -> Value:
        return Value(text, level, self._options)

    def _compared(self, other: Any, operator: str, decide: Any) -> Any:
        if isinstance(other, Expression) and not isinstance(other, Value):
            return NotImplemented
        if not isinstance(other, (Value, str)) and (not is_number(other) or isinstance(other, complex)):
            return NotImplemented
        self._demand()
        if isinstance(other, float) and other != other:
            return operator == "!="
        if not isinstance(other, Value):
            text = other if isinstance(other, str) else number_text(other)
            if text in ("inf", "-inf"):
                return decide(-1 if text == "inf" else 1)
            other = evaluated(text, {"digits": max(30, self._options.get("digits") or 30)}, Expression.SUM)
        other._demand()
        same = self.kind == "enclosure" and self.expression == other.expression
        sign = 0 if same else self._found().compare(other._found())
        if sign is None:
            # The difference is proved on its own, where common parts may cancel.
            sign = evaluated(f"({self._text}) - ({other._text})", self._options, Expression.SUM)._sign()
        if sign is None:
            raise UndecidedError(
                f"{self.expression} {operator} {other.expression} is not decided by {self.digits} proved digits: "
                "request more with digits=…"
            )
        return decide(sign)

    def _sign(self) -> Optional[int]:
        return self._found().compare(_core.evaluate("0", {})) if self.status == "ok" else None

    # The answer behind it

    def _found(self) -> Any:
        if self._answer is None:
            self._answer = _core.evaluate(self._text, self._options)
            _warn(self._answer)
        return self._answer

    def _demand(self) -> None:
        found = self._found()
        status = found.status
        if status == "ok":
            return
        errors = {"domain": DomainError, "unable": UndecidedError, "contradiction": ContradictionError}
        raise errors.get(status, InternalError)(f"{found.text}: {found.reason}")

    def _ends(self) -> tuple[fractions.Fraction, fractions.Fraction]:
        self._demand()
        exact = self._found().exact_text
        if exact is None:
            raise UndecidedError(f"{self.expression} can only be sampled, so it has no proved bounds: v.interval")
        mantissa, exponent, radius, radius_exponent = (int(part, 16) for part in exact.split())
        middle = _dyadic(mantissa, exponent)
        width = _dyadic(radius, radius_exponent)
        return middle - width, middle + width


def _dyadic(mantissa: int, exponent: int) -> fractions.Fraction:
    if mantissa and abs(exponent) > _MAX_EXPONENT:
        raise OverflowError(f"a bound near 2^{exponent} has no fraction that fits into memory")
    return fractions.Fraction(mantissa) * fractions.Fraction(2) ** exponent if mantissa else fractions.Fraction(0)


def merged(one: dict, other: dict) -> dict:
    """The options of both; the larger number of digits."""
    both = {**other, **one}
    digits = [options["digits"] for options in (one, other) if options.get("digits") is not None]
    if digits:
        both["digits"] = max(digits)
    return both


def _warn(answer: Any) -> None:
    for text in answer.warnings:
        warnings.warn(text, SigpropWarning, stacklevel=_depth_of_caller())


def _depth_of_caller() -> int:
    """How many frames above the caller of this function the user's own code is, as warnings.warn counts."""
    package = __name__.rpartition(".")[0]
    depth = 1
    frame = sys._getframe(1)
    while frame is not None and frame.f_globals.get("__name__", "").startswith(package):
        frame = frame.f_back
        depth += 1
    return depth


def value_of(answer: Any, options: dict, level: int) -> Value:
    """A value whose answer is known."""
    if answer.warnings:
        _warn(answer)
    return Value(answer.text, level, options, answer)


def evaluated(text: str, options: dict, level: int = Expression.SUM) -> Value:
    """The value of an expression, computed now."""
    return value_of(_core.evaluate(text, options), options, level)


def evaluate(expression: Union[str, int, float, decimal.Decimal, fractions.Fraction, Value], **options: Any) -> Value:
    """The number that an expression is, with its proof: ``evaluate("sqrt(2) * activation.gain(gelu)", digits=50)``.

    Options: ``digits`` (30), ``evidence`` (False: only proofs run), ``methods`` (globs), ``samples``, ``seed``,
    ``threads`` (all), ``confidence`` (0.95), ``budget`` (seconds, after which a method is "unable").

    Raises InputError with the place for what the language does not know; what has no value is a status.
    """
    if isinstance(expression, Value):
        return evaluated(expression._text, merged(expression._options, options) if options else expression._options)
    if isinstance(expression, str):
        return evaluated(check_text(expression, "the expression"), options)
    if is_number(expression):
        return evaluated(number_text(expression), options)
    raise TypeError(f"an expression as text, or a number, is expected, not {type(expression).__name__}")



"""Values of Python as texts of the expression language, exactly."""

from __future__ import annotations

import decimal
import fractions
import numbers
from typing import Any

from ._errors import InputError


class Expression:
    """What has a text in the expression language: a value or a symbol. Subclasses set ``_text`` and ``_level``."""

    __slots__ = ()

    #: How tightly the text binds: an operand of an operator that binds as tightly or more gets parentheses.
    SUM, PRODUCT, UNARY, POWER, PRIMARY = range(5)


def is_number(value: Any) -> bool:
    """Whether number_text() takes it."""
    return isinstance(value, (numbers.Number, decimal.Decimal)) or (
        hasattr(value, "__index__") and not hasattr(value, "__len__")
    )


def number_text(value: Any) -> str:
    """The exact number as text: an integer, a float (the exact value of the double), Decimal, Fraction, NumPy scalar.

    Raises InputError for NaN, TypeError for what is no real number.
    """
    if isinstance(value, bool) or type(value).__name__ == "bool_":
        raise TypeError(f"a number is expected, not the truth value {value}")
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return _decimal_text(decimal.Decimal(value))
    if isinstance(value, decimal.Decimal):
        return _decimal_text(value)
    if isinstance(value, fractions.Fraction):
        return f"({value.numerator}/{value.denominator})" if value.denominator != 1 else str(value.numerator)
    if hasattr(value, "__index__"):
        return str(value.__index__())
    if isinstance(value, numbers.Real) or _is_small_float(value):
        return _decimal_text(decimal.Decimal(float(value)))
    raise TypeError(f"a number is expected (int, float, str, Decimal, Fraction), not {type(value).__name__}")


def _is_small_float(value: Any) -> bool:
    """NumPy's float16 and float32, and bfloat16 of ml_dtypes: their numbers are doubles, too."""
    kind = getattr(getattr(value, "dtype", None), "name", "")
    return getattr(value, "shape", None) == () and ("float" in kind) and kind not in ("longdouble", "float128")


def _decimal_text(value: decimal.Decimal) -> str:
    if value.is_nan():
        raise InputError("an argument is not a number (NaN)")
    if value.is_infinite():
        return "-inf" if value < 0 else "inf"
    if value == 0:
        return "0"
    text = str(value).replace("E+", "e").replace("E", "e")
    if "." in text and "e" not in text:
        text = text.rstrip("0").rstrip(".")
    return text

"""Values of Python as texts of the expression language, exactly, with the parentheses the grammar needs."""

from __future__ import annotations

import decimal
import fractions
import keyword
import numbers
from typing import Any, List, Sequence, Tuple

from ._errors import InputError
from ._tensors import is_torch, loaded, plain

#: A text and how tightly it binds: one of the levels of Expression.
Operand = Tuple[str, int]


class Expression:
    """What has a text in the expression language: a value or a symbol.

    A subclass sets ``_text`` and ``_level``, and has a method ``_make(text, level)`` for the results of its
    operators and of functions of it.
    """

    __slots__ = ()

    #: How tightly the text binds: an operand of an operator that binds as tightly or more gets parentheses.
    SUM, PRODUCT, UNARY, POWER, PRIMARY = range(5)

    #: The result of a function of several expressions is of the kind with the highest rank: a value in a
    #: formula with a symbol belongs to the formula.
    _rank = 0

    def _accept(self, others: Sequence["Expression"]) -> None:
        """Raises InputError if the others cannot stand in one text with this expression."""


_SIGN_LEVEL = {"+": Expression.SUM, "-": Expression.SUM, "*": Expression.PRODUCT, "/": Expression.PRODUCT}


def python_name(name: str) -> str:
    """The name as Python can write it: lambda_, from_."""
    return name + "_" if keyword.iskeyword(name) else name


def check_text(text: Any, name: str) -> str:
    """The text; TypeError for what is none, InputError for one that UTF-8 cannot hold. ``name`` is the subject."""
    if not isinstance(text, str):
        raise TypeError(f"{name} is a text, not {type(text).__name__}")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise InputError(f"{name} has a lone surrogate (U+{ord(text[error.start]):04X}) at position "
                         f"{error.start}: it is not a valid character") from None
    return text


def is_number(value: Any) -> bool:
    """Whether number_text() takes it."""
    return isinstance(value, (numbers.Number, decimal.Decimal)) or (
        hasattr(value, "__index__") and not hasattr(value, "__len__")
    )


def number_text(value: Any) -> str:
    """The exact number as text: an int, a float (the exact value of the double), Decimal, Fraction, NumPy's.

    Raises InputError for NaN, TypeError for what is no real number.
    """
    value = _unpacked(value)
    if type(value).__name__ in ("bool", "bool_"):
        raise TypeError(f"a number is expected, not the truth value {value}")
    if type(value).__name__ == "timedelta64":  # which says of itself that it is an integer
        raise TypeError("a number is expected (int, float, str, Decimal, Fraction), not timedelta64")
    if isinstance(value, int):
        return integer_text(value)
    if isinstance(value, float):
        return _decimal_text(decimal.Decimal(value))
    if isinstance(value, decimal.Decimal):
        return _decimal_text(value)
    if isinstance(value, fractions.Fraction):
        return _fraction_text(value)
    if hasattr(value, "__index__"):
        return integer_text(value.__index__())
    if isinstance(value, numbers.Real) or _is_small_float(value):
        as_double = float(value)
        if as_double != value and as_double == as_double and hasattr(value, "as_integer_ratio"):
            return number_text(single_number(value))  # NumPy's longdouble has more digits than a double
        return _decimal_text(decimal.Decimal(as_double))
    raise TypeError(f"a number is expected (int, float, str, Decimal, Fraction), not {type(value).__name__}")


def _unpacked(value: Any) -> Any:
    """The number in a tensor or an array that holds one; scalars as they are."""
    numpy = loaded("numpy")
    if numpy is not None and isinstance(value, numpy.ma.MaskedArray):
        raise TypeError("a number is expected, not a masked array: its mask would be lost")
    library = type(value).__module__.partition(".")[0]
    if library in ("jax", "jaxlib"):
        if any(base.__name__ == "Tracer" for base in type(value).__mro__):
            raise TypeError("a number is expected, not one that JAX traces: compute it outside of jit, grad and vmap")
        return single_number(value)
    if library == "tensorflow" and hasattr(value, "numpy"):
        return single_number(value.numpy())
    return single_number(value) if is_torch(value) or numpy is not None and isinstance(value, numpy.ndarray) else value


def operand_of(value: Any) -> Operand:
    """The text of an expression, of a number, of an array that holds one, or of a str that is an expression.

    Raises InputError for NaN and for arrays of several numbers, TypeError for everything else.
    """
    if isinstance(value, Expression):
        return value._text, value._level  # type: ignore[attr-defined]
    if isinstance(value, str):
        return value, Expression.PRIMARY if value.replace(".", "").isalnum() else Expression.SUM
    number = single_number(value)
    text = number_text(number)
    if text.startswith("("):
        return text[1:-1], Expression.PRODUCT
    return text, Expression.UNARY if text.startswith("-") else Expression.PRIMARY


def single_number(value: Any) -> Any:
    """The number of Python in a scalar, array or tensor that holds one number; anything else as it is."""
    shape = getattr(value, "shape", None)
    if not isinstance(shape, tuple) or not hasattr(value, "item"):
        return value
    if is_torch(value):
        value = plain(value, "the tensor")
    count = 1
    for length in shape:
        count *= length
    if count != 1:
        raise InputError(
            f"an array of shape {tuple(shape)} is not a single number: a formula contains numbers, such as "
            "array[0] or float(tensor.mean())"
        )
    number = value.item()
    if not hasattr(number, "dtype"):
        return number
    if float(number) == number or number != number:  # the infinities and NaN are no fractions
        return float(number)
    return fractions.Fraction(*number.as_integer_ratio())  # NumPy's longdouble, which no type of Python holds


def binary_text(sign: str, left: Operand, right: Operand) -> Operand:
    """left sign right for + - * / and ^, which alone binds to the right."""
    if sign == "^":
        return within(left, Expression.PRIMARY) + "^" + within(right, Expression.UNARY), Expression.POWER
    level = _SIGN_LEVEL[sign]
    return f"{within(left, level)} {sign} {within(right, level + 1)}", level


def negative_text(operand: Operand) -> Operand:
    """-operand; note that -x^2 is -(x^2)."""
    return "-" + within(operand, Expression.UNARY), Expression.UNARY


def call_text(name: str, operands: Sequence[Operand]) -> Operand:
    """name(operands)"""
    return f"{name}({', '.join(text for text, _ in operands)})", Expression.PRIMARY


def within(operand: Operand, level: int) -> str:
    """The operand's text where what stands must bind at least as tightly as level."""
    text, own = operand
    return text if own >= level else f"({text})"


def owner_of(arguments: Sequence[Any]) -> Any:
    """The expression among the arguments that makes the result, or None if there is no expression."""
    expressions: List[Expression] = [one for one in arguments if isinstance(one, Expression)]
    if not expressions:
        return None
    owner = max(expressions, key=lambda one: one._rank)
    owner._accept(expressions)
    return owner


def _is_small_float(value: Any) -> bool:
    """bfloat16 and the other small types of ml_dtypes, which are no numbers.Real: doubles hold them, too."""
    kind = getattr(getattr(value, "dtype", None), "name", "")
    return getattr(value, "shape", None) == () and ("float" in kind)


def integer_text(value: int) -> str:
    max_bits = 13_000  # 4096 characters are 13,606 bits; Python 3.11 refuses to write integers of 14,285
    if value.bit_length() > max_bits:
        raise InputError(f"an integer of {value.bit_length()} bits is too long for an expression")
    return str(int(value))


def _fraction_text(value: fractions.Fraction) -> str:
    numerator, denominator = integer_text(value.numerator), integer_text(value.denominator)
    return f"({numerator}/{denominator})" if denominator != "1" else numerator


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

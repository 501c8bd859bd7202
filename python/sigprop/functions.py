"""The functions of the expression language, for symbols of a formula and for values.

``sigprop.tanh(x)`` is the text ``tanh(...)``: of a symbol, inside a function of one's own, it becomes part of
the formula; of a value, or of a plain number, it is a value. The named activations (gelu, silu, mish, ...)
are the formulas that ``sigprop list activations`` shows. Some names are those of Python's builtins (abs, min,
max), which they replace only where they are imported by name.
"""

from __future__ import annotations

import decimal
import fractions
from typing import Any, Callable, Optional, Union

from ._errors import InputError
from ._text import Expression, Operand, call_text, operand_of, owner_of

#: What a function takes: an expression, or a number that means its exact value (a float: that of the double).
Number = Union[Expression, int, float, str, decimal.Decimal, fractions.Fraction]

#: Makes a value from a text, where no argument is an expression. The module of values sets it.
_from_text: Optional[Callable[[str], Any]] = None


def result_of(name: str, *arguments: Number) -> Any:
    """The expression name(arguments), of the kind that the arguments are."""
    return made(arguments, call_text(name, [operand_of(one) for one in arguments]))


def made(arguments: "tuple[Any, ...]", operand: Operand) -> Any:
    """The text as an expression of the kind that the arguments are: a symbol of their formula, or a value."""
    owner = owner_of(arguments)
    if owner is not None:
        return owner._make(*operand)
    if _from_text is None:
        raise TypeError("a function of plain numbers only needs the package sigprop with its library")
    return _from_text(operand[0])


def expression_of(value: Number) -> Any:
    """The value itself if it is an expression, otherwise the value that the number is."""
    return value if isinstance(value, Expression) else made((value,), operand_of(value))


def choice(left: Number, sign: str, right: Number, if_true: Number, if_false: Number) -> Any:
    """where(left sign right, if_true, if_false) for one of the signs < <= > >=."""
    pair = operand_of(left), operand_of(right)
    condition = f"{pair[0][0]} {sign} {pair[1][0]}"
    branches = operand_of(if_true), operand_of(if_false)
    operands = [(condition, Expression.SUM), *branches]
    return made((left, right, if_true, if_false), call_text("where", operands))


def where(condition: Any, if_true: Number, if_false: Number) -> Any:
    """if_true where the condition holds, if_false elsewhere: what replaces ``if`` in a formula.

    The condition is a comparison, such as x < 0; for values it may be decided already.
    """
    select = getattr(condition, "_select", None)
    if select is not None:
        return select(if_true, if_false)
    if type(condition).__name__ in ("bool", "bool_"):
        return if_true if condition else if_false
    raise InputError(
        f"the condition of where must be a comparison such as x < 0, not {type(condition).__name__}"
    )


def clip(x: Number, lower: Number, upper: Number) -> Any:
    """min(max(x, lower), upper)."""
    return result_of("clip", x, lower, upper)


def min(first: Number, second: Number, *others: Number) -> Any:
    """The smallest of two or more."""
    return result_of("min", first, second, *others)


def max(first: Number, second: Number, *others: Number) -> Any:
    """The largest of two or more."""
    return result_of("max", first, second, *others)


def sqrt(x: Number) -> Any:
    """The square root."""
    return result_of("sqrt", x)


def exp(x: Number) -> Any:
    """e to the power x."""
    return result_of("exp", x)


def expm1(x: Number) -> Any:
    """exp(x) - 1, without cancellation near 0."""
    return result_of("expm1", x)


def log(x: Number) -> Any:
    """The natural logarithm."""
    return result_of("log", x)


def log1p(x: Number) -> Any:
    """log(1 + x), without cancellation near 0."""
    return result_of("log1p", x)


def sin(x: Number) -> Any:
    """The sine of x radians."""
    return result_of("sin", x)


def cos(x: Number) -> Any:
    """The cosine of x radians."""
    return result_of("cos", x)


def atan(x: Number) -> Any:
    """The inverse tangent, between -pi/2 and pi/2."""
    return result_of("atan", x)


def sinh(x: Number) -> Any:
    """The hyperbolic sine."""
    return result_of("sinh", x)


def cosh(x: Number) -> Any:
    """The hyperbolic cosine."""
    return result_of("cosh", x)


def tanh(x: Number) -> Any:
    """The hyperbolic tangent."""
    return result_of("tanh", x)


def erf(x: Number) -> Any:
    """The error function, 2/sqrt(pi) times the integral of exp(-t^2) from 0 to x."""
    return result_of("erf", x)


def erfc(x: Number) -> Any:
    """1 - erf(x), without cancellation for large x."""
    return result_of("erfc", x)


def sigmoid(x: Number) -> Any:
    """1/(1 + exp(-x)), the logistic function."""
    return result_of("sigmoid", x)


def softplus(x: Number) -> Any:
    """log(1 + exp(x))."""
    return result_of("softplus", x)


def normal_pdf(x: Number) -> Any:
    """The density of the standard normal law, exp(-x^2/2)/sqrt(2 pi)."""
    return result_of("normal_pdf", x)


def normal_cdf(x: Number) -> Any:
    """The probability that a standard normal number is below x."""
    return result_of("normal_cdf", x)


def abs(x: Number) -> Any:
    """The absolute value."""
    return result_of("abs", x)


def relu(x: Number) -> Any:
    """max(x, 0)."""
    return result_of("relu", x)


def step(x: Number) -> Any:
    """0 for x < 0, 1 for x >= 0."""
    return result_of("step", x)


#: The functions of the language, by name.
LANGUAGE = (
    "abs", "atan", "clip", "cos", "cosh", "erf", "erfc", "exp", "expm1", "log", "log1p", "max", "min",
    "normal_cdf", "normal_pdf", "relu", "sigmoid", "sin", "sinh", "softplus", "sqrt", "step", "tanh",
    "where",
)

from ._activations import *  # noqa: E402,F401,F403 - they are made of the functions above
from ._activations import GATED, NAMED  # noqa: E402

# The group of quantities selu.alpha and selu.lambda has the name: the activation is functions.selu.
__all__ = [*LANGUAGE, *(name for name in NAMED if name != "selu"), *GATED]

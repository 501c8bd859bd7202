"""The named activations that are not themselves functions of the language, with the tool's formulas."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from ._text import Expression, negative_text, operand_of
from .functions import (
    Number,
    abs,
    choice,
    clip,
    erf,
    exp,
    expm1,
    expression_of,
    made,
    normal_cdf,
    relu,
    sigmoid,
    sin,
    softplus,
    sqrt,
    tanh,
)


def _number(near: Expression, text: str) -> Any:
    """A number that the language can write and Python cannot, as an expression of the same kind."""
    return made((near,), (text, Expression.PRIMARY))


def identity(x: Number) -> Any:
    """x itself."""
    return expression_of(x)


def leaky_relu(x: Number, a: Number = Decimal("0.01")) -> Any:
    """a x for x < 0, x elsewhere. The default is the decimal 0.01, not the double near it."""
    x = expression_of(x)
    return choice(x, "<", 0, a * x, x)


def prelu(x: Number, a: Number) -> Any:
    """a x for x < 0, x elsewhere, with a slope a that is learned."""
    return leaky_relu(x, a)


def relu6(x: Number) -> Any:
    """relu, at most 6."""
    return clip(x, 0, 6)


def squared_relu(x: Number) -> Any:
    """relu(x)^2."""
    return relu(x) ** 2


def elu(x: Number, a: Number = 1) -> Any:
    """a expm1(x) for x < 0, x elsewhere."""
    x = expression_of(x)
    negative = expm1(x)
    return choice(x, "<", 0, negative if _is_one(a) else a * negative, x)


def celu(x: Number, a: Number = 1) -> Any:
    """a expm1(x / a) for x < 0, x elsewhere, whose slope at 0 is 1."""
    x = expression_of(x)
    return elu(x) if _is_one(a) else choice(x, "<", 0, a * expm1(x / a), x)


def selu(x: Number) -> Any:
    """lambda elu(x, alpha) with the constants that keep N(0, 1) at mean 0 and variance 1."""
    x = expression_of(x)
    alpha, scale = _number(x, "selu.alpha()"), _number(x, "selu.lambda()")
    return scale * choice(x, "<", 0, alpha * expm1(x), x)


def gelu(x: Number) -> Any:
    """x times the probability that a standard normal number is below x."""
    x = expression_of(x)
    return x * normal_cdf(x)


def gelu_tanh(x: Number) -> Any:
    """The approximation of gelu by tanh."""
    x = expression_of(x)
    inner = _number(x, "sqrt(2 / pi)") * (x + Decimal("0.044715") * x**3)
    return Decimal("0.5") * x * (1 + tanh(inner))


def quick_gelu(x: Number) -> Any:
    """The approximation of gelu by a sigmoid of slope 1.702."""
    x = expression_of(x)
    return x * sigmoid(Decimal("1.702") * x)


def silu(x: Number) -> Any:
    """x sigmoid(x), also called swish."""
    x = expression_of(x)
    return x * sigmoid(x)


def mish(x: Number) -> Any:
    """x tanh(softplus(x))."""
    x = expression_of(x)
    return x * tanh(softplus(x))


def hard_sigmoid(x: Number) -> Any:
    """(x + 3)/6 between 0 and 1."""
    return clip((expression_of(x) + 3) / 6, 0, 1)


def hard_swish(x: Number) -> Any:
    """x hard_sigmoid(x)."""
    x = expression_of(x)
    return x * hard_sigmoid(x)


def hardtanh(x: Number) -> Any:
    """x between -1 and 1."""
    return clip(x, -1, 1)


def softsign(x: Number) -> Any:
    """x / (1 + |x|)."""
    x = expression_of(x)
    return x / (1 + abs(x))


def derf(x: Number, alpha: Number) -> Any:
    """erf(alpha x)."""
    return erf(alpha * expression_of(x))


def dyt(x: Number, alpha: Number) -> Any:
    """tanh(alpha x), Dynamic Tanh without the affine map behind it."""
    return tanh(alpha * expression_of(x))


def dyisru(x: Number, c: Number) -> Any:
    """x / sqrt(x^2 + c)."""
    x = expression_of(x)
    return x / sqrt(x**2 + c)


def isru(x: Number, a: Number) -> Any:
    """x / sqrt(1 + a x^2)."""
    x = expression_of(x)
    return x / sqrt(1 + a * x**2)


def softcap(x: Number, t: Number) -> Any:
    """t tanh(x / t)."""
    return t * tanh(expression_of(x) / t)


def logsigmoid(x: Number) -> Any:
    """log(sigmoid(x)) = -softplus(-x)."""
    return -softplus(-expression_of(x))


def tanhshrink(x: Number) -> Any:
    """x - tanh(x)."""
    x = expression_of(x)
    return x - tanh(x)


def hardshrink(x: Number, lambda_: Number = Decimal("0.5")) -> Any:
    """x where |x| > lambda_, 0 elsewhere."""
    return choice(abs(x), ">", lambda_, x, 0)


def softshrink(x: Number, lambda_: Number = Decimal("0.5")) -> Any:
    """x drawn towards 0 by lambda_, and 0 between -lambda_ and lambda_."""
    x = expression_of(x)
    minus, _ = negative_text(operand_of(lambda_))
    return choice(x, ">", lambda_, x - lambda_, choice(x, "<", minus, x + lambda_, 0))


def snake(x: Number, a: Number = 1) -> Any:
    """x + sin(a x)^2 / a."""
    x = expression_of(x)
    return x + sin(x) ** 2 if _is_one(a) else x + sin(a * x) ** 2 / a


def exp_neg_sq(x: Number) -> Any:
    """exp(-x^2)."""
    return exp(-(expression_of(x) ** 2))


def _is_one(value: Number) -> bool:
    return not isinstance(value, Expression) and value == 1


#: The activations of this file, by name.
NAMED = (
    "identity", "leaky_relu", "prelu", "relu6", "squared_relu", "elu", "celu", "selu", "gelu",
    "gelu_tanh", "quick_gelu", "silu", "mish", "hard_sigmoid", "hard_swish", "hardtanh", "softsign",
    "derf", "dyt", "dyisru", "isru", "softcap", "logsigmoid", "tanhshrink", "hardshrink", "softshrink",
    "snake", "exp_neg_sq",
)

__all__ = list(NAMED)

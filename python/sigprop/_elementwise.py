"""Elementwise functions that numpy and torch both have, as formulas of symbols; neither is imported."""

from __future__ import annotations

import operator
from typing import Any, Callable, Dict, Mapping, Sequence

from . import functions as f
from ._condition import Condition, as_condition, differ, is_truth
from ._errors import InputError, Refusal
from ._text import single_number

Table = Dict[str, Callable[..., Any]]

_RANDOM = {
    "alpha_dropout", "bernoulli", "dropout", "dropout1d", "dropout2d", "dropout3d", "feature_alpha_dropout",
    "feature_dropout", "gumbel_softmax", "multinomial", "normal", "poisson", "rand_like", "randint_like",
    "randn_like", "rrelu",
}  # fmt: skip


def apply(
    library: str, name: str, table: Mapping[str, Any], arguments: Sequence[Any], options: Dict[str, Any]
) -> Any:
    """The formula of library.name(arguments). Raises Refusal if there is none."""
    construction = table.get(name)
    if construction is None:
        raise Refusal(f"{library}.{name} {_reason(name)}")
    try:
        values = [plain(one) for one in arguments]
        keys = {key: plain(one) for key, one in options.items()}
    except InputError as error:
        raise Refusal(str(error)) from None
    if values and not keys and all(is_truth(one) for one in values):
        return _of_truths(library, name, construction, values)
    try:
        return construction(*values, **keys)
    except TypeError as error:
        message = f"{library}.{name} with these arguments cannot become part of a formula: {error}"
        raise Refusal(message) from error


def _of_truths(library: str, name: str, construction: Callable[..., Any], values: Sequence[Any]) -> Any:
    """The function of conditions alone, which numpy and torch take for truth values, not for 0 and 1."""
    conditions = [as_condition(one) for one in values]
    if name in _LOGICAL:
        return _LOGICAL[name](*conditions)
    if name in _NOT_OF_TRUTHS:
        raise Refusal(
            f"{library}.{name} is not defined for comparisons: write sigprop.where(condition, 1, 0) for a number"
        )
    return construction(*(one._number() for one in conditions))


def plain(value: Any) -> Any:
    """An argument as a symbol, a condition or a number of Python; lists element by element."""
    if isinstance(value, (list, tuple)) and not hasattr(value, "numel"):
        return [plain(one) for one in value]
    return single_number(value)


def refuse_random(name: str) -> Any:
    """Raises the error of a function that draws random numbers."""
    raise Refusal(f"{name} {_reason('dropout')}")


def clip(x: Any, lower: Any = None, upper: Any = None) -> Any:
    """x between the limits, each of which may be None or infinite: there is no limit then."""
    lower = None if _is_infinite(lower, -1) else lower
    upper = None if _is_infinite(upper, 1) else upper
    if lower is None:
        return x if upper is None else f.min(x, upper)
    return f.max(x, lower) if upper is None else f.clip(x, lower, upper)


def constant(like: Any, value: Any) -> Any:
    """The number as a formula that belongs with another."""
    return f.made((like,), f.operand_of(value))


def sign(x: Any) -> Any:
    """-1, 0 or 1."""
    return f.choice(x, ">", 0, 1, f.choice(x, "<", 0, -1, 0))


def heaviside(x: Any, at_zero: Any) -> Any:
    """0 for x < 0, 1 for x > 0, and at_zero at 0."""
    return f.choice(x, ">", 0, 1, f.choice(x, "<", 0, 0, at_zero))


def logaddexp(a: Any, b: Any) -> Any:
    """log(exp(a) + exp(b))"""
    if _is_zero(a) or _is_zero(b):
        return f.softplus(b if _is_zero(a) else a)
    return a + f.softplus(b - a)


def atanh(x: Any) -> Any:
    """The inverse hyperbolic tangent."""
    return (f.log1p(x) - f.log1p(-x)) / 2


def sinc(x: Any) -> Any:
    """sin(pi x)/(pi x), and 1 at 0."""
    angle = x._make("pi", x.PRIMARY) * x
    return f.where(x == 0, 1, f.sin(angle) / angle)


def logical_and(a: Any, b: Any) -> Any:
    """Both conditions."""
    return _condition(a) & _condition(b)


def logical_or(a: Any, b: Any) -> Any:
    """One of the conditions, or both."""
    return _condition(a) | _condition(b)


def logical_xor(a: Any, b: Any) -> Any:
    """One of the conditions alone."""
    return differ(_condition(a), _condition(b))


def logical_not(a: Any) -> Any:
    """The opposite of a condition."""
    return ~_condition(a)


def _condition(value: Any) -> Condition:
    if not is_truth(value):
        raise Refusal("a joined condition needs comparisons, such as x < 0")
    return as_condition(value)


def _is_infinite(value: Any, direction: int) -> bool:
    return isinstance(value, float) and value * direction == float("inf")


def _is_zero(value: Any) -> bool:
    return not isinstance(value, f.Expression) and value == 0


def _reason(name: str) -> str:
    if name in _RANDOM:
        return (
            "draws random numbers, but a formula is one function: leave it out, or call .eval() on the "
            "module first, so that it does nothing"
        )
    return (
        "cannot become part of a formula: it is no function of one number, or none that sigprop knows; write "
        "it with sigprop.where, sigprop.tanh and the other functions of sigprop, or elementwise functions of "
        "numpy and torch"
    )


#: Names with one meaning in numpy and torch.
COMMON: Table = {
    **{name: getattr(f, name) for name in f.LANGUAGE if name not in ("clip", "max", "min", "step")},
    "absolute": f.abs,
    "fabs": f.abs,
    "arctan": f.atan,
    "tan": lambda x: f.sin(x) / f.cos(x),
    "atanh": atanh,
    "arctanh": atanh,
    "exp2": lambda x: 2**x,
    "log2": lambda x: f.log(x) / f.log(constant(x, 2)),
    "log10": lambda x: f.log(x) / f.log(constant(x, 10)),
    "negative": operator.neg,
    "positive": operator.pos,
    "square": lambda x: x**2,
    "reciprocal": lambda x: 1 / x,
    "sign": sign,
    "heaviside": heaviside,
    "sinc": sinc,
    "hypot": lambda a, b: f.sqrt(a**2 + b**2),
    "logaddexp": logaddexp,
    "add": operator.add,
    "subtract": operator.sub,
    "multiply": operator.mul,
    "divide": operator.truediv,
    "true_divide": operator.truediv,
    "power": operator.pow,
    "float_power": operator.pow,
    "maximum": f.max,
    "minimum": f.min,
    "fmax": f.max,
    "fmin": f.min,
    "clip": clip,
    "less": operator.lt,
    "less_equal": operator.le,
    "greater": operator.gt,
    "greater_equal": operator.ge,
    "equal": operator.eq,
    "not_equal": operator.ne,
    "logical_and": logical_and,
    "logical_or": logical_or,
    "logical_not": logical_not,
    "logical_xor": logical_xor,
    "bitwise_xor": logical_xor,
    "bitwise_and": logical_and,
    "bitwise_or": logical_or,
    "bitwise_not": logical_not,
    "zeros_like": lambda x: constant(x, 0),
    "ones_like": lambda x: constant(x, 1),
    "full_like": constant,
}

#: What numpy and torch make of truth values: 1 + 1 is True, and False < True.
_LOGICAL: Table = {
    **{name: COMMON[f"logical_{kind}"] for kind in ("and", "or", "xor", "not")
       for name in (f"logical_{kind}", f"bitwise_{kind}", kind)},
    **dict.fromkeys(("add", "radd", "maximum", "fmax", "max"), logical_or),
    **dict.fromkeys(("multiply", "mul", "rmul", "minimum", "fmin", "min"), logical_and),
    **dict.fromkeys(("rand", "iand"), logical_and),
    **dict.fromkeys(("ror", "ior"), logical_or),
    **dict.fromkeys(("rxor", "ixor"), logical_xor),
    "invert": logical_not,
    "absolute": lambda a: a,
    **dict.fromkeys(("equal", "eq"), lambda a, b: ~differ(a, b)),
    **dict.fromkeys(("not_equal", "ne"), differ),
    **dict.fromkeys(("less", "lt"), lambda a, b: ~a & b),
    **dict.fromkeys(("less_equal", "le"), lambda a, b: ~a | b),
    **dict.fromkeys(("greater", "gt"), lambda a, b: a & ~b),
    **dict.fromkeys(("greater_equal", "ge"), lambda a, b: a | ~b),
    "where": f.where,
}  # fmt: skip

#: What numpy and torch refuse for truth values.
_NOT_OF_TRUTHS = {"subtract", "sub", "rsub", "negative", "neg", "positive", "sign", "sgn"}

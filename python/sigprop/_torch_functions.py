"""torch's functions and methods of a symbol, as formulas. torch is not imported: its functions come here.

Every entry is what torch computes, up to rounding: where its code switches (softplus above its threshold),
the formula switches. A slope such as 0.01 is a double in torch, and that double is in the formula; constants
inside torch (0.044715 of gelu, alpha of selu) are the decimals of its documentation.
"""

from __future__ import annotations

import operator
from decimal import Decimal
from typing import Any, Callable, Dict, Optional, Sequence

from . import functions as f
from ._elementwise import COMMON, Table, apply, clip, constant, refuse_random
from ._errors import Refusal, shown
from ._text import Expression


def apply_function(function: Any, arguments: Sequence[Any], options: Dict[str, Any]) -> Any:
    """What a function of torch, or an operator of a tensor, gives for a symbol or a condition."""
    written = getattr(function, "__name__", str(function))
    if written == "__get__":  # an attribute of a tensor, which a symbol does not have
        raise Refusal("the function needs an attribute of a tensor, but the symbol has no shape and no type")
    name = written.strip("_")
    name = name[len("special_") :] if name.startswith("special_") else name
    changes = written.endswith("_") and not written.endswith("__")
    if changes or options.get("inplace") or options.get("out") is not None or name in _IN_PLACE:
        raise Refusal(
            f"torch's {name} would change a tensor in place (inplace=True, out=, {name}_ or an operator such "
            "as *=): write inplace=False, or use what the function returns"
        )
    left_out = ("inplace", "out", "dtype", "memory_format")
    options = {key: value for key, value in options.items() if key not in left_out}
    values = list(arguments)
    for key in ("input", "self", "other"):
        if key in options and len(values) == (key == "other"):
            values.append(options.pop(key))
    return apply("torch", name, TABLE, values, options)


def method_of(symbol: Any, name: str) -> Optional[Callable[..., Any]]:
    """The method of a tensor or an array with that name, for the symbol; None if symbols have none."""
    if name.endswith("_"):
        raise Refusal(f"x.{name}() changes a tensor in place: write x = x.{name.rstrip('_')}()")
    if name not in METHODS and name not in TABLE:
        return None
    if name in METHODS:
        construction = METHODS[name]
        return lambda *arguments, **options: construction(symbol, *arguments, **options)

    def method(*arguments: Any, **options: Any) -> Any:
        options.pop("out", None)
        return apply("x", name, TABLE, (symbol, *arguments), options)

    return method


def _gelu(x: Any, approximate: str = "none") -> Any:
    if approximate not in ("none", "tanh"):
        raise Refusal(f"gelu has approximate='none' or 'tanh', not {shown(approximate)}")
    return f.gelu_tanh(x) if approximate == "tanh" else f.gelu(x)


def _leaky_relu(x: Any, negative_slope: Any = 0.01) -> Any:
    return f.choice(x, "<", 0, negative_slope * x, x)


def _selu(x: Any) -> Any:
    alpha, scale = Decimal("1.6732632423543772848170429916717"), Decimal("1.0507009873554804934193349852946")
    return scale * f.choice(x, "<", 0, alpha * f.expm1(x), x)


def _softplus(x: Any, beta: Any = 1, threshold: Any = 20) -> Any:
    """Linear above the threshold, with a jump of exp(-threshold)/beta that is part of what torch computes."""
    if beta == 1:
        return f.choice(x, ">", threshold, x, f.softplus(x))
    return f.choice(beta * x, ">", threshold, x, f.softplus(beta * x) / beta)


def _hardtanh(x: Any, min_val: Any = -1, max_val: Any = 1) -> Any:
    return clip(x, min_val, max_val)


def _shrink(named: Callable[..., Any]) -> Callable[..., Any]:
    return lambda x, lambd=0.5: named(x, lambd)


def _rrelu(x: Any, lower: Any = 0.125, upper: Any = 0.3333333333333333, training: bool = False) -> Any:
    return refuse_random("torch.rrelu") if training else _leaky_relu(x, (lower + upper) / 2)


def _dropout(x: Any, p: float = 0.5, training: bool = True) -> Any:
    return refuse_random("torch.dropout in training mode") if training and p != 0 else x


def _clamp(x: Any, min: Any = None, max: Any = None) -> Any:
    return clip(x, min, max)


def _add(a: Any, b: Any, alpha: Any = 1) -> Any:
    return a + b if alpha == 1 else a + alpha * b


def _sub(a: Any, b: Any, alpha: Any = 1) -> Any:
    return a - b if alpha == 1 else a - alpha * b


def _divide(a: Any, b: Any, rounding_mode: Optional[str] = None) -> Any:
    if rounding_mode is not None:
        raise Refusal("a formula has no rounding: remove rounding_mode")
    return a / b


def _extremum(function: Callable[..., Any]) -> Callable[..., Any]:
    def construction(a: Any, b: Any = None, **options: Any) -> Any:
        if b is None or options:
            raise Refusal(
                "the largest or smallest element of a tensor is not a function of one number: write "
                "torch.maximum(x, y) or torch.minimum(x, y)"
            )
        return function(a, b)

    return construction


def _converted(x: Any, *target: Any, **options: Any) -> Any:
    """A float type rounds, which formulas leave out; an integer type would change the function."""
    kinds = " ".join(str(one) for one in (*target, *options.values()))
    if any(word in kinds for word in ("int", "bool", "long", "short")):
        raise Refusal("the symbol cannot become an integer: a formula has no rounding")
    return x._number() if hasattr(x, "_number") else x


def _masked_fill(x: Any, mask: Any, value: Any) -> Any:
    return f.where(mask, value, x)


def _where_method(x: Any, condition: Any, other: Any) -> Any:
    return f.where(condition, x, other)


def _like(value: int) -> Callable[..., Any]:
    return lambda x, **options: constant(x, value)


def _full_like(x: Any, fill_value: Any, **options: Any) -> Any:
    return fill_value if isinstance(fill_value, Expression) else constant(x, fill_value)


_IN_PLACE = {"iadd", "isub", "imul", "itruediv", "idiv", "ipow", "setitem"}

_IDENTITIES = ("clone", "detach", "contiguous", "alias", "requires_grad")

TABLE: Table = {
    **COMMON,
    "neg": operator.neg, "sgn": COMMON["sign"], "rsqrt": lambda x: 1 / f.sqrt(x),
    "expit": f.sigmoid, "ndtr": f.normal_cdf,
    "log_ndtr": lambda x: f.log(f.normal_cdf(x)),
    # torch.nn.functional
    "gelu": _gelu, "silu": f.silu, "mish": f.mish, "elu": lambda x, alpha=1: f.elu(x, alpha), "selu": _selu,
    "celu": lambda x, alpha=1: f.celu(x, alpha), "leaky_relu": _leaky_relu, "softplus": _softplus,
    "relu6": f.relu6, "hardtanh": _hardtanh, "hardswish": f.hard_swish, "hardsigmoid": f.hard_sigmoid,
    "softsign": f.softsign, "tanhshrink": f.tanhshrink, "softshrink": _shrink(f.softshrink),
    "hardshrink": _shrink(f.hardshrink), "logsigmoid": f.logsigmoid, "log_sigmoid": f.logsigmoid,
    "threshold": lambda x, threshold, value: f.choice(x, ">", threshold, x, value),
    "prelu": _leaky_relu, "rrelu": _rrelu,
    **{name: _dropout for name in ("dropout", "alpha_dropout", "feature_dropout", "feature_alpha_dropout")},
    # arithmetic, as functions and as operators of tensors
    "add": _add, "radd": _add, "sub": _sub, "subtract": _sub, "rsub": lambda a, b, alpha=1: _sub(b, a, alpha),
    "mul": operator.mul, "rmul": operator.mul, "div": _divide, "divide": _divide, "true_divide": _divide,
    "truediv": operator.truediv, "rtruediv": lambda a, b: b / a, "rdiv": lambda a, b: b / a,
    "pow": operator.pow, "rpow": lambda a, b: b**a,
    "max": _extremum(f.max), "min": _extremum(f.min),
    "clamp": _clamp, "clip": _clamp,
    "clamp_min": lambda x, min: clip(x, min, None), "clamp_max": lambda x, max: clip(x, None, max),
    "lt": operator.lt, "le": operator.le, "gt": operator.gt, "ge": operator.ge, "eq": operator.eq,
    "ne": operator.ne,
    "and": COMMON["logical_and"], "or": COMMON["logical_or"], "xor": COMMON["logical_xor"],
    "invert": COMMON["logical_not"],
    "zeros_like": _like(0), "ones_like": _like(1), "full_like": _full_like,
    "masked_fill": _masked_fill,
    **{name: (lambda x, *ignored, **options: x) for name in _IDENTITIES},
}  # fmt: skip

#: Methods that mean something else than the function of that name, or have no function.
METHODS: Table = {
    "where": _where_method,
    **{name: _converted for name in ("to", "type", "astype", "type_as")},
    **{name: (lambda x: _converted(x)) for name in ("float", "double", "half", "bfloat16", "copy")},
}  # fmt: skip

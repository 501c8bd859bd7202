"""numpy's functions of a symbol, and scipy.special's, as formulas. numpy is not imported: it calls these."""

from __future__ import annotations

from typing import Any, Dict, Sequence

from . import functions as f
from ._elementwise import COMMON, Table, apply, clip, constant
from ._errors import Refusal
from ._text import Expression


def apply_ufunc(ufunc: Any, method: str, inputs: Sequence[Any], options: Dict[str, Any]) -> Any:
    """What numpy's universal function gives for the inputs, one of which is a symbol or a condition."""
    name = ufunc.__name__
    if method != "__call__":
        raise Refusal(
            f"numpy.{name}.{method} works on the elements of an array, but the symbol stands for one number: "
            f"write numpy.{name} of one number after the other"
        )
    if options.get("out") is not None:
        raise Refusal(
            f"numpy.{name} would write into an array (out=, or an assignment such as a += x): write a + x"
        )
    if options:
        raise Refusal(
            f"numpy.{name} with {'=, '.join(options)}= cannot become part of a formula: remove it"
        )
    return apply("numpy", name, UFUNCS, inputs, options)


def apply_function(function: Any, arguments: Sequence[Any], options: Dict[str, Any]) -> Any:
    """What another function of numpy gives, such as numpy.where."""
    name = function.__name__
    if options.get("out") is not None:
        raise Refusal(f"numpy.{name} would write into an array (out=): use what it returns")
    return apply("numpy", name, FUNCTIONS, arguments, options)


def _where(condition: Any, *branches: Any) -> Any:
    if len(branches) != 2:
        raise Refusal("numpy.where(condition) asks for indices: write numpy.where(condition, a, b)")
    return f.where(condition, *branches)


def _select(conditions: Sequence[Any], branches: Sequence[Any], default: Any = 0) -> Any:
    result = default
    for condition, branch in reversed(list(zip(conditions, branches))):
        result = f.where(condition, branch, result)
    return result


def _clip(a: Any, a_min: Any = None, a_max: Any = None, out: Any = None, **limits: Any) -> Any:
    return clip(a, limits.pop("min", a_min), limits.pop("max", a_max), **limits)


def _like(value: int) -> Any:
    return lambda a, dtype=None, order="K", subok=True, shape=None: constant(a, value)


def _full_like(a: Any, fill_value: Any, dtype: Any = None, order: str = "K", subok: bool = True) -> Any:
    return fill_value if isinstance(fill_value, Expression) else constant(a, fill_value)


UFUNCS: Table = {
    **COMMON,
    "invert": COMMON["logical_not"],
    # scipy.special
    "expit": f.sigmoid,
    "log_expit": lambda x: -f.softplus(-x),
    "ndtr": f.normal_cdf,
    "log_ndtr": lambda x: f.log(f.normal_cdf(x)),
}

FUNCTIONS: Table = {
    "where": _where,
    "select": _select,
    "clip": _clip,
    "sinc": COMMON["sinc"],
    "zeros_like": _like(0),
    "ones_like": _like(1),
    "full_like": _full_like,
    "copy": lambda a, order="K", subok=False: a,
}

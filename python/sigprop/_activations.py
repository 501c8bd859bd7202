"""The named activations of the catalogue as functions of a symbol, a value or a number.

Editors and type checkers read them in _activations.pyi, which the build writes from the same rows.
"""

from __future__ import annotations

from typing import Any, Callable

from ._core import activations
from ._text import python_name
from .functions import LANGUAGE, result_of


def _function(row: "dict[str, Any]") -> Callable[..., Any]:
    """A function with the parameters of the row, as Python would read it: the module ``inspect``, which could make its signature, takes as
    long to import as half of this package."""
    name = python_name(row["name"])
    parameters = [python_name(one["name"]) for one in row["parameters"]]
    defaults = [one["default"] for one in row["parameters"] if one["optional"]]
    head = ["x", *parameters[: len(parameters) - len(defaults)], *(f"{one}=None" for one in parameters[len(parameters) - len(defaults) :])]
    given = ", ".join(["x", *parameters])
    body = f"result_of(name, {given})"
    if len(parameters) == 1 and defaults:  # what is left out is left to the language
        body = f"result_of(name, x) if {parameters[0]} is default else {body}"
    scope = {"__name__": __name__, "result_of": result_of, "name": row["name"], "default": defaults[0] if defaults else None}
    exec(compile(f"def {name}({', '.join(head)}):\n    return {body}", __file__, "exec"), scope)  # of names of the catalogue
    function = scope[name]
    function.__defaults__ = tuple(defaults)
    function.__module__ = __name__
    function.__doc__ = row["formula"]
    return function


def _gated_function(row: "dict[str, Any]") -> Callable[..., Any]:
    """A gated unit takes two numbers, so that no formula in x alone can be read off it: who takes an activation takes its name."""
    is_any = bool(row["parameters"])  # glu, whose gate is the caller's
    gate = row["parameters"][0]["default"] if is_any else row["formula"][len("glu("):-1]

    def function(a: Any, b: Any, f: Any = gate) -> Any:
        name = f if isinstance(f, str) else f.__name__
        return a * (b if name == "identity" else result_of(name, b))

    def named(a: Any, b: Any) -> Any:
        return function(a, b)

    one = function if is_any else named
    one.__name__ = one.__qualname__ = row["name"]
    one.__doc__ = row["formula"]
    one.__dict__["_gated"] = row["name"]
    return one


_ROWS = {row["name"]: row for row in activations() if not row["gated"] and row["name"] not in LANGUAGE}
globals().update({name: _function(row) for name, row in _ROWS.items()})

#: The activations of this file, by name.
NAMED = tuple(_ROWS)

_GATED = {row["name"]: row for row in activations() if row["gated"]}
globals().update({name: _gated_function(row) for name, row in _GATED.items()})

#: The gated units, functions of two numbers: geglu(a, b) is a * gelu(b).
GATED = tuple(_GATED)

__all__ = [*NAMED, *GATED]

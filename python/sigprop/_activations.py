"""The named activations of the catalogue as functions of a symbol, a value or a number.

Editors and type checkers read them in _activations.pyi, which the build writes from the same rows.
"""

from __future__ import annotations

import inspect
from typing import Any, Callable

from ._core import activations
from ._text import python_name
from .functions import LANGUAGE, result_of


def _function(row: "dict[str, Any]") -> Callable[..., Any]:
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    of_row = [
        inspect.Parameter(python_name(one["name"]), kind, default=one["default"] if one["optional"] else inspect.Parameter.empty)
        for one in row["parameters"]
    ]
    signature = inspect.Signature([inspect.Parameter("x", kind), *of_row])

    def function(*arguments: Any, **named: Any) -> Any:
        bound = signature.bind(*arguments, **named)
        if len(of_row) > 1:  # one that is left out must not be taken for the next
            bound.apply_defaults()
        return result_of(row["name"], *bound.arguments.values())

    function.__name__ = function.__qualname__ = row["name"]
    function.__doc__ = row["formula"]
    function.__signature__ = signature  # type: ignore[attr-defined]
    return function


_ROWS = {row["name"]: row for row in activations() if not row["gated"] and row["name"] not in LANGUAGE}
globals().update({name: _function(row) for name, row in _ROWS.items()})

#: The activations of this file, by name.
NAMED = tuple(_ROWS)

__all__ = list(NAMED)

"""The tool, and plain numbers, as the two judges of a traced formula."""

from __future__ import annotations

import functools
import json
import math
from decimal import Decimal
from pathlib import Path
from typing import Any, Callable, Dict, List, Sequence

import numpy as np
from tool_process import run_tool


def proved(expressions: Sequence[str], methods: str = "closed_form,arb_*") -> List[Decimal]:
    """The proved numbers of the expressions, by one run of the tool, which must prove all of them."""
    run = run_tool("eval", "--plain", "--methods", methods, "--", *expressions, timeout=300)
    assert run.returncode == 0, run.stderr + run.stdout
    lines = run.stdout.splitlines()
    assert len(lines) == len(expressions), run.stdout
    for expression, line in zip(expressions, lines):
        assert line, f"{expression} has no proved number"
    return [Decimal(line) for line in lines]


def _normal_cdf(x: Any) -> Any:
    return np.vectorize(lambda one: 0.5 * math.erfc(-one / math.sqrt(2)))(x)


_FUNCTIONS: Dict[str, Any] = {
    "abs": np.abs,
    "atan": np.arctan,
    "clip": lambda x, low, high: np.minimum(np.maximum(x, low), high),
    "cos": np.cos,
    "cosh": np.cosh,
    "e": math.e,
    "erf": np.vectorize(math.erf),
    "erfc": np.vectorize(math.erfc),
    "exp": np.exp,
    "expm1": np.expm1,
    "log": np.log,
    "log1p": np.log1p,
    "max": np.maximum,
    "min": np.minimum,
    "normal_cdf": _normal_cdf,
    "normal_pdf": lambda x: np.exp(-x * x / 2) / math.sqrt(2 * math.pi),
    "pi": math.pi,
    "relu": lambda x: np.maximum(x, 0),
    "sigmoid": lambda x: np.where(x < 0, np.exp(np.minimum(x, 0)), 1) / (1 + np.exp(-np.abs(x))),
    "sin": np.sin,
    "sinh": np.sinh,
    "softplus": lambda x: np.logaddexp(0, x),
    "sqrt": np.sqrt,
    "step": lambda x: np.where(x < 0, 0.0, 1.0),
    "tanh": np.tanh,
    "where": np.where,
}


def _value(formula: str, scope: Dict[str, Any]) -> Any:
    """In doubles: Python's grammar is the language's, with ** for ^ and without the name lambda."""
    text = formula.replace("^", "**").replace("lambda", "lambda_")
    return eval(text, {"__builtins__": {}, **_activations(), **_FUNCTIONS, **scope})  # noqa: S307 - of our own making


def _activation(row: Dict[str, Any], known: Dict[str, Any]) -> Callable[..., Any]:
    written = [{"like": one} if isinstance(one, str) else one for one in row.get("parameters", [])]
    parameters = [{"name": one.get("like"), **known.get(one.get("like", ""), {}), **one} for one in written]

    def call(x: Any, *given: Any, **named: Any) -> Any:
        names = [one["name"].replace("lambda", "lambda_") for one in parameters]
        values = {name: _value(one["default"], {}) for name, one in zip(names, parameters) if "default" in one}
        values.update(zip(names, given))
        return _value(row["formula"], {**values, **named, "x": x})

    return call


@functools.lru_cache(maxsize=None)
def _activations() -> Dict[str, Any]:
    """The named activations, which are functions in formulas, by the formulas of the catalogue."""
    path = Path(__file__).resolve().parents[2] / "src/quantities/catalogue/activations.json"
    catalogue = json.loads(path.read_text(encoding="utf-8"))
    made = {}
    for row in catalogue["activations"]:
        if "name" not in row:  # gated units, which are functions of two numbers
            continue
        for name in [row["name"], *row.get("aliases", [])]:
            made[name] = _activation(row, catalogue["parameters"])
    return made


def evaluated(formula: str, x: Any) -> Any:
    """The formula at the points x."""
    with np.errstate(all="ignore"):
        return _value(formula, {"x": x}) + np.zeros_like(x)

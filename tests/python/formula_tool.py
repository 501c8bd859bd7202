"""The tool, and plain numbers, as the two judges of a traced formula."""

from __future__ import annotations

import math
from decimal import Decimal
from typing import Any, Dict, List, Sequence

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


def evaluated(formula: str, x: Any) -> Any:
    """The formula at the points x, in doubles: Python's grammar is the language's, with ** for ^."""
    scope = {"__builtins__": {}, **_FUNCTIONS, "x": x}
    with np.errstate(all="ignore"):
        return eval(formula.replace("^", "**"), scope) + np.zeros_like(x)  # noqa: S307 - of our own making

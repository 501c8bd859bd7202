"""Random trees of Python's operators mean the same to Python, in exact fractions, and to the tool."""

from __future__ import annotations

import operator
import re
from fractions import Fraction
from typing import Any, Callable, List

import pytest
from formula_tool import proved
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sigprop import _symbol, _text
from sigprop import functions as sp
from sigprop._errors import InputError
from sigprop._trace import formula_of

Tree = Callable[[Any], Any]


class Tie(Exception):
    """The tool compares enclosures: whether 1/3 < 1/3 is left open, since no binary number is 1/3."""


def _where(compare: Any, left: Any, right: Any, a: Any, b: Any) -> Any:
    condition = compare(left, right)
    if not isinstance(condition, bool):
        return sp.where(condition, a, b)
    denominator = Fraction(left).denominator
    if left == right and denominator & (denominator - 1):
        raise Tie
    return a if condition else b


def _extremum(builtin: Any, own: Any) -> Callable[[Any, Any], Any]:
    return lambda a, b: builtin(a, b) if isinstance(a + b, (int, Fraction)) else own(a, b)


_BINARY = [
    operator.add,
    operator.sub,
    operator.mul,
    operator.truediv,
    _extremum(max, sp.max),
    _extremum(min, sp.min),
]
_COMPARISONS = [operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne]

_NUMBERS = st.one_of(
    st.integers(-4, 4).map(Fraction),
    st.fractions(-3, 3, max_denominator=7),
    st.floats(-2, 2, width=16).map(Fraction),
)


def _join(tree: st.SearchStrategy[Tree]) -> st.SearchStrategy[Tree]:
    return st.one_of(
        st.builds(lambda op, a, b: lambda x: op(a(x), b(x)), st.sampled_from(_BINARY), tree, tree),
        st.builds(lambda a: lambda x: -a(x), tree),
        st.builds(lambda a: lambda x: abs(a(x)), tree),
        st.builds(lambda a, n: lambda x: a(x) ** n, tree, st.integers(-2, 3)),
        st.builds(
            lambda compare, a, b, c, d: lambda x: _where(compare, a(x), b(x), c(x), d(x)),
            st.sampled_from(_COMPARISONS),
            *[tree] * 4,
        ),
    )


_TREES: st.SearchStrategy[Tree] = st.recursive(
    st.one_of(st.just(lambda x: x), st.just(lambda x: x), _NUMBERS.map(lambda number: lambda x: number)),
    _join,
    max_leaves=12,
)


def _differences(trees: List[Tree], point: Fraction) -> List[str]:
    """Formula minus number, for the trees that have a number at the point."""
    name, _ = _text.operand_of(point)
    found = []
    for tree in trees:
        try:
            number = tree(point)
            # The number stands for the symbol, so that the tool reads an expression without quotes.
            formula = re.sub(r"\bx\b", f"({name})", formula_of(tree))
        except (ZeroDivisionError, InputError, Tie):  # 1/0 in Python, or beyond the limits of a formula
            continue
        if max(abs(number.numerator), number.denominator) < 10**60:
            found.append(f"({formula}) - ({number})")
    return found


@settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    derandomize=True,
    database=None,
)
@given(st.lists(_TREES, min_size=20, max_size=40), st.fractions(-3, 3, max_denominator=5))
def test_random_trees_mean_the_same(trees: List[Tree], point: Fraction) -> None:
    expressions = _differences(trees, point)
    for expression, difference in zip(expressions, proved(expressions) if expressions else []):
        assert difference == 0, expression


def test_missing_parentheses_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    trees: List[Tree] = [
        lambda x: x - (x - 1),
        lambda x: (x + 1) * x,
        lambda x: (-x) ** 2,
        lambda x: 2 / (3 / x),
    ]
    assert all(one == 0 for one in proved(_differences(trees, Fraction(2, 5))))
    monkeypatch.setattr(_text, "within", lambda operand, level: operand[0])
    wrong = [one for one in proved(_differences(trees, Fraction(2, 5))) if one != 0]
    assert len(wrong) == len(trees)


def test_symbol_is_what_is_tested() -> None:
    seen: List[Any] = []
    _differences([lambda x: seen.append(type(x)) or x], Fraction(1, 3))
    assert seen == [Fraction, _symbol.Symbol]

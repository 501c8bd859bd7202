"""What cannot become a formula is refused, with the line of the user's file and what to write instead."""

from __future__ import annotations

import inspect
import math
import re
import sys
import time
from typing import Any, Callable

import numpy as np
import pytest
from refused_functions import REFUSED, explodes, refused_by_torch
from sigprop import functions as sp
from sigprop._errors import InputError, TraceError
from sigprop._limits import MAX_LEVELS, check_formula, levels_of
from sigprop._trace import formula_of

TORCH_ROWS = (
    "branch", "dropout", "softmax", "changed", "method", "linear", "random_like", "noise", "total", "largest",
    "tensor", "truncated",
)  # fmt: skip


def _marked_line(function: Any) -> int:
    source, first = inspect.getsourcelines(function if inspect.isfunction(function) else type(function))
    marked = [first + number for number, line in enumerate(source) if line.rstrip().endswith("# here")]
    assert len(marked) == 1
    return marked[0]


def _is_refused(function: Callable[[Any], Any], words: str) -> None:
    with pytest.raises(TraceError) as caught:
        formula_of(function)
    error = caught.value
    message = str(error)
    line = _marked_line(function)
    assert error.lineno == line, message
    assert error.filename.endswith("refused_functions.py")
    assert message.startswith(f"{error.filename}:{line}: ")
    assert error.text.endswith("# here") and message.endswith(f"\n    {error.text}")
    assert re.search(words, message), message


@pytest.mark.parametrize("function, words", REFUSED, ids=[function.__name__ for function, _ in REFUSED])
def test_refused(function: Callable[[Any], Any], words: str) -> None:
    _is_refused(function, words)


@pytest.mark.parametrize("name", TORCH_ROWS)
def test_refused_by_torch(name: str) -> None:
    rows = refused_by_torch(pytest.importorskip("torch"))
    assert sorted(rows) == sorted(TORCH_ROWS)
    _is_refused(*rows[name])


def test_the_check_notices_another_line() -> None:
    def late(x: Any) -> Any:
        y = float(x)
        return y  # here

    with pytest.raises(AssertionError):
        _is_refused(late, "the function needs a number")


def _line_of_call(function: Any, words: str) -> None:
    with pytest.raises(TraceError, match=words) as caught:
        formula_of(function)  # the call
    assert caught.value.filename == __file__ and caught.value.text.endswith("# the call")


def test_functions_without_lines_of_their_own_name_the_call() -> None:
    _line_of_call(math.tanh, "functions such as math.tanh take numbers only")
    _line_of_call(float, "the function needs a number")
    _line_of_call(sp.prelu, "missing a required argument: 'a'")
    torch = pytest.importorskip("torch")
    _line_of_call(torch.nn.Dropout(), "call .eval")
    _line_of_call(torch.nn.ReLU(inplace=True), "write inplace=False")
    _line_of_call(torch.nn.GELU, "pass an instance, such as torch.nn.GELU\\(\\), not the class")


def test_what_is_no_function_is_no_line() -> None:
    with pytest.raises(TypeError, match="a function of x is expected, not str"):
        formula_of("x")  # type: ignore[arg-type]


def test_formula_inside_a_formula_keeps_the_inner_line() -> None:
    with pytest.raises(TraceError, match="this symbol belongs to another formula") as caught:
        formula_of(lambda x: formula_of(lambda y: x * y))
    assert str(caught.value).count(__file__) == 1


def test_exploding_function_is_refused_at_once() -> None:
    start = time.perf_counter()
    with pytest.raises(TraceError):
        formula_of(explodes)
    assert time.perf_counter() - start < 1


def test_cause_of_a_foreign_error_is_kept() -> None:
    with pytest.raises(TraceError) as caught:
        formula_of(lambda x: {}["missing"])
    assert isinstance(caught.value.__cause__, KeyError)
    assert isinstance(caught.value, InputError) and isinstance(caught.value, ValueError)


def _caught_branch(x: Any) -> Any:
    try:
        if x > 0:  # here
            return x
    except Exception:
        pass
    return -x


def _caught_number(x: Any) -> Any:
    try:
        return math.tanh(x)  # here
    except ValueError:
        return sp.tanh(x)


def _caught_loop(x: Any) -> Any:
    y = x
    try:
        while y > 1:  # here
            y = y / 2
    except BaseException:
        y = x
    return y


def _caught_unknown(x: Any) -> Any:
    try:
        return np.sort(x)  # here
    except Exception:
        return x


def _caught_twice(x: Any) -> Any:
    for question in (lambda: len(x), lambda: int(x)):  # here
        try:
            return question()
        except Exception:
            continue
    return x


def _caught_and_another_error(x: Any) -> Any:
    try:
        return 1 if x else 0  # here
    except Exception:
        raise KeyError("fallback")  # noqa: B904


@pytest.mark.parametrize(
    "function, words",
    [
        (_caught_branch, "the branch depends on `x > 0`, .*catches this"),
        (_caught_number, "functions such as math.tanh take numbers only; .*catches this"),
        (_caught_loop, "the branch depends on .*catches this"),
        (_caught_unknown, "numpy.sort cannot become part of a formula.*catches this"),
        (_caught_twice, "has no length.*catches this"),
        (_caught_and_another_error, "asks whether the symbol is 0"),
    ],
)  # fmt: skip
def test_a_refusal_that_the_function_catches_is_raised_at_the_end(function: Any, words: str) -> None:
    with pytest.raises(TraceError, match=words) as caught:
        formula_of(function)
    assert caught.value.lineno == _marked_line(function)


def test_what_asks_for_an_attribute_or_refuses_another_formula_may_go_on() -> None:
    assert formula_of(lambda x: x.mean() if hasattr(x, "mean") else 2 * x) == "2 * x"

    def around(x: Any) -> Any:
        try:
            inner = formula_of(lambda y: float(y))
        except TraceError:
            inner = "0"
        return x + len(inner)

    assert formula_of(around) == "x + 1"


#: numpy's functions of truth values, with as many conditions as they take.
_OF_TRUTHS = {
    1: ("logical_not", "invert", "absolute", "exp", "sqrt", "tanh", "square"),
    2: ("add", "multiply", "maximum", "minimum", "fmax", "fmin", "logical_and", "logical_or", "logical_xor",
        "bitwise_and", "bitwise_or", "bitwise_xor", "equal", "not_equal", "less", "less_equal", "greater",
        "greater_equal", "true_divide", "hypot", "logaddexp", "subtract"),
}  # fmt: skip
_CONDITIONS = (lambda x: x >= 1, lambda x: x > 0, lambda x: x < 0.5, lambda x: (x > -1) & (x <= 2))


@pytest.mark.parametrize("name, count", [(name, count) for count, names in _OF_TRUTHS.items() for name in names])
def test_functions_of_conditions_are_what_numpy_makes_of_truth_values(name: str, count: int) -> None:
    from formula_tool import evaluated

    ufunc = getattr(np, name)
    points = np.array([-2.0, -1.0, -0.5, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0])
    for first in _CONDITIONS:
        for second in _CONDITIONS[: None if count == 2 else 1]:
            def asked(x: Any) -> Any:
                return ufunc(*(first(x), second(x))[:count])

            with np.errstate(all="ignore"):
                try:
                    expected = asked(points)
                except TypeError:  # as numpy refuses to subtract truth values
                    with pytest.raises(TraceError, match=f"numpy.{name} is not defined for comparisons"):
                        formula_of(asked)
                    continue
            if expected.dtype == bool:
                with pytest.raises(TraceError, match="returns a comparison"):
                    formula_of(asked)
            finite = np.isfinite(np.asarray(expected, dtype=float))
            formula = formula_of(lambda x: 1 * asked(x))
            np.testing.assert_allclose(
                evaluated(formula, points[finite]), expected[finite].astype(float), rtol=1e-3, err_msg=formula
            )


def test_comparisons_of_conditions_are_no_comparisons_of_objects() -> None:
    assert formula_of(lambda x: sp.where((x > 0) == True, x, 0)) == "where(x > 0, x, 0)"  # noqa: E712
    assert formula_of(lambda x: sp.where((x > 0) != True, x, 0)) == "where(x <= 0, x, 0)"  # noqa: E712
    assert formula_of(lambda x: x * (x == True)) == formula_of(lambda x: x * (x == 1))  # noqa: E712
    assert formula_of(lambda x: sp.where((x > 0) & True, x, 0)) == "where(x > 0, x, 0)"
    with pytest.raises(TraceError, match="not a real number"):
        formula_of(lambda x: sp.where(x == 1j, x, 0))
    with pytest.raises(TraceError, match="the sum of two comparisons"):
        formula_of(lambda x: (x > 0) + (x > 1))


@pytest.mark.parametrize(
    "text, levels",
    [
        ("x", 0), ("(x)", 1), ("-x", 1), ("--x", 2), ("x - -x", 1), ("x^-1", 2), ("x^2^3", 2),
        ("x^2 * x^3", 1), ("tanh(-x^2) + sin(x)", 3), ("max((x), -(x + 1)^2)", 3),
        ("where(x < -1, x, -(-x))", 4), ("1e-5 * x", 0), ("2.5e-3-x", 0), ("x_1 - 1", 0), ("(x)^2 - (x)", 1),
    ],
)  # fmt: skip
def test_levels(text: str, levels: int) -> None:
    assert levels_of(text) == levels


def test_levels_are_those_of_the_parser() -> None:
    from formula_tool import proved

    brackets: Callable[[int], str] = lambda n: "(" * n + "x" + ")" * n
    for make in (brackets, lambda n: "x" + "^1" * n, lambda n: "-" * n + "x", _nested_calls):
        deepest, beyond = make(MAX_LEVELS), make(MAX_LEVELS + 1)
        check_formula(deepest)
        assert proved([f'activation.mean("{deepest}")', "1"])[1] == 1
        with pytest.raises(InputError, match="deeper than"):
            check_formula(beyond)
        with pytest.raises(AssertionError, match="nested deeper than"):
            proved([f'activation.mean("{beyond}")'])


def _nested_calls(count: int) -> str:
    return "relu(" * count + "x" + ")" * count


def test_symbol_hashes_by_identity_and_is_never_stored() -> None:
    import copy
    import pickle

    def function(x: Any) -> Any:
        assert len({x, x}) == 1 and copy.deepcopy(x) is x and not hasattr(x, "requires")
        with pytest.raises(InputError, match="cannot be stored"):
            pickle.dumps(x)
        return x

    assert formula_of(function) == "x"
    assert "torch" not in dir(sys.modules["sigprop._trace"])

"""Functions of one's own become formulas: the built-ins', by proof, and the libraries', by numbers."""

from __future__ import annotations

import pathlib
import re
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import Any, Callable, List, Tuple

import numpy as np
import pytest
from formula_tool import evaluated, proved
from tool_process import run_tool
import sigprop
from sigprop import _core
from sigprop import functions as sp
from sigprop._activations import _function
from sigprop._errors import TraceError
from sigprop._trace import formula_of
from written_activations import NUMPY, TORCH, Row

_PACKAGE = pathlib.Path(sys.modules["sigprop._trace"].__file__ or "").parent.parent
_ROOT = pathlib.Path(__file__).resolve().parents[2]


def _difference(formula: str, built_in: str) -> str:
    """0 if the two are one function; std and mean are such that no part of the line weighs nothing."""
    return (
        f'activation.second_moment("{formula}", std=1.5, mean=0.3) - '
        f"activation.second_moment({built_in}, std=1.5, mean=0.3)"
    )


def _hold_against_built_ins(library: Any, rows: List[Row]) -> None:
    formulas = [formula_of(make(library)) for make, _, _ in rows]
    differences = proved([_difference(formula, row[1]) for formula, row in zip(formulas, rows)])
    for formula, (_, built_in, most), difference in zip(formulas, rows, differences):
        assert abs(difference) <= Decimal(most), f"{formula} is {difference} from {built_in}"


def test_numpy_activations_are_the_built_ins() -> None:
    _hold_against_built_ins(np, NUMPY)


def test_torch_activations_are_the_built_ins() -> None:
    _hold_against_built_ins(pytest.importorskip("torch"), TORCH)


def test_a_wrong_formula_is_noticed() -> None:
    rows: List[Row] = [(lambda _: lambda x: x * sp.sigmoid(Fraction("1.7021") * x), "quick_gelu", "1e-15")]
    with pytest.raises(AssertionError, match="from quick_gelu"):
        _hold_against_built_ins(None, rows)


POINTS = np.concatenate([np.linspace(-9, 9, 361), [-30.0, 19.999, 20.001, 30.0]])


def _agree(formula: str, numbers: Any) -> None:
    np.testing.assert_allclose(evaluated(formula, POINTS), numbers, rtol=1e-12, atol=1e-14, err_msg=formula)


@pytest.mark.parametrize("row", NUMPY, ids=[f"{number}-{row[1]}" for number, row in enumerate(NUMPY)])
def test_numpy_itself_agrees(row: Row) -> None:
    function = row[0](np)
    _agree(formula_of(function), function(POINTS))


@pytest.mark.parametrize("number", range(len(TORCH)), ids=[f"{i}-{row[1]}" for i, row in enumerate(TORCH)])
def test_torch_itself_agrees(number: int) -> None:
    torch = pytest.importorskip("torch")
    function = TORCH[number][0](torch)
    if isinstance(function, torch.nn.Module):
        function = function.double()
    with torch.no_grad():
        _agree(formula_of(function), function(torch.tensor(POINTS)).numpy())


def test_torch_softplus_is_linear_above_its_threshold() -> None:
    torch = pytest.importorskip("torch")
    function = torch.nn.Softplus(beta=2, threshold=10)
    assert formula_of(function) == "where(2 * x > 10, x, softplus(2 * x) / 2)"
    _agree(formula_of(function), function(torch.tensor(POINTS)).numpy())
    with pytest.raises(AssertionError):  # without the threshold it would be another function
        _agree("softplus(2 * x) / 2", function(torch.tensor(POINTS)).numpy())


EQUALITIES: List[Tuple[Callable[[Any], Any], str]] = [
    (lambda x: 1.702 * x, "1.7019999999999999573674358543939888477325439453125 * x"),
    (lambda x: x * sp.sigmoid(Decimal("1.702") * x), "x * sigmoid(1.702 * x)"),
    (lambda x: Fraction(1, 3) * x, "1/3 * x"),
    (lambda x: x / Fraction(-1, 3), "x / (-1/3)"),
    (lambda x: -(x**2), "-x^2"),
    (lambda x: (-x) ** 2, "(-x)^2"),
    (lambda x: x ** (2**x), "x^2^x"),
    (lambda x: (x**2) ** x, "(x^2)^x"),
    (lambda x: x**-1, "x^-1"),
    (lambda x: abs(x) ** 0.5, "abs(x)^0.5"),
    (lambda x: abs(x) ** Fraction(1, 3), "abs(x)^(1/3)"),
    (lambda x: x - (x - 1), "x - (x - 1)"),
    (lambda x: (x - x) - 1, "x - x - 1"),
    (lambda x: x / (x / 2), "x / (x / 2)"),
    (lambda x: (x + 1) * (x - 1), "(x + 1) * (x - 1)"),
    (lambda x: 3 - -x, "3 - -x"),
    (lambda x: sp.where((x > 0) & ~(x > 1), x, 0), "where(x > 0, where(x <= 1, x, 0), 0)"),
    (lambda x: sp.max(x, 0, Fraction(1, 2)), "max(x, 0, 1/2)"),
    (lambda x: np.float32(0.1) * x, "0.100000001490116119384765625 * x"),
    (lambda x: np.longdouble(0.5) * x, "0.5 * x"),
    (lambda x: (np.longdouble(1) + np.longdouble(2) ** -60) * x, f"{2**60 + 1}/{2**60} * x"),
    (lambda x: 3, "3"),
    (lambda x: np.float64(-0.5), "-0.5"),
    (lambda x: f"{x:.3f}" and x, "x"),
]


@pytest.mark.parametrize("function, formula", EQUALITIES, ids=[row[1][:40] for row in EQUALITIES])
def test_formula_has_exact_numbers_and_only_the_parentheses_it_needs(function: Any, formula: str) -> None:
    assert formula_of(function) == formula


def test_equality_is_two_comparisons() -> None:
    assert (
        formula_of(lambda x: sp.where(x == 0, 1, sp.sin(x) / x))
        == "where(x <= 0, where(x >= 0, 1, sin(x) / x), sin(x) / x)"
    )


def test_family_has_two_names() -> None:
    formula = formula_of(lambda x, t: sp.sigmoid(t * x), names=("x", "t"))
    assert formula == "sigmoid(t * x)"
    text = f'activation.best_parameter("{formula}", "normal_cdf(x)")'
    assert abs(proved([text], "recursion")[0] - Decimal("1.702")) < Decimal("1e-3")


def test_functions_are_those_of_the_language() -> None:
    source = (_ROOT / "src" / "core" / "formula" / "lowering.cpp").read_text()
    unary = re.findall(r'^\s+\{"(\w+)", \w+\},$', source, re.M)
    others = re.findall(r'"(\w+)"', source.split("all = {")[1].split("}")[0])
    assert len(unary) >= 20
    assert sorted(sp.LANGUAGE) == sorted(unary + others)


def test_every_activation_of_the_package_is_taken_by_its_object() -> None:
    for row in _core.activations():
        if any(not one["optional"] for one in row["parameters"]) or row["name"] in sp.LANGUAGE:
            continue
        given = sigprop.selu if row["name"] == "selu" else getattr(sigprop, row["name"])
        assert float(sigprop.activation.second_moment(given)) == float(sigprop.activation.second_moment(row["name"])), row["name"]
    with pytest.raises(TypeError, match="takes a function"):
        sigprop.activation.second_moment(sigprop.torch)


def test_gated_units_are_products() -> None:
    x, y = sigprop.evaluate("2"), sigprop.evaluate("3")
    assert str(sigprop.geglu(x, y)) == str(sigprop.evaluate("2 * gelu(3)"))
    assert str(sigprop.bilinear(x, y)) == "6"
    assert str(sigprop.glu(x, y)) == str(sigprop.evaluate("2 * sigmoid(3)"))
    assert str(sigprop.glu(x, y, sigprop.silu)) == str(sigprop.swiglu(x, y))
    assert sigprop.show(sigprop.swiglu).name == "swiglu"


def test_named_activations_have_the_formulas_of_the_tool() -> None:
    listed = run_tool("list", "activations", check=True).stdout
    rows = [line.split(None, 1) for line in listed.splitlines()[1:]]
    gated = [name for name, formula in rows if "f(x_b)" in formula or formula.startswith("glu(")]
    language = [name for name, _ in rows if name in sp.LANGUAGE]
    assert sorted(sp.NAMED) == sorted(name for name, _ in rows if name not in gated + language)
    needed = {"prelu": 0.25, "derf": 0.5, "dyt": 0.5, "dyisru": 2, "isru": 2, "softcap": 30}
    expressions = []
    for name, _ in rows:
        if name in gated:
            continue
        more = [needed[name]] if name in needed else []
        formula = formula_of(lambda x: getattr(sp, name)(x, *more))  # noqa: B023 - it is called at once
        expressions.append(_difference(formula, f"{name}({more[0]})" if more else name))
    assert all(abs(one) <= Decimal("1e-28") for one in proved(expressions))
    second = {"leaky_relu": "0.25", "elu": "0.5", "celu": "2", "snake": "3"}
    formulas = [formula_of(partial(getattr(sp, name), a=Fraction(a))) for name, a in second.items()]
    differences = proved([_difference(f, f"{name}({a})") for f, (name, a) in zip(formulas, second.items())])
    assert all(abs(one) <= Decimal("1e-28") for one in differences)


def test_a_parameter_that_is_left_out_is_not_the_next_one() -> None:
    parameters = [{"name": name, "default": default, "optional": True} for name, default in (("a", "1"), ("b", "2"))]
    two = _function({"name": "two", "formula": "", "parameters": parameters})
    assert two(sp.sqrt(4), b=3)._text == "two(sqrt(4), 1, 3)"


def test_neither_numpy_nor_torch_is_imported() -> None:
    program = (
        "import sys; from sigprop import functions; from sigprop._trace import formula_of; "
        "assert formula_of(lambda x: x * functions.tanh(x)) == 'x * tanh(x)'; "
        "assert not {'numpy', 'torch', 'sigprop._torch_functions', 'sigprop._numpy_functions'} & "
        "set(sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", program], cwd=_PACKAGE, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr


def test_the_function_is_called_once() -> None:
    calls: List[Any] = []
    assert formula_of(lambda x: calls.append(x) or x) == "x"
    assert len(calls) == 1


def test_a_symbol_that_was_kept_is_refused() -> None:
    kept: List[Any] = []
    formula_of(lambda x: kept.append(x) or x)
    with pytest.raises(TraceError, match="this symbol belongs to another formula"):
        formula_of(lambda x: x + kept[0])
    with pytest.raises(TraceError, match="the symbol of another formula"):
        formula_of(lambda x: kept[0])


@pytest.mark.parametrize("module", ["torch", "numpy", "numpy.random", "jax", "pandas", "IPython"])
def test_a_module_that_is_barred_or_a_stand_in(module: str) -> None:
    """`sys.modules[name] = None` is how Python itself says that a module must not be imported."""
    for other in ("None", "types.ModuleType('stand_in')"):
        program = (
            f"import sys, types; sys.modules[{module!r}] = {other}; import sigprop; "
            "assert sigprop.formula_of(lambda x: x * x) == 'x * x'; "
            "assert sigprop.activation.gain('relu', std=2.0).decimal; sigprop.verify(select='selu.alpha*')"
        )
        run = subprocess.run([sys.executable, "-c", program], cwd=_PACKAGE, capture_output=True, text=True)
        assert run.returncode == 0, (module, run.stderr)

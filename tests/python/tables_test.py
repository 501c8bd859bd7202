"""Every function that is traced agrees with the library's own at points of its domain."""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Optional, Tuple

import numpy as np
import pytest
from formula_tool import evaluated
from sigprop import _numpy_functions, _torch_functions
from sigprop._trace import formula_of

REALS = np.concatenate([np.linspace(-3, 3, 61), [-0.5, 0.5]])
POSITIVE = np.linspace(0.05, 4, 60)
INSIDE = np.linspace(-0.95, 0.95, 39)

_DOMAINS = {
    **{name: POSITIVE for name in ("log", "log2", "log10", "log1p", "sqrt", "rsqrt", "reciprocal")},
    "float_power": POSITIVE,
    **{name: INSIDE for name in ("arctanh", "atanh")},
    "power": POSITIVE,
    "pow": POSITIVE,
    "divide": POSITIVE,
    "true_divide": POSITIVE,
    "div": POSITIVE,
    "log_ndtr": POSITIVE,
}

#: What comes after the symbol, by name: one row for each way of calling worth a check.
_MORE: Dict[str, List[Tuple[Any, ...]]] = {
    "clip": [(-1, 0.5), (None, 0.5), (-1, None)],
    "clamp": [(-1, 0.5), (None, 0.5), (-1, None), (0.5, -1)],
    "clamp_min": [(0.5,)],
    "clamp_max": [(0.5,)],
    "full_like": [(2.5,)],
    "elu": [(), (0.5,)],
    "celu": [(), (0.5,)],
    "gelu": [()],
    "leaky_relu": [(), (0.3,)],
    "softplus": [(), (2,), (0.5, 1)],
    "hardtanh": [(), (-0.5, 2)],
    "hardshrink": [(), (1.5,)],
    "softshrink": [(), (1.5,)],
    "threshold": [(0.1, 20.0), (-1, -1)],
    "rrelu": [(), (0.1, 0.2)],
    "dropout": [(0.5, False)],
    "alpha_dropout": [(0.5, False)],
    "feature_dropout": [(0.5, False)],
    "feature_alpha_dropout": [(0.5, False)],
}

_TWO = [1.5, -0.5, 0.0]


def _check(mine: Callable[[Any], Any], theirs: Callable[[Any], Any], points: Any) -> None:
    formula = formula_of(mine)
    expected = np.asarray(theirs(points), dtype=np.float64)
    np.testing.assert_allclose(evaluated(formula, points), expected, rtol=1e-12, atol=1e-14, err_msg=formula)


def _calls(name: str, binary: bool) -> List[Tuple[Any, ...]]:
    return _MORE.get(name, [(second,) for second in _TWO] if binary else [()])


_CONDITIONS = {"less", "less_equal", "greater", "greater_equal", "equal", "not_equal"}
_JOINS = {"logical_and", "logical_or", "logical_not", "logical_xor", "bitwise_and", "bitwise_or", "bitwise_xor",
          "bitwise_not", "invert"}


def _numpy_function(name: str) -> Optional[Any]:
    if name in ("expit", "log_expit", "ndtr", "log_ndtr", "erf", "erfc"):
        try:
            import scipy.special as library
        except ImportError:
            return None
        return getattr(library, name, None)
    return getattr(np, name, None)


_UFUNCS = sorted(
    name
    for name in _numpy_functions.UFUNCS
    if isinstance(_numpy_function(name), np.ufunc) and name not in _CONDITIONS | _JOINS
)


def test_tables_reach_the_libraries() -> None:
    assert len(_UFUNCS) >= 30
    assert not [name for name in _JOINS | _CONDITIONS if name not in _numpy_functions.UFUNCS]


@pytest.mark.parametrize("name", _UFUNCS)
def test_numpy_table(name: str) -> None:
    function = _numpy_function(name)
    assert function is not None
    points = _DOMAINS.get(name, REALS)
    for more in _calls(name, function.nin == 2):
        if name in ("divide", "true_divide") and more == (0.0,):
            continue
        _check(lambda x: function(x, *more), lambda x: function(x, *more), points)
        if function.nin == 2:
            first = 2.0 if "power" in name else more[0]
            _check(lambda x: function(first, x), lambda x: function(first, x), points)


@pytest.mark.parametrize("name", sorted(_CONDITIONS))
def test_numpy_comparisons(name: str) -> None:
    function = getattr(np, name)
    for mine in (lambda x: np.where(function(x, 0.5), 2, 3), lambda x: np.where(function(0.5, x), 2, 3)):
        _check(mine, mine, REALS)


@pytest.mark.parametrize("name", sorted(_JOINS))
def test_numpy_joins(name: str) -> None:
    function = getattr(np, name, None)
    if function is None:
        pytest.skip("this numpy has no such name")

    def mine(x: Any) -> Any:
        conditions = [x > -1, x <= 0.5][: function.nin]
        return np.where(function(*conditions), x, 3)

    _check(mine, mine, REALS)


def test_other_functions_of_numpy() -> None:
    functions: List[Callable[[Any], Any]] = [
        np.sinc,
        lambda x: np.select([x > 1, x > 0], [x, 2 * x], 7),
        lambda x: np.clip(x, a_min=-1, a_max=None),
        lambda x: np.zeros_like(x) + x,
        lambda x: np.ones_like(x) * x,
        lambda x: np.full_like(x, 2.5) - x,
        lambda x: np.copy(x),
        lambda x: (x > 0) * x + (x <= 0) - (x < -1) / 2,
        lambda x: 3 - (x > 0),
        lambda x: x.clip(0, 2),
        lambda x: np.where(x != 0.5, x, 9),
    ]
    assert len({id(one) for one in functions}) >= len(_numpy_functions.FUNCTIONS) - 1
    for function in functions:
        _check(function, function, REALS)


def _torch_callable(torch: Any, name: str) -> Any:
    for place in (torch.nn.functional, torch.special, torch):
        if place is torch.nn.functional and name in ("softmax",):
            continue
        if hasattr(place, name):
            return getattr(place, name)
    return None


_BINARY_OF_TORCH = {
    "add", "atan2", "div", "divide", "float_power", "fmax", "fmin", "heaviside", "hypot", "logaddexp",
    "maximum", "max", "min", "minimum", "mul", "multiply", "pow", "rsub", "sub", "subtract", "true_divide",
}  # fmt: skip


# What a trace meets and torch has neither as a function nor as a method: operators, which have their own test, and names of the graph.
_NO_FUNCTIONS = {"alias", "fabs", "log_sigmoid", "normal_cdf", "normal_pdf", "power", "radd", "rdiv", "requires_grad", "rmul", "rpow", "rtruediv",
                 "truediv", "xor"}


def _torch_names() -> List[str]:
    names = set(_torch_functions.TABLE) - _JOINS - _CONDITIONS - _NO_FUNCTIONS
    return sorted(names - {"lt", "le", "gt", "ge", "eq", "ne", "and", "or", "where", "masked_fill", "prelu"})


_TENSORS_ONLY = {"fmax", "fmin", "maximum", "minimum", "max", "min", "hypot", "logaddexp", "heaviside"}


def test_what_is_no_function_of_torch() -> None:
    torch = pytest.importorskip("torch")
    for name in _NO_FUNCTIONS:
        assert name in _torch_functions.TABLE
        assert _torch_callable(torch, name) is None and not callable(getattr(torch.Tensor, name, None)), name


@pytest.mark.parametrize("name", _torch_names())
def test_torch_table(name: str) -> None:
    torch = pytest.importorskip("torch")
    function = _torch_callable(torch, name)
    assert function is not None or callable(getattr(torch.Tensor, name, None))
    keys = {"training": False} if name == "rrelu" else {}
    for more in _calls(name, name in _BINARY_OF_TORCH):
        if name in ("div", "divide", "true_divide") and more == (0.0,):
            continue
        if name in _TENSORS_ONLY:
            more = (torch.tensor(more[0], dtype=torch.float64),)

        def mine(x: Any, more: Tuple[Any, ...] = more) -> Any:
            return function(x, *more, **keys) if function else getattr(x, name)(*more)

        _check(mine, lambda x: mine(torch.tensor(x)).numpy(), _DOMAINS.get(name, REALS))  # noqa: B023


@pytest.mark.parametrize("sign", ["+", "-", "*", "/", "**", "<", "<=", ">", ">=", "==", "!="])
def test_torch_operators(sign: str) -> None:
    torch = pytest.importorskip("torch")
    for source in (f"x {sign} second", f"second {sign} x"):
        source = f"where({source}, 1, x)" if sign[0] in "<>=!" else source
        scope = {"second": torch.tensor(2.5, dtype=torch.float64), "where": torch.where}
        mine = eval(f"lambda x: {source}", scope)  # noqa: S307 - of our own making
        _check(mine, lambda x: mine(torch.tensor(x)).numpy(), POSITIVE)  # noqa: B023


def test_methods_of_tensors() -> None:
    torch = pytest.importorskip("torch")
    functions: List[Callable[[Any], Any]] = [
        lambda x: x.where(x > 0, torch.tensor(0.5, dtype=torch.float64)),
        lambda x: x.masked_fill(x < 0.5, 2.0),
        lambda x: x.to(torch.float64).double().clamp(max=1),
        lambda x: x.add(x, alpha=2).mul(0.5).sub(1).div(3),
        lambda x: x.gt(0.5) * x.lt(2.0) * x,
        lambda x: torch.where((x >= 0.5) & ~(x > 2), x, 0.25 * x),
        lambda x: torch.where(x == 0, 1, torch.sin(x) / x),
        lambda x: torch.nn.functional.prelu(x, torch.tensor([0.25], dtype=torch.float64)),
        lambda x: torch.nn.functional.gelu(input=x, approximate="tanh"),
        lambda x: torch.add(input=x, other=2.5),
        lambda x: x.pow(2).neg().exp(),
        lambda x: 1 - torch.tensor(2.0, dtype=torch.float64) * x,
        lambda x: torch.tensor(2.0, dtype=torch.float64) ** x - torch.tensor(1.0, dtype=torch.float64),
        lambda x: torch.where(torch.tensor(0.5) < x, x, -x),
    ]
    for function in functions:
        _check(function, lambda x: function(torch.tensor(x)).numpy(), REALS)  # noqa: B023 - called at once


def test_a_wrong_entry_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(_numpy_functions.UFUNCS, "expm1", _numpy_functions.UFUNCS["exp"])
    with pytest.raises(AssertionError):
        _check(lambda x: np.expm1(x), np.expm1, REALS)

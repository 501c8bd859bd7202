"""Assertions that compare numbers with proofs in tests.

    from sigprop.testing import assert_proved

    def test_gain():
        assert_proved("1.6765", "activation.gain(silu)")                     # the printed digits
        assert_proved(model.gain, "activation.gain(silu)")                   # a float: the nearest double
        assert_proved(weight_scale, "truncated_normal.std(-2, 2)", tolerance={"relative": "1e-6"})

The pytest fixture ``sigprop_claim`` does the same, and pytest can verify whole files of claims:
``pytest --sigprop claims.json``.
"""

from __future__ import annotations

import decimal
import math
import os
import sys
from typing import Any, Mapping, Optional, Union

from . import _core
from ._arrays import DTYPES, dtype_text
from ._errors import ContradictionError, InputError, InternalError, UndecidedError
from ._report import Record, Verification, json_text
from ._text import check_text, number_text
from ._value import Value

__all__ = ["assert_proved", "assert_slope", "assert_within_rounding"]

Tolerance = Union[str, float, decimal.Decimal, Mapping[str, Any]]


def assert_within_rounding(operation: str, out: Any = None, **question: Any) -> Any:
    """Passes if each element of a kernel's result is within what rounding may do under a contract; returns what
    ``sigprop.kernels.check`` measured, whose arguments these are.

        def test_softmax():
            assert_within_rounding("softmax", my_softmax(x), x=x)

    Raises AssertionError with the worst element, its interval, and where all of them are; UndecidedError where nothing
    could be claimed; InputError for arrays that do not fit.
    """
    __tracebackhide__ = True
    from . import kernels

    found = kernels.check(operation, out, **question)
    for one in found.outputs.values():
        if one.verdict == "refuted":
            raise AssertionError(one.reason)
        if one.verdict != "confirmed":
            raise UndecidedError(one.reason)
    return found


def assert_slope(by_width: Any, expected: Any = None, **options: Any) -> Any:
    """Passes if a number of your own training code grows with the width as expected; returns what ``sigprop.measure.slope``
    measured, whose arguments these are.

        def test_mup():
            assert_slope({width: change_of_logits(width) for width in (64, 128, 256, 512)}, at_most=0)

    Raises AssertionError if the slope is another one; UndecidedError if its error is too large to say; InputError for
    numbers that have no slope.
    """
    __tracebackhide__ = True
    from . import measure

    found = measure.slope(by_width, expected, **options)
    if found.verdict is None:
        raise InputError("assert_slope compares the slope with an exponent: give expected=0, or at_most=0")
    if found.verdict == "refuted":
        raise AssertionError(str(found))
    if found.verdict != "confirmed":
        raise UndecidedError(str(found))
    return found


def assert_proved(
    value: Any,
    expression: Union[str, Value],
    *,
    dtype: Any = None,
    convention: Optional[str] = None,
    tolerance: Optional[Tolerance] = None,
    **options: Any,
) -> Record:
    """Passes if there is a proof that ``value`` equals ``expression``; returns the record.

    The type of the value decides what it claims, as in a claims file:

    - text and ``Decimal``: the printed digits, rounded; or ``convention="truncated"`` or ``"exact"``.
    - a float: the nearest number of ``dtype``, which is float64 by default.
    - a scalar of NumPy, PyTorch or JAX (and an array of no axes): the nearest number of its own type.
    - an integer, a ``Fraction`` and a ``sigprop.Value``: exactly this number.

    ``tolerance`` replaces this claim: "1e-6" (absolute), {"relative": "1e-6"} or {"ulps": 4} of the dtype.
    Options are those of ``sigprop.evaluate``. Only proofs count; estimates and samples do not run.

    Raises AssertionError with the text of ``sigprop verify`` (the proved value, the first wrong digit, what the
    number is instead), UndecidedError if no proof decides, and InputError for unreadable input.
    """
    __tracebackhide__ = True
    text = expression._text if isinstance(expression, Value) else expression
    if not isinstance(text, str):
        kind = type(text).__name__
        raise TypeError(f"the expression must be a text or a sigprop.Value, not {kind}: the value is the first argument")
    check_text(text, "the expression")
    claim = {"id": "value", "expression": text, "source": {"title": _place_of_caller()}}
    claim.update(_stated(value, text, dtype, convention, tolerance))
    if isinstance(expression, Value):
        options = {**expression._options, **{key: one for key, one in options.items() if one is not None}}
    options.setdefault("evidence", False)
    held = _core.read_claims(json_text({"claims": [claim]}, "the claim"), "assert_proved", None)
    report = Verification(_core.verify(held, options))
    record = report[0]
    if record.ok:
        return record
    words = words_of_failure(report).partition(": ")[2]  # without the id
    if record.verdict == "refuted":
        raise AssertionError(words)
    if record.verdict == "inconsistent":
        raise ContradictionError(words)
    raise (InternalError if record.status == "internal" else UndecidedError)(words)


def words_of_failure(report: Verification) -> str:
    """What the tool says of a failed claim that is alone in its report: the paragraph below the table."""
    return str(report).strip("\n").split("\n\n")[1]


def _stated(value: Any, expression: str, dtype: Any, convention: Optional[str], tolerance: Any) -> dict:
    """The part of a claim that says which number is claimed, and what its digits promise."""
    text, own_dtype, own_convention = _number(value, expression)
    fields: dict = {"stated": text}
    if tolerance is not None:
        fields["tolerance"] = _tolerance(tolerance)
    in_ulps = isinstance(tolerance, Mapping) and "ulps" in tolerance
    if dtype is not None:
        fields["dtype"] = dtype_text(dtype)
    elif own_dtype and convention is None and (tolerance is None or in_ulps):
        fields["dtype"] = own_dtype
    if convention is not None:
        fields["convention"] = convention
    elif own_convention and dtype is None and tolerance is None:
        fields["convention"] = own_convention
    return fields


def _number(value: Any, expression: str) -> tuple[str, Optional[str], Optional[str]]:
    """(its text, the dtype that it has, the convention that it implies)"""
    if isinstance(value, str):
        return value, None, None
    if isinstance(value, Value):
        return value._text, None, None
    if isinstance(value, decimal.Decimal):
        _demand_finite(value.is_finite(), value, expression)
        return str(value), None, None
    dtype = getattr(value, "dtype", None)
    if dtype is not None and "float" in str(dtype):
        return _scalar(value, dtype_text(dtype), expression)
    if isinstance(value, float):
        _demand_finite(math.isfinite(value), value, expression)
        return float.__repr__(value), "float64", None
    return number_text(value), None, "exact"


def _scalar(value: Any, dtype: str, expression: str) -> tuple[str, Optional[str], Optional[str]]:
    """One number of an array library; NumPy prints the fewest digits that give it back."""
    if getattr(value, "shape", ()) != ():
        shape = tuple(value.shape)
        raise TypeError(f"the value must be one number, not an array of shape {shape}: take one entry")
    if dtype not in DTYPES:
        known = ", ".join(DTYPES)
        raise TypeError(f"a number of type {dtype} has an unknown rounding: the known types are {known}; or give its text")
    number = float(value)
    _demand_finite(math.isfinite(number), number, expression)
    text = str(value)
    try:
        same = type(value)(text) == value  # a scalar of NumPy; what prints otherwise is written as its double
    except (TypeError, ValueError, RuntimeError):
        same = False
    return text if same else repr(number), dtype, None


def _demand_finite(finite: bool, value: Any, expression: str) -> None:
    __tracebackhide__ = True
    if not finite:
        raise AssertionError(f"the value is {value}, and {expression} is a finite number or none")


def _tolerance(tolerance: Tolerance) -> Union[str, dict]:
    if isinstance(tolerance, Mapping):
        return {key: one if key == "ulps" else _positive_text(one) for key, one in tolerance.items()}
    return _positive_text(tolerance)


def _positive_text(number: Any) -> str:
    """The digits as somebody wrote them: 1e-6 is meant as the decimal."""
    if isinstance(number, str):
        return number
    return float.__repr__(number) if isinstance(number, float) else number_text(number)


def _place_of_caller() -> str:
    """"test_model.py:12", the nearest line outside of this package and its plugin."""
    ours = (__name__.partition(".")[0], "pytest_sigprop")
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] in ours:
        frame = frame.f_back
    return f"{os.path.basename(frame.f_code.co_filename)}:{frame.f_lineno}"

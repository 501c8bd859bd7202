"""The types of arguments, for stubs and annotations."""

from __future__ import annotations

import decimal
import fractions
from typing import Any, Callable, Sequence, Union

from ._value import Value

#: A number, exactly: a float is its double's value, a text an expression ("1/3", "sqrt(2)", "inf").
Number = Union[int, float, str, decimal.Decimal, fractions.Fraction, Value]
#: One number, or one for each layer or entry.
Numbers = Union[Number, Sequence[Number]]
#: A function of one variable: the name of an activation, a formula in x as text, or a callable, which is traced.
Function = Union[str, Callable[[Any], Any]]

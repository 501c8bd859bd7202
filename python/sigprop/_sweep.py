"""An expression over a grid."""

from __future__ import annotations

import math
from typing import Any, Iterator, NamedTuple, Union

from . import _core
from ._groups import OPTIONS, argument_text
from ._text import Expression, check_text
from ._value import Value, value_of


class Point(NamedTuple):
    """One point of a grid: the coordinates by axis, and the number there."""

    at: dict
    value: Value


class Sweep:
    """The points of a grid in row-major order, the last axis fastest.

    Columns are numpy arrays of one entry a point: ``s["n"]`` (the coordinates), ``s.value`` (nearest doubles, NaN
    where there is none), ``s.lower`` and ``s.upper`` (doubles below and above), ``s.status``. ``s.shape`` is that of
    the grid: ``s.value.reshape(s.shape)``. ``s[i]`` is the point with its exact Value.
    """

    def __init__(self, expression: str, axes: dict[str, list], answers: list, options: dict) -> None:
        self.expression = expression
        self.axes = axes
        self._answers = answers
        self._options = options

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(len(values) for values in self.axes.values())

    def __len__(self) -> int:
        return len(self._answers)

    def _coordinates(self, i: int) -> dict:
        at = {}
        for name, values in reversed(list(self.axes.items())):
            i, j = divmod(i, len(values))
            at[name] = values[j]
        return {name: at[name] for name in self.axes}

    def __getitem__(self, key: Union[int, str]) -> Any:
        if isinstance(key, str):
            return self._column(key)
        i = range(len(self))[key]
        return Point(self._coordinates(i), value_of(self._answers[i], self._options, Expression.SUM))

    def __iter__(self) -> Iterator[Point]:
        return (self[i] for i in range(len(self)))

    def _column(self, name: str) -> Any:
        import numpy

        if name not in self.axes:
            raise KeyError(f"there is no axis '{name}': {', '.join(self.axes)}")
        values = self.axes[name]
        after = math.prod(len(other) for other in list(self.axes.values())[list(self.axes).index(name) + 1 :])
        column = numpy.repeat(numpy.array([_as_number(value) for value in values]), after)
        return numpy.tile(column, len(self) // len(column))

    @property
    def value(self) -> Any:
        import numpy

        return numpy.array([math.nan if one.value is None else one.value for one in self._answers], dtype=float)

    @property
    def lower(self) -> Any:
        return self._bounds(0)

    @property
    def upper(self) -> Any:
        return self._bounds(1)

    def _bounds(self, side: int) -> Any:
        import numpy

        bounds = (one.bounds for one in self._answers)
        return numpy.array([math.nan if both is None else both[side] for both in bounds], dtype=float)

    @property
    def status(self) -> Any:
        import numpy

        return numpy.array([one.status for one in self._answers], dtype=str)

    def to_pandas(self) -> Any:
        """A pandas.DataFrame: a column for each axis, then value, lower, upper, decimal, status."""
        import pandas

        columns = {name: self._column(name) for name in self.axes}
        columns.update(value=self.value, lower=self.lower, upper=self.upper)
        columns.update(decimal=[one.decimal for one in self._answers], status=self.status)
        return pandas.DataFrame(columns)

    def _repr_html_(self) -> str:
        return self.to_pandas()._repr_html_()

    def __repr__(self) -> str:
        grid = " x ".join(f"{len(values)} {name}" for name, values in self.axes.items())
        return f"<sigprop.Sweep {self.expression} over {grid}>"


def _as_number(value: Any) -> Any:
    """What NumPy makes a column of: numbers stay, other things become numbers where they are, or texts."""
    if isinstance(value, (int, float)):
        return value
    try:
        return float(value)
    except (TypeError, ValueError):
        return str(value)


def sweep(expression: Union[str, Value], **axes_and_options: Any) -> Sweep:
    """An expression over the grid of its free variables: ``sweep("attention.entropy(n, std=s)", n=[2, 4, 8], s=[1, 8])``.

    An axis is a sequence of numbers (taken exactly), of texts (expressions, activations), or a text as the tool takes
    it: ``n="64:1048576:x2"``, ``s="0.5:4:+0.5"``. Sequences for ``samples`` and ``seed`` are axes, too; other options
    are those of ``evaluate``.
    """
    options = {}
    axes: dict[str, list] = {}
    texts = []
    for name, values in axes_and_options.items():
        is_axis = hasattr(values, "__len__") and not isinstance(values, str)
        if name in OPTIONS and not (is_axis and name in ("samples", "seed")):
            options[name] = values
        elif isinstance(values, str):
            check_text(values, name)
            texts.append((name, _core.axis_values(f"{name}={values}")))
            axes[name] = [_literal(text) for text in texts[-1][1]]
        elif hasattr(values, "__iter__"):
            axes[name] = list(values)
            texts.append((name, [argument_text(value, "real", name) for value in axes[name]]))
        else:
            raise TypeError(f"the axis {name} takes a sequence of values or a range as text, not {type(values).__name__}")
    text = expression._text if isinstance(expression, Value) else expression
    if not isinstance(text, str):
        raise TypeError(f"an expression as text is expected, not {type(expression).__name__}")
    check_text(text, "the expression")
    if not axes:
        raise TypeError("sweep needs an axis: sweep('attention.entropy(n)', n=[64, 128])")
    return Sweep(text, axes, _core.sweep(text, texts, options), options)


def _literal(text: str) -> Any:
    try:
        return int(text)
    except ValueError:
        try:
            return float(text)
        except ValueError:
            return text

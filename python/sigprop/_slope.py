"""How a number of one's own training code grows with the width, compared with the exponent that theory has."""

from __future__ import annotations

import math
from typing import Any, Callable, Mapping, Optional, Sequence

from ._errors import InputError, shown
from ._html import escaped, html_table
from ._value import Value

#: Theory's exponents of activations are multiples of a half, so that one is told from its neighbours by a quarter.
QUARTER = 0.25


def student_quantile(confidence: float, freedom: int) -> float:
    """The t with P(|T| < t) = confidence for Student's T, by the finite sums that whole degrees of freedom have
    (Abramowitz and Stegun 26.7.3 and 26.7.4)."""

    def probability(angle: float) -> float:
        sine, cosine = math.sin(angle), math.cos(angle)
        odd = freedom % 2
        term = cosine if odd else 1.0
        total = 0.0
        for power in range(odd, freedom - 1, 2):
            total += term
            term *= cosine**2 * (power + 1) / (power + 2)
        return 2 / math.pi * (angle + sine * total) if odd else sine * total

    low, high = 0.0, math.pi / 2
    while low < (middle := (low + high) / 2) < high:
        low, high = (middle, high) if probability(middle) < confidence else (low, middle)
    return math.sqrt(freedom) * math.tan(low)


class SlopeMeasurement:
    """The exponent p of the power law width**p through the numbers, in ``slope``, with its ``standard_error`` and
    ``interval``. ``verdict`` compares it with ``expected`` or ``at_most``, and ``reason`` says why; ``table`` has the points."""

    def __init__(self, points: Sequence[tuple[float, float]], expected: Optional[float], at_most: Optional[float],
                 confidence: float, tolerance: float) -> None:
        self.points = list(points)
        self.expected = expected
        self.at_most = at_most
        self.confidence = confidence
        self.tolerance = tolerance
        xs = [math.log(width) for width, _ in points]
        ys = [math.log(value) for _, value in points]
        x, y = math.fsum(xs) / len(xs), math.fsum(ys) / len(ys)
        spread = math.fsum((one - x) ** 2 for one in xs)
        self.slope: float = math.fsum((a - x) * (b - y) for a, b in zip(xs, ys)) / spread
        self.standard_error: Optional[float] = None
        self.interval: tuple[float, float] = (-math.inf, math.inf)
        freedom = len(points) - 2
        if freedom > 0:
            left = math.fsum((b - y - self.slope * (a - x)) ** 2 for a, b in zip(xs, ys))
            self.standard_error = math.sqrt(left / freedom / spread)
            error = student_quantile(confidence, freedom) * self.standard_error
            self.interval = (self.slope - error, self.slope + error)

    @property
    def verdict(self) -> Optional[str]:
        """confirmed: the interval lies within ``tolerance`` of what is expected; refuted: all of it lies outside;
        undecided: neither; None where nothing is expected. Below ``at_most`` all is as expected."""
        wanted = self._wanted
        if wanted is None:
            return None
        low, high = (end - wanted for end in self.interval)
        if high < self.tolerance and (self.expected is None or -self.tolerance < low):
            return "confirmed"
        return "refuted" if low > self.tolerance or (self.expected is not None and high < -self.tolerance) else "undecided"

    @property
    def _wanted(self) -> Optional[float]:
        return self.at_most if self.expected is None else self.expected

    @property
    def ok(self) -> bool:
        return self.verdict == "confirmed"

    @property
    def growth(self) -> str:
        """What the interval says of the number: it grows with the width, it falls, or neither is seen."""
        low, high = self.interval
        if self.standard_error is None:
            return "two points show no error"
        return "it grows with the width" if low > 0 else "it falls with the width" if high < 0 else "neither growth nor fall is seen"

    @property
    def reason(self) -> str:
        wanted = self._wanted
        if wanted is None:
            return self.growth
        if self.standard_error is None:
            return "two points show no error: give three widths, or several seeds as a list"
        near = f"{wanted:.4g} ± {self.tolerance:.4g}"
        inside, outside = ("lies below", "lies above") if self.expected is None else ("lies within", "lies outside")
        if self.expected is None:
            near = f"{wanted + self.tolerance:.4g}"
        if self.verdict == "confirmed":
            return f"the interval {inside} {near}"
        if self.verdict == "refuted":
            return f"all of the interval {outside} {near}: {self.growth}"
        return f"only a part of the interval {inside} {near}: more widths, a wider range of them or more seeds decide"

    @property
    def table(self) -> list[dict]:
        """The points as dictionaries."""
        return [{"width": width, "value": value} for width, value in self.points]

    def to_pandas(self) -> Any:
        """The points as a pandas.DataFrame."""
        import pandas

        return pandas.DataFrame(self.table)

    def __bool__(self) -> bool:
        raise TypeError("a measurement is not a truth value: use .ok, .verdict and .reason")

    def _sentence(self) -> str:
        text = f"slope {self.slope:.3g}"
        if self.standard_error is not None:
            low, high = self.interval
            text += f" ± {self.standard_error:.1g}, {100 * self.confidence:g} % interval {low:.3g} to {high:.3g}"
        if self._wanted is not None:
            text += f"; expected {'at most ' if self.expected is None else ''}{self._wanted:.4g}: {self.verdict}"
        return text

    def __str__(self) -> str:
        widths = sorted({width for width, _ in self.points})
        return (f"{self._sentence()}\n  reason  {self.reason}\n"
                f"  points  {len(self.points)}, of {len(widths)} widths from {widths[0]:g} to {widths[-1]:g}")

    def __repr__(self) -> str:
        return f"<sigprop.measure.SlopeMeasurement: {self._sentence()}>"

    def _repr_html_(self) -> str:
        return f"<p>{escaped(self._sentence())}: {escaped(self.reason)}</p>{html_table(self.table)}"


def _real(value: Any, name: str) -> float:
    if isinstance(value, (bool, str, bytes)):
        raise InputError(f"{name} is a number, not {shown(value)}")
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError, RuntimeError):
        raise InputError(f"{name} is a number, not {shown(value)}") from None


def _between(value: Any, name: str, most: float) -> float:
    number = _real(value, name)
    if not 0 < number < most:
        raise InputError(f"{name} lies between 0 and {most:g}, not at {shown(value)}")
    return number


def _size(value: Any, name: str, rms_of: Callable[[Any, str], float]) -> float:
    """One number, or the root mean square of an array of activations."""
    is_array = not isinstance(value, (int, float, str, bytes, Value)) and getattr(value, "shape", ()) != ()
    number = rms_of(value, name) if is_array else _real(value, name)
    if not 0 < number < math.inf:
        what = "the root mean square of " + name if is_array else name
        raise InputError(f"{what} is {number:g}: a slope of logarithms needs positive, finite numbers")
    return number


def _exponent(value: Any, name: str) -> Optional[float]:
    if value is None:
        return None
    number = _real(value, name)
    if not math.isfinite(number):
        raise InputError(f"{name} is a finite exponent such as 0 or 0.5, not {shown(value)}")
    return number


def slope_of(by_width: Any, expected: Any, at_most: Any, confidence: Any, tolerance: Any,
             rms_of: Callable[[Any, str], float]) -> SlopeMeasurement:
    if expected is not None and at_most is not None:
        raise InputError("expected and at_most exclude each other: give the exponent, or the largest that is right")
    if not isinstance(by_width, Mapping):
        raise InputError(f"by_width is a dictionary such as {{64: 1.02, 128: 1.05, 256: 0.99}}, not {shown(by_width)}")
    points = []
    for width, values in by_width.items():
        place = f"by_width[{shown(width)}]"
        at = _real(width, "a width of by_width")
        if not 0 < at < math.inf:
            raise InputError(f"a width of by_width is {shown(width)}: widths are positive, finite numbers")
        runs = values if isinstance(values, (list, tuple)) else None
        if runs is not None and not runs:
            raise InputError(f"{place} is empty: give a number or an array for each seed")
        for i, one in enumerate([values] if runs is None else runs):
            points.append((at, _size(one, place if runs is None else f"{place}[{i}]", rms_of)))
    if len({width for width, _ in points}) < 2:
        raise InputError("a slope needs two widths or more, and an error three points: {64: …, 128: …, 256: …}")
    return SlopeMeasurement(points, _exponent(expected, "expected"), _exponent(at_most, "at_most"),
                            _between(confidence, "confidence", 1), _between(tolerance, "tolerance", math.inf))

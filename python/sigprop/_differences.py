"""Derivatives of a callable along a line, by central differences, with an error that the callable's own rounding decides.

At steps h, h/2, h/4, … the central differences of f are compared with the derivative that a backward pass claims.
Neville's scheme (Richardson's extrapolation) removes the terms h^2, h^4, … of what remains. The error of an entry is the
sum of

* truncation: twice the largest difference from its neighbours in the scheme (Ridders, Adv. Eng. Software 4 (1982) 75;
  Numerical Recipes, 3rd ed., section 5.7), and not less than what a row before it and finer steps make of it;
* kinks: (f(x + h) + f(x - h) - 2 f(x)) / h is h f'' where f is smooth; what two steps do not explain so is a kink;
* rounding: the noise of f, measured from high differences of f at close, equally spaced points (Hamming's table; Moré and
  Wild, "Estimating computational noise", SIAM J. Sci. Comput. 33 (2011) 1292), but at least the rounding of its results.

The points are those that the type of x can hold: the derivative claimed is taken along the way really gone, so that the
rounding of x is no error. These are estimates and no bounds; a factor of safety stands before each.
"""

from __future__ import annotations

import math
from typing import Any, Callable, NamedTuple, Optional

#: How many standard deviations of noise, and how many times the estimate of the truncation, an error allows for.
NOISE_SAFETY = 10.0
TRUNCATION_SAFETY = 2.0
#: The best of many entries is that whose error is most likely to be estimated too small. Between one and so many times
#: its error a disagreement is no refutation, but undecided.
REFUTING = 8.0

ORDER = 5  # of the differences that show noise: what is smooth has all but vanished in them
POINTS = 13
LEVELS = 5  # of the extrapolation


class Candidate(NamedTuple):
    """One entry of the scheme: claimed derivative less the difference, its error, and the smallest step used."""

    residual: float
    error: float
    step: float


class Line(NamedTuple):
    """f and the claim along x + s v: ``at(s)`` is (f(x + s v) - f(x), sum over |terms| of rounding, claim . (way gone));
    f(x + s v) is NaN where it is not defined. ``unit`` is the coarser rounding of x and f's results."""

    at: Callable[[float], tuple[float, float, float]]
    unit: float


def spacings(unit: float) -> list[float]:
    """Distances of points that show noise: a few roundings of x, and more while what is smooth stays invisible. More than
    one, because a computation in a lower precision is a staircase, whose steps are invisible from close by."""
    made = [8 * unit]
    while made[-1] * 32 <= 2.0**-14:
        made.append(made[-1] * 32)
    return made


def noise_of(values: Any) -> float:
    """The standard deviation of the noise in values of a smooth function at equally spaced points; NaN if one is NaN."""
    import numpy

    largest = 0.0
    table = numpy.asarray(values, dtype=float)
    for order in range(1, ORDER + 2):
        table = numpy.diff(table)
        if order < ORDER:
            continue
        variance = math.factorial(order) ** 2 / math.factorial(2 * order) * float(numpy.mean(table**2))
        largest = max(largest, math.sqrt(variance)) if math.isfinite(variance) else math.nan
        if math.isnan(largest):
            return largest
    return largest


def noises(line: Line) -> list[tuple[float, float]]:
    """(spacing, noise of f less the claim) for each spacing where f is defined."""
    found = []
    for spacing in spacings(line.unit):
        values = []
        for i in range(POINTS):
            change, _, claimed = line.at((i - POINTS // 2) * spacing)
            values.append(change - claimed)
        noise = noise_of(values)
        if math.isfinite(noise):
            found.append((spacing, noise))
    return found


def steps(unit: float) -> list[float]:
    """From 1 to the root of the rounding, each half of the one before."""
    return [2.0**-k for k in range(round(-math.log2(unit)) // 2 + 1)]


class _Row(NamedTuple):
    """The entries of the scheme at one step, of growing order: (value, noise); and what bends f there."""

    step: float
    entries: list[tuple[float, float]]
    bend: float


def _next_row(line: Line, step: float, shown: list[tuple[float, float]], before: Optional[_Row]) -> Optional[_Row]:
    """None where f is not defined, or does not move at all."""
    up, rounding_up, claimed_up = line.at(step)
    down, rounding_down, claimed_down = line.at(-step)
    plain = ((claimed_up - claimed_down) - (up - down)) / (2 * step)
    stands_still = before is not None and up == 0 and down == 0
    if not math.isfinite(plain) or stands_still:
        return None
    seen = max((noise for spacing, noise in shown if spacing <= 4 * step), default=0.0)
    entries = [(plain, math.hypot(max(seen, rounding_up), max(seen, rounding_down)) / (2 * step))]
    for order in range(1, min(LEVELS, len(before.entries) + 1) if before else 1):
        weight = 4.0**order
        coarse, fine = before.entries[order - 1], entries[order - 1]  # type: ignore[union-attr]
        value = (weight * fine[0] - coarse[0]) / (weight - 1)
        entries.append((value, math.hypot(weight * fine[1], coarse[1]) / (weight - 1)))
    return _Row(step, entries, ((up - claimed_up) + (down - claimed_down)) / step)


def _candidates(rows: list[_Row], claim_noise: float) -> list[Candidate]:
    """The entries of consecutive steps with their errors."""
    made = []
    changes = [math.inf] + [abs(one.entries[0][0] - other.entries[0][0]) for one, other in zip(rows[1:], rows)]
    kinks = [math.inf] + [abs(2 * one.bend - other.bend) for one, other in zip(rows[1:], rows)]
    for j in range(1, len(rows)):
        entries, before = rows[j].entries, rows[j - 1].entries
        for order in range(1, len(entries)):
            value, noise = entries[order]
            neighbours = max(abs(value - entries[order - 1][0]), abs(value - before[order - 1][0]))
            # The plain differences of smooth functions come four times closer with each step.
            earlier = changes[j - 1] / 4 if j > 1 else 0.0
            kink = max(kinks[j - order + 1 : j + 1])
            error = TRUNCATION_SAFETY * (max(neighbours, earlier) + kink) + NOISE_SAFETY * math.hypot(noise, claim_noise)
            made.append(Candidate(value, error, rows[j].step))
    return made


def _with_contradictions(candidates: list[Candidate]) -> list[Candidate]:
    """What finer steps exclude is truncation."""
    made = []
    for one in candidates:
        finer = [other for other in candidates if other.step < one.step]
        excluded = max((abs(one.residual - other.residual) - other.error for other in finer), default=0.0)
        made.append(one._replace(error=max(one.error, one.error + TRUNCATION_SAFETY * excluded)))
    return made


def differences(line: Line, claim_noise: float) -> list[Candidate]:
    """The scheme. ``claim_noise`` is the error of the claimed derivative by the rounding of the backward pass."""
    shown = noises(line)
    rows: list[_Row] = []
    candidates: list[Candidate] = []
    for step in steps(line.unit):
        row = _next_row(line, step, shown, rows[-1] if rows else None)
        if row is not None:
            rows.append(row)
            continue
        candidates += _candidates(rows, claim_noise)
        rows = []
    return _with_contradictions(candidates + _candidates(rows, claim_noise))


class Judged(NamedTuple):
    """The verdict of one line: confirmed, refuted or undecided; residual and error of the differences that decide."""

    verdict: str
    residual: float
    error: float
    reason: str


def judge(candidates: list[Candidate]) -> Judged:
    """Refuted only where the claim is many errors off, the closest steps contradict it, too, and no step agrees with it to
    a precision that shows the disagreement."""
    if not candidates:
        return Judged("undecided", math.nan, math.inf, "forward has no value close to x in this direction")
    best = min(candidates, key=lambda one: one.error)
    if abs(best.residual) <= best.error:
        return Judged("confirmed", best.residual, best.error, "")
    agreeing = [one for one in candidates if abs(one.residual) <= one.error <= abs(best.residual) / 2]
    if agreeing:
        # Steps below the resolution of a computation in a lower precision see a constant or a staircase.
        closest = min(agreeing, key=lambda one: one.error)
        return Judged("confirmed", closest.residual, closest.error, "")
    if any(abs(one.residual) <= one.error for one in candidates if one.step < best.step):
        # Far differences may settle on the wrong number: behind kinks, or where f saturates.
        return Judged("undecided", best.residual, abs(best.residual) + best.error,
                      "far differences contradict the backward pass, close ones are too rough to tell: check in float64")
    if abs(best.residual) <= REFUTING * best.error:
        return Judged("undecided", best.residual, abs(best.residual) + best.error,
                      f"off by {abs(best.residual) / best.error:.2g} times the estimated error of the differences, which "
                      "proves nothing: check in float64, or more directions")
    return Judged("refuted", best.residual, best.error, "")

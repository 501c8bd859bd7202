"""Derivatives of a callable along a line, by central differences, with an error that the callable's own rounding decides.

At steps h, h/2, h/4, … the central differences of f are compared with the derivative that a backward pass claims.
Neville's scheme (Richardson's extrapolation) removes the terms h^2, h^4, … of what remains; its error has two parts:

* truncation: the largest difference from its neighbours in the scheme, as in Ridders' method (Adv. Eng. Software 4
  (1982) 75; Numerical Recipes, 3rd ed., section 5.7);
* rounding: the noise of f, measured from high differences of f at close, equally spaced points (Hamming's table; Moré and
  Wild, "Estimating computational noise", SIAM J. Sci. Comput. 33 (2011) 1292), but at least the rounding of its results.

The points are those that the type of x can hold: the derivative claimed is taken along the way really gone, so that the
rounding of x is no error. Estimates, no bounds: a factor of safety stands before each part.
"""

from __future__ import annotations

import math
from typing import Any, Callable, NamedTuple

#: How many standard deviations of noise, and how many times the estimate of the truncation, an error allows for.
NOISE_SAFETY = 10.0
TRUNCATION_SAFETY = 2.0

ORDER = 5  # of the differences that show noise: what is smooth has all but vanished in them
POINTS = 13
LEVELS = 5  # of the extrapolation


class Candidate(NamedTuple):
    """One entry of the scheme: claimed derivative less the difference, its error, and the smallest step it used."""

    residual: float
    error: float
    step: float


class Line(NamedTuple):
    """f and the claim along x + s v: ``at(s)`` is (f(x + s v) - f(x), sum over |terms| of rounding, claim . (way gone));
    f(x + s v) is NaN where it is not defined. ``unit`` is the coarser rounding of x and f's results."""

    at: Callable[[float], tuple[float, float, float]]
    unit: float


def spacings(unit: float) -> list[float]:
    """Distances of points that show noise: a few roundings of x, and more while what is smooth stays invisible."""
    made = [8 * unit]
    while made[-1] * 1024 <= 2.0**-14:
        made.append(made[-1] * 1024)
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


class Differences(NamedTuple):
    """What the differences say: the scheme's entries, and second differences (step, value, noise) that show a kink."""

    candidates: list[Candidate]
    bends: list[tuple[float, float, float]]


def differences(line: Line, claim_noise: float) -> Differences:
    """The scheme. ``claim_noise`` is the error of the claimed derivative by the rounding of the backward pass."""
    shown = noises(line)
    column: list[tuple[float, list[tuple[float, float]]]] = []  # (step, [(value, noise)] of growing order)
    candidates: list[Candidate] = []
    bends = []
    for step in steps(line.unit):
        up, rounding_up, claimed_up = line.at(step)
        down, rounding_down, claimed_down = line.at(-step)
        plain = ((claimed_up - claimed_down) - (up - down)) / (2 * step)
        if not math.isfinite(plain):
            column.clear()
            continue
        seen = max((noise for spacing, noise in shown if spacing <= step), default=0.0)
        noise = math.hypot(max(seen, rounding_up), max(seen, rounding_down)) / (2 * step)
        bends.append((step, (up - claimed_up + down - claimed_down) / step, 4 * noise))
        row = [(plain, noise)]
        before = column[-1][1] if column else []
        for order in range(1, min(LEVELS, len(before) + 1)):
            weight = 4.0**order
            coarse, fine = before[order - 1], row[order - 1]
            value = (weight * fine[0] - coarse[0]) / (weight - 1)
            row.append((value, math.hypot(weight * fine[1], coarse[1]) / (weight - 1)))
            neighbours = max(abs(value - fine[0]), abs(value - coarse[0]))
            error = TRUNCATION_SAFETY * neighbours + NOISE_SAFETY * math.hypot(row[-1][1], claim_noise)
            candidates.append(Candidate(value, error, step))
        column.append((step, row))
    return Differences(candidates, bends)


class Judged(NamedTuple):
    """The verdict of one line: confirmed, refuted or undecided; residual and error of the differences that decide."""

    verdict: str
    residual: float
    error: float
    reason: str


def judge(found: Differences) -> Judged:
    """Refuted only where no step agrees with the claim to a precision that shows the disagreement."""
    if not found.candidates:
        return Judged("undecided", math.nan, math.inf, "forward is not defined near x")
    best = min(found.candidates, key=lambda one: one.error)
    if abs(best.residual) <= best.error:
        return Judged("confirmed", best.residual, best.error, "")
    agreeing = [one for one in found.candidates if abs(one.residual) <= one.error]
    if agreeing:
        closest = min(agreeing, key=lambda one: one.error)
        if closest.error <= abs(best.residual) / 2:
            # Steps below the resolution of a computation in a lower precision see a constant or a staircase.
            return Judged("confirmed", closest.residual, closest.error, "")
    if _is_kink(found.bends, best.residual):
        return Judged("undecided", best.residual, abs(best.residual) + best.error,
                      "x lies on a kink of forward, where there is no derivative: move x")
    return Judged("refuted", best.residual, best.error, "")


def _is_kink(bends: list[tuple[float, float, float]], residual: float) -> bool:
    """Second differences over h shrink with h where f is smooth, and stay at a kink."""
    clear = [(step, bend) for step, bend, noise in bends if noise <= abs(residual) / 8]
    if len(clear) < 4:
        return False
    near, far = abs(clear[-1][1]), abs(clear[-4][1])
    return near > abs(residual) / 2 and near > far / 2

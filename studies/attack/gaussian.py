"""Means over normal laws and other integrals in mpmath, with an error that comes from computing them twice.

Gauss-Legendre on pieces between the given break points; a piece is halved until its rule and the two of its halves agree. What
they differ by, on all pieces, and what the cut tails can hold is the error that is returned with the value.
"""
from fractions import Fraction
from functools import lru_cache

from mpmath import mp, mpf

DIGITS = 32
NODES = 20
DEEPEST = 24


class Unfit(Exception):
    """The integral needs more work than the oracle spends on a case; nothing is compared."""


@lru_cache(maxsize=None)
def rule(count):
    """Nodes and weights of Gauss-Legendre on [-1, 1], by Newton's method."""
    with mp.workdps(DIGITS + 12):
        found = []
        for k in range(1, count + 1):
            x = mp.cos(mp.pi * (mpf(k) - mpf(1) / 4) / (count + mpf(1) / 2))
            for _ in range(12):
                low, high = mpf(1), x
                for n in range(2, count + 1):
                    low, high = high, ((2 * n - 1) * x * high - (n - 1) * low) / n
                slope = count * (x * high - low) / (x * x - 1)
                x -= high / slope
            found.append((x, 2 / ((1 - x * x) * slope * slope)))
        return found


def on_piece(f, a, b):
    middle, half = (a + b) / 2, (b - a) / 2
    return half * mp.fsum(w * f(middle + half * x) for x, w in rule(NODES))


def integral(f, breaks, tolerance):
    """The integral over the pieces between the sorted break points, and its error."""
    total, error, work = mpf(0), mpf(0), 0
    stack = [(a, b, on_piece(f, a, b), 0) for a, b in zip(breaks, breaks[1:]) if a < b]
    while stack:
        a, b, whole, depth = stack.pop()
        middle = (a + b) / 2
        left, right = on_piece(f, a, middle), on_piece(f, middle, b)
        difference = abs(left + right - whole)
        work += 1
        if work > 400:
            raise Unfit("too many pieces")
        if difference <= tolerance or depth > DEEPEST:
            total += left + right
            error += difference
        else:
            stack += [(a, middle, left, depth + 1), (middle, b, right, depth + 1)]
    return total, error


def pieces(low, high, kinks, length=2):
    """Break points of [low, high] at the kinks inside and at most `length` apart."""
    points = [low, *sorted(kink for kink in kinks if low < kink < high), high]
    fine = []
    for a, b in zip(points, points[1:]):
        count = int(mp.ceil((b - a) / length)) or 1
        fine += [a + (b - a) * k / count for k in range(count)]
    return [*fine, high]


def normal_mean(f, std=1, mean=0, kinks=(), growth=0):
    """E f(mean + std z) and its error, |f(x)| <= C e^(growth |x|) up to powers; kinks are places x."""
    with mp.workdps(DIGITS):
        std, mean = mpf(std), mpf(mean)
        cut = mp.sqrt(2 * (DIGITS + 6) * mp.log(10)) + growth * std + 2
        scale = 1 / mp.sqrt(2 * mp.pi)
        weighted = lambda z: f(mean + std * z) * mp.exp(-z * z / 2)
        size = max(abs(weighted(mpf(k) / 3)) for k in range(-10, 11)) or mpf(1)
        breaks = pieces(-cut, cut, [(mpf(Fraction(kink).numerator) / Fraction(kink).denominator - mean) / std for kink in kinks])
        value, error = integral(weighted, breaks, size * mpf(10) ** (4 - DIGITS))
        tail = (abs(weighted(cut)) + abs(weighted(-cut))) * 4
        return scale * value, scale * (error + tail) + abs(value) * mpf(10) ** (3 - DIGITS) + size * mpf(10) ** (2 - DIGITS)

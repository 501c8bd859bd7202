"""Prints the references of tests/quantities/mixture: a few logits by integrals over all of them, all choices of a few tokens.

python3 tests/vectors/mixture.py [--check SIGPROP]; 77 without mpmath.
"""
import itertools
import sys
from collections import Counter
from fractions import Fraction

try:
    from mpmath import e, exp, mp, mpf, ncdf, npdf, quad, sqrt
except ImportError:
    print("skipped: mpmath is not installed")
    sys.exit(77)

from references import main, show

mp.dps = 20
ENDS = [-9, -5, -2, 0, 2, 5, 9]


def sigmoid(z):
    return 1 / (1 + exp(-z))


def beyond(x):
    return [x, *(end for end in ENDS if end > x + 0.5)]


def two_of_three_sigmoid():
    """x above y above the third."""
    ratio = lambda a, b: (a + b) / sqrt(a * a + b * b)
    inner = lambda y: quad(lambda x: npdf(x) * ratio(sigmoid(x), sigmoid(y)), beyond(y))
    return 6 * quad(lambda y: npdf(y) * ncdf(y) * inner(y), ENDS)


def two_of_three_softmax():
    """The third, below y, has the mean of e^z there: e^(1/2) cdf(y - 1)."""
    inner = lambda y: quad(lambda x: npdf(x) * ((exp(x) + exp(y)) * ncdf(y) + exp(mpf(1) / 2) * ncdf(y - 1))
                           / sqrt(exp(2 * x) + exp(2 * y)), beyond(y))
    return 6 * quad(lambda y: npdf(y) * inner(y), ENDS)


def one_of(n):
    """1 and the n - 1 others over the largest."""
    return 1 + n * (n - 1) * quad(lambda x: npdf(x) * exp(mpf(1) / 2 - x) * ncdf(x - 1) * ncdf(x) ** (n - 2), ENDS)


def largest_load(experts, active, tokens):
    """By the number of ways to each sorted tuple of loads."""
    ways = Counter({(0,) * experts: 1})
    for _ in range(tokens):
        following = Counter()
        for loads, count in ways.items():
            for chosen in itertools.combinations(range(experts), active):
                following[tuple(sorted(load + (i in chosen) for i, load in enumerate(loads)))] += count
        ways = following
    mean = Fraction(sum(loads[-1] * count for loads, count in ways.items()), sum(ways.values()))
    return mean * experts / (tokens * active) - 1


def compute():
    show("routed_scale(2, 1, gate=softmax)", 1 + 2 * e * ncdf(-sqrt(mpf(2))))
    show("routed_scale(16, 1, gate=softmax)", one_of(16))
    show("routed_scale(3, 2)", two_of_three_sigmoid())
    show("routed_scale(3, 2, gate=softmax)", two_of_three_softmax())
    for sizes in ((3, 2, 2), (4, 2, 3), (5, 2, 4), (6, 3, 6), (8, 2, 6), (4, 2, 12), (2, 1, 9)):
        counted = largest_load(*sizes)
        print(f"    Counted{{{', '.join(map(str, sizes))}, {counted.numerator}, {counted.denominator}}},", flush=True)


if __name__ == "__main__":
    main(compute, "mixture/inverse_norm_test.cpp", "moe.", digits=13)

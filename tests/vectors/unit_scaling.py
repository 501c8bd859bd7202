"""Prints the references of tests/quantities/unit_scaling that are mpmath's, by sums over equidistant points.

The moments of elementwise functions are integrals over the density, derivatives are taken by mpmath.diff; those of softmax rows come
from S^-p = integral of t^(p-1) e^(-t S) dt / Gamma(p), with sums over keys written out for causal rows.
python3 tests/vectors/unit_scaling.py [--check SIGPROP]; 77 without mpmath.
"""
import sys

try:
    from mpmath import mp, mpf, diff, exp, log1p, ncdf, npdf, nstr, quad, sqrt
except ImportError:
    print("skipped: mpmath is not installed")
    sys.exit(77)

from references import main, show

mp.dps = 32


def mean(f):
    return quad(lambda z: f(z) * npdf(z), [-14, -6, -3, -1, 0, 1, 3, 6, 14])


OPERATIONS = {
    "gelu": lambda x: x * ncdf(x),
    "silu": lambda x: x / (1 + exp(-x)),
    "softplus": lambda x: log1p(exp(x)),
}


def elementwise():
    for name, f in OPERATIONS.items():
        for mult in ("1", "0.25", "4"):
            m = mpf(mult)
            first, second = mean(lambda z: f(m * z)), mean(lambda z: f(m * z) ** 2)
            slope = mean(lambda z: diff(f, m * z) ** 2)
            show(f"forward({name}, mult={mult})", m / sqrt(second - first**2))
            show(f"forward({name}, mult={mult}, moment=second_moment)", m / sqrt(second))
            show(f"backward({name}, mult={mult})", 1 / sqrt(slope))


class Rows:
    """E of products of weights: with y = e^(s z + u), columns E y^p e^-y of u, and the trapezoidal rule over u."""

    def __init__(self, std, n):
        self.step = mpf(1) / 16
        points = range(-14 * 16, 14 * 16 + 1)
        logits = [std * self.step * k for k in points]
        weights = [npdf(self.step * k) * self.step for k in points]
        reach = 12 * std + 36 + int(mp.log(n))
        self.columns = []
        for k in range(int(-reach * 16), int(8 * 16 + 12 * std * 16)):
            y = [exp(x + self.step * k) for x in logits]
            e = [w * exp(-v) for w, v in zip(weights, y)]
            self.columns.append([sum(e)] + [sum(a * v**p for a, v in zip(e, y)) for p in (1, 2, 3, 4)])

    def sum(self, term):
        return self.step * sum(term(*column) for column in self.columns)


def rows(std, n):
    table, mult = Rows(std, n), nstr(std, 6).removesuffix(".0")
    squares = table.sum(lambda g, a, b, c, d: n * b * g ** (n - 1))
    cubes = table.sum(lambda g, a, b, c, d: n * c * g ** (n - 1)) / 2
    both = table.sum(lambda g, a, b, c, d: n * d * g ** (n - 1) + n * (n - 1) * b * b * g ** (n - 2)) / 6
    show(f"forward(softmax, n={n}, mult={mult})", n / sqrt(n * squares - 1))
    show(f"forward(softmax, n={n}, mult={mult}, moment=second_moment)", sqrt(n / squares))
    show(f"backward(softmax, n={n}, mult={mult})", sqrt(n / (squares - 2 * cubes + both)) / std)
    show(f"forward(attention, n={n}, mult={mult})", 1 / sqrt(squares))
    show(f"backward(cross_entropy, n={n}, mult={mult})", 1 / sqrt((squares - mpf(2) / n + 1) / n))
    causal = table.sum(lambda g, a, b, c, d: b * sum(m * g ** (m - 1) for m in range(2, n + 1)))
    show(f"backward(attention, n={n}, mult={mult}, causal=true)", sqrt(n / (1 + causal)))


def compute():
    elementwise()
    for std, n in ((mpf(1), 2), (mpf(1), 16), (mpf(1) / 8, 64), (mpf(4), 16)):
        rows(std, n)


if __name__ == "__main__":
    main(compute, "unit_scaling/unit_scaling_test.cpp", "unit_scaling.")

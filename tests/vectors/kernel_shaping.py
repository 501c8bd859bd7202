"""Prints the references of tests/quantities/activation/kernel_shaping_test.cpp that are mpmath's.

The conditions are written with f, f' and f'' as the papers have them, their means are integrals by quad, and findroot starts near the
solution. python3 tests/vectors/kernel_shaping.py [--check SIGPROP]; 77 without mpmath.
"""
import sys

try:
    from mpmath import acos, exp, findroot, log1p, mp, mpf, ncdf, npdf, pi, quad, sqrt, tanh
except ImportError:
    print("skipped: mpmath is not installed")
    sys.exit(77)

from references import main, show

mp.dps = 30
NAMES = ("input_scale", "input_shift", "output_scale", "output_shift")
ACTIVATIONS = {
    "tanh": (tanh, lambda x: 1 - tanh(x) ** 2, lambda x: -2 * tanh(x) * (1 - tanh(x) ** 2)),
    "softplus": (lambda x: log1p(exp(x)), lambda x: 1 / (1 + exp(-x)), lambda x: exp(-x) / (1 + exp(-x)) ** 2),
    "gelu": (lambda x: x * ncdf(x), lambda x: ncdf(x) + x * npdf(x), lambda x: (2 - x * x) * npdf(x)),
}


def mean(g):
    return quad(lambda z: g(z) * npdf(z), [-14, -6, -3, -1, 0, 1, 3, 6, 14])


def negative_slope(depth, eta):
    def through(a):
        c = mpf(0)
        for _ in range(depth):
            c = ((1 - a) ** 2 * (sqrt(1 - c * c) + (pi - acos(c)) * c) / pi + 2 * a * c) / (1 + a * a)
        return c

    low, high = mpf(0), mpf(1)
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if through(middle) > eta else (low, middle)
    return findroot(lambda a: through(a) - eta, (low, high))


def dks(name, depth, zeta, start):
    f, slope, _ = ACTIVATIONS[name]
    local = mpf(zeta) ** (mpf(1) / depth)

    def conditions(a, b):
        at = lambda z: a * z + b
        first, square = mean(lambda z: f(at(z))), mean(lambda z: f(at(z)) ** 2)
        variance = square - first * first
        q = a * mean(lambda z: (f(at(z)) - first) * slope(at(z)) * z) / variance
        return a * a * mean(lambda z: slope(at(z)) ** 2) / variance - local, q - 1

    a, b = findroot(conditions, start)
    first, square = mean(lambda z: f(a * z + b)), mean(lambda z: f(a * z + b) ** 2)
    return a, b, 1 / sqrt(square - first**2), -first


def tat(name, depth, tau, start):
    f, slope, bend = ACTIVATIONS[name]
    local = mpf(tau) / depth

    def parts(a, b):
        at = lambda z: a * z + b
        slopes = mean(lambda z: slope(at(z)) ** 2)
        shift = (a * slopes - mean(lambda z: f(at(z)) * slope(at(z)) * z)) / mean(lambda z: slope(at(z)) * z)
        return slopes, shift

    def conditions(a, b):
        slopes, shift = parts(a, b)
        square = mean(lambda z: (f(a * z + b) + shift) ** 2)
        return a * a * mean(lambda z: bend(a * z + b) ** 2) / slopes - local, square / (a * a * slopes) - 1

    a, b = findroot(conditions, start)
    slopes, shift = parts(a, b)
    return a, b, 1 / (a * sqrt(slopes)), shift


def compute():
    for layers, target in ((50, "0.9"), (100, "0.9"), (10, "0.5"), (2, "0.4")):
        show(f"tat.negative_slope({layers}, eta={target})", negative_slope(layers, mpf(target)))
    for f, layers, near in (("tanh", 10, (0.2966, 0.6528)), ("softplus", 10, (0.81, 0.419)), ("softplus", 100, (0.228, 0.4075)),
                            ("gelu", 10, (0.28275, 0.24598))):
        for name, value in zip(NAMES, dks(f, layers, "1.5", near)):
            show(f"dks.{name}({f}, {layers})", value)
    for f, layers, near in (("tanh", 10, (0.1846384, 0.5573666)), ("softplus", 10, (0.4962, 0.56)), ("gelu", 10, (0.18604657, 0.32496))):
        for name, value in zip(NAMES, tat(f, layers, "0.3", near)):
            show(f"tat.{name}({f}, {layers})", value)


if __name__ == "__main__":
    main(compute, "activation/kernel_shaping_test.cpp")

"""Prints the references of tests/quantities/sampler that are NumPy's and mpmath's: laws by trying every random number.

All 2^24 uniform numbers are rounded one by one, those of 7 and 10 bits are inverted by mpmath, as JAX does; rejection takes the normal mass of every
cell. python3 tests/vectors/samplers.py [--check SIGPROP]; 77 without NumPy or mpmath.
"""
import sys

try:
    import numpy as np
    from mpmath import mp, mpf, erfc, erfinv, log, sqrt
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

from references import main, show

mp.dps = 40
KINDS = {"bfloat16": (8, -126, 3.3895313892515355e38), "float16": (11, -14, 65504.0), "e4m3fn": (4, -6, 448.0), "e5m2": (3, -14, 57344.0)}


def rounded(x, kind):
    """To the nearest number of the type, in float64; x has few enough bits to be exact."""
    bits, least, _ = KINDS[kind]
    exponent = np.maximum(np.frexp(x)[1] - 1, least)
    step = np.ldexp(1.0, exponent - bits + 1)
    return np.rint(x / step) * step


def show_law(name, masses):
    """masses: number -> mass, both exact or mpf."""
    total = sum(masses.values())
    mean = sum(mpf(v) * m for v, m in masses.items()) / total
    if abs(mean) < mpf(10) ** -36:  # of a symmetric law
        mean = mpf(0)
    square = sum(mpf(v) ** 2 * m for v, m in masses.items()) / total
    rest = name.partition("(")[2]
    for what, value in (("std", sqrt(square - mean**2)), ("mean", mean), ("largest", mpf(max(masses))), ("support", mpf(len(masses)))):
        show(f"{what}({rest}", value)


def counted(values):
    numbers, counts = np.unique(values, return_counts=True)
    return {float(v): mpf(int(c)) / len(values) for v, c in zip(numbers, counts)}


def uniform(kind, lower, upper, bits, wraps):
    values = lower + (upper - lower) * np.arange(2**bits) / 2.0**bits
    values = rounded(values, kind)
    if wraps:
        values[values >= rounded(np.float64(upper), kind)] = rounded(np.float64(lower), kind)
    return counted(values)


def to_type(x, kind):
    """The nearest number to an mpf."""
    bits, least, _ = KINDS[kind]
    if x == 0:
        return 0.0
    exponent = max(int(mp.floor(mp.log(abs(x), 2))), least)
    step = mpf(2) ** (exponent - bits + 1)
    return float(mp.nint(x / step) * step)


def uniform_to_2_14(kind, a, b):
    """PyTorch's uniform_ before 2.15: as many bits as the type has, in the type."""
    bits = KINDS[kind][0]
    low, width = to_type(a, kind), to_type(mpf(to_type(b, kind)) - mpf(to_type(a, kind)), kind)
    return rounded(low + width * np.arange(2**bits) / 2.0**bits, kind)


def inversion(kind, std, lower, upper, before=False):
    end = lambda x: max(mpf(-1), min(mpf(1), 1 - erfc(mpf(x) / mpf(std) / sqrt(2)))) if abs(mpf(x) / mpf(std)) < 9 else (1 if x > 0 else -1)
    a, b = end(lower), end(upper)
    if before:
        values = uniform_to_2_14(kind, a, b)
    else:
        values = rounded(float(a) + (float(b) - float(a)) * np.arange(2**24) / 2.0**24, kind)
        values[values >= to_type(b, kind)] = to_type(a, kind)
    law = {}
    low, high = to_type(mpf(lower), kind), to_type(mpf(upper), kind)
    for u, mass in counted(values).items():
        if abs(u) >= 1:
            value = low if u < 0 else high
        else:
            value = to_type(erfinv(mpf(u)), kind)
            value = to_type(mpf(value) * mpf(std) * sqrt(2), kind)
            value = min(max(value, low), high)
        law[value] = law.get(value, 0) + mass
    return law


def erfinv_grid(kind, bits):
    law = {}
    for k in range(2**bits):
        inverse = erfinv(mpf(4 * k + 1) / (2 * 2**bits) - 1)
        value = sqrt(2) * inverse if kind is None else to_type(mpf(to_type(inverse, kind)) * to_type(sqrt(2), kind), kind)
        law[value] = law.get(value, 0) + mpf(1) / 2**bits
    return law


def normal(kind, std, lower, upper):
    """Of a rounded normal within the limits, cell by cell from 0 outwards."""
    bits, least, largest = KINDS[kind]
    positive, x = [0.0], 0.0
    while x < min(largest, upper):
        exponent = max(int(np.frexp(x)[1]) - 1, least) if x else least
        x += 2.0 ** (exponent - bits + 1)
        if x <= min(largest, upper):
            positive.append(x)
    following = positive[1:] + [None]
    law, previous = {}, mpf(0)
    for x, after in zip(positive, following):
        if after is None:
            exponent = max(int(np.frexp(x)[1]) - 1, least)
            after = x + 2.0 ** (exponent - bits + 1)
            edge = mpf(x + after) / 2 if x < largest else mp.inf
        else:
            edge = mpf(x + after) / 2
        law[x] = (erfc(previous / mpf(std) / sqrt(2)) - erfc(edge / mpf(std) / sqrt(2))) / 2
        previous = edge
    both = {-x: m for x, m in law.items() if x}
    both.update({x: m for x, m in law.items() if x})
    both[0.0] = 2 * law[0.0]
    return both


def compute():
    show_law("(uniform, bfloat16)", uniform("bfloat16", 0.0, 1.0, 24, False))
    show_law("(uniform, bfloat16, wraps=true)", uniform("bfloat16", 0.0, 1.0, 24, True))
    show_law("(uniform, float16, lower=-0.5, upper=0.25)", uniform("float16", -0.5, 0.25, 24, False))
    show_law("(uniform, e4m3fn, bits=16)", uniform("e4m3fn", 0.0, 1.0, 16, False))
    show_law("(erfinv, bfloat16, bits=7)", erfinv_grid("bfloat16", 7))
    show_law("(erfinv, float16, bits=10)", erfinv_grid("float16", 10))
    show_law("(erfinv, bits=7)", erfinv_grid(None, 7))
    clipped = inversion("bfloat16", "0.02", -2, 2)
    show_law("(inversion, bfloat16, std=0.02, lower=-2, upper=2)", clipped)
    show("mass_at(inversion, -2, bfloat16, std=0.02, lower=-2, upper=2)", clipped[-2.0])
    show_law("(inversion, float16, std=0.02, lower=-2, upper=2)", inversion("float16", "0.02", -2, 2))
    show_law("(inversion, bfloat16, lower=-2, upper=2)", inversion("bfloat16", "1", -2, 2))
    show_law("(inversion, bfloat16, bits=8, std=0.02, lower=-2, upper=2)", inversion("bfloat16", "0.02", -2, 2, True))
    show_law("(inversion, bfloat16, bits=8, lower=-2, upper=2)", inversion("bfloat16", "1", -2, 2, True))
    show_law("(inversion, float16, bits=11, lower=-2, upper=2)", inversion("float16", "1", -2, 2, True))
    show_law("(rejection, bfloat16, std=0.02, lower=-0.04, upper=0.04)", normal("bfloat16", "0.02", -0.04, 0.0400390625))
    show_law("(rejection, e5m2)", normal("e5m2", "1", None, 1e9))
    show_law("(rejection, e4m3fn, std=0.02)", normal("e4m3fn", "0.02", None, 1e9))
    count = 2**13
    show("std(box_muller, bits=13)", sqrt(-sum(log(mpf(k) / count) for k in range(1, count + 1)) / count), 25)
    count = mpf(2) ** 24
    show("std(box_muller)", sqrt(log(count) - mp.loggamma(count + 1) / count), 25)


if __name__ == "__main__":
    main(compute, "sampler/sampler_test.cpp", "sampler.")

#!/usr/bin/env python3
"""Checks a certificate of sigprop: proves anew that a number is a decimal to within a radius, and believes nobody.

    check.py CERTIFICATE.json ...    prints ACCEPT or REJECT with the step that failed, one line a file; - is standard input

`sigprop check` and `sigprop-check` run this same file. Python 3.8 or newer is needed, and nothing else.
Exit code 0: all accepted; 1: one was rejected; 2: one is no certificate. Only Python's integers compute: no floating-point
number, no library and no code of sigprop is used. What a certificate says about how to prove (panels, nodes, ellipses,
bounds) is advice: each piece of it is proved here or the certificate is rejected. What an accepted one proves is printed;
that its `expression` means this is for the reader to see.

docs/explanation/certificates.md describes the file and states and proves the theorems T1 to T12, after which the sections below are
named. They have 1,300 lines; the other 300 are there because files come from strangers: all of a file is read before anything
is proved, work and the sizes of numbers are bounded, and what is printed is escaped.
"""
import json
import os
import re
import sys
import threading
from fractions import Fraction
from functools import lru_cache
from math import factorial, isqrt

# ----------------------------------------------------------------------------------------------- outcomes and limits

MAX_BITS, MAX_PANELS, MAX_NODES, MAX_TEXT, MAX_INTERVALS, MAX_QUANTITIES, MAX_CELLS = 4096, 5000, 400, 200_000, 20_000, 10_100, 1000
MAX_BYTES, MAX_DIGITS, MAX_NESTING = 8_000_000, 4000, 2100  # of a file, of a number, of a formula
MAX_DEPTH = 24  # of the halving of boxes; switching functions are halved down to the resolution
HUGE = 40_000   # arguments of exp above it are refused: no certificate needs them
MAX_SIZE = 65_536  # numbers reach 2^65536: e^HUGE is below it
MAX_WORK = 600_000_000  # of a file, in units of a tenth of a microsecond or so; shipped claims need up to a third of it

class Undefined(Exception): """No enclosure: an argument may lie outside the domain. A smaller interval may have one."""
class Reject(Exception): """A step of the proof fails."""
class Malformed(Exception): """The file is not a certificate."""

def spend(units):
    """Each loop pays for its steps. No clock is asked, so that the verdict is that of the file alone."""
    global work
    work -= units
    if work < 0:
        raise Reject(f"it needs more work than {MAX_WORK:,} units")

# ---------------------------------------------------------------------------------- T1 interval arithmetic on integers
# A number x is the integer x 2^BITS; an interval is a pair (lower, upper) of such integers. `>>` rounds down, and
# -((-a) >> n) rounds up.

def set_precision(bits):
    """Begins anew: what has been spent, and what is known from other files."""
    global BITS, ONE, LARGE, PRODUCT, STEP, EXP, work
    BITS, ONE, LARGE = bits, 1 << bits, 1 << (bits + 1024)
    PRODUCT = 1 + (bits * bits >> 17)  # what a product of two numbers costs, a formula's node, an exponential
    STEP, EXP, work = 15 + PRODUCT, 50 + (bits + GUARD >> 2) * PRODUCT, MAX_WORK
    for one in (inverse_series, pi_of, log_2, exp_end, sine_and_cosine, gauss_legendre):
        one.cache_clear()

def sized(low, high):
    """The interval itself. Products and quotients are where numbers grow: each passes here, and pays if it is large."""
    if high >= LARGE or low <= -LARGE:
        bits = max(low.bit_length(), high.bit_length())
        spend(bits * bits >> 17)
        if bits > BITS + MAX_SIZE:
            raise Undefined(f"a number beyond 2^{MAX_SIZE}")
    return low, high

def up(a, n): return -((-a) >> n)  # a / 2^n rounded up
def ceil_div(a, b): return -((-a) // b)
def rounding(upward): return (up, ceil_div) if upward else (int.__rshift__, int.__floordiv__)

def of_fraction(q):
    n = q.numerator << BITS
    return sized(n // q.denominator, ceil_div(n, q.denominator))

def whole(n): return n << BITS, n << BITS
def add(a, b): return a[0] + b[0], a[1] + b[1]
def sub(a, b): return a[0] - b[1], a[1] - b[0]
def neg(a): return -a[1], -a[0]

def mul(a, b):
    if a[0] >= 0 and b[0] >= 0:
        return sized((a[0] * b[0]) >> BITS, up(a[1] * b[1], BITS))
    ends = (a[0] * b[0], a[0] * b[1], a[1] * b[0], a[1] * b[1])
    return sized(min(ends) >> BITS, up(max(ends), BITS))

def div(a, b):
    if b[0] <= 0 <= b[1]:
        raise Undefined("a division by an interval with 0")
    spend(20 * PRODUCT)
    ends = [(x << BITS, y) for x in a for y in b]
    return sized(min(x // y for x, y in ends), max(ceil_div(x, y) for x, y in ends))

def size(a):
    """The largest |x| in the interval, an integer."""
    return max(-a[0], a[1])

def smallest_size(a): return a[0] if a[0] > 0 else -a[1] if a[1] < 0 else 0

def square(a):
    low = smallest_size(a)
    return sized((low * low) >> BITS, up(size(a) ** 2, BITS))

def hull(a, b): return min(a[0], b[0]), max(a[1], b[1])

def sqrt(a):
    if a[0] < 0:
        raise Undefined("the root of an interval with negative numbers")
    spend(20 * PRODUCT)
    low, high = isqrt(a[0] << BITS), isqrt(a[1] << BITS)
    return sized(low, high + (high * high < a[1] << BITS))

def power(a, n):
    """a^n for a whole number n; the even power of an interval is that of its size."""
    if n < 0:
        return div(whole(1), power(a, -n))
    return by_squaring((smallest_size(a), size(a)) if n % 2 == 0 else a, n, mul, whole(1))

def by_squaring(a, n, product, one):
    spend(n.bit_length() * STEP)
    result = one
    while n:
        if n & 1:
            result = product(result, a)
        n >>= 1
        if n:
            a = product(a, a)
    return result

# --------------------------------------------------------------------------------------------- T2 elementary functions

GUARD = 40  # extra bits inside a series

@lru_cache(None)
def inverse_series(n, sign, bits):
    """The sum over k of sign^k / ((2k + 1) n^(2k + 1)): atan(1/n) for sign -1, artanh(1/n) for +1, n >= 3. Each term is
    cut by less than one unit; what follows the first term below one unit is below one unit, too."""
    spend(bits * PRODUCT)
    precision = bits + GUARD
    term, total, k = (1 << precision) // n, 0, 0
    while term:
        total += (sign ** k) * (term // (2 * k + 1))
        term //= n * n
        k += 1
    # A term is cut in its power (by less than 2 units, cuts included that its predecessors passed on) and its quotient.
    slack = 3 * k + 3
    return (total - slack) >> GUARD, up(total + slack, GUARD)

@lru_cache(None)
def pi_of(bits):
    a, b = inverse_series(5, -1, bits + 8), inverse_series(239, -1, bits + 8)  # Machin's formula
    return (16 * a[0] - 4 * b[1]) >> 8, up(16 * a[1] - 4 * b[0], 8)

def pi(): return pi_of(BITS)

@lru_cache(None)
def log_2(bits):
    a = inverse_series(3, 1, bits)
    return 2 * a[0], 2 * a[1]

@lru_cache(256)
def exp_end(x, upward):
    """A lower or an upper bound of e^x for one number: x = k log 2 + r, r >= 0, and the series of e^(r / 2^8), whose
    terms are positive, with all roundings to the one side; then eight squarings and a shift by k."""
    if x > HUGE << BITS:
        raise Undefined("the exponential of a huge number")
    if x < -(HUGE << BITS):
        if not upward:
            return 0
        x = -(HUGE << BITS)
    spend(EXP)
    precision = BITS + GUARD
    x <<= GUARD
    low, high = log_2(precision)
    k = x // low
    rest = -1
    while rest < 0:
        rest = x - k * (low if (k >= 0) == upward else high)
        k -= 1
    k += 1
    cut, share = rounding(upward)
    t = cut(rest, 8)
    total = term = 1 << precision
    j = 1
    while term > upward:
        term = share(cut(term * t, precision), j)
        total += term
        j += 1
    if upward:
        total += term  # t < 1/2: the rest is smaller than the last term
    for _ in range(8):
        total = cut(total * total, precision)
    return cut(total << max(k, 0), GUARD + max(-k, 0))

def exp(a): return exp_end(a[0], False), exp_end(a[1], True)

def log_end(x, upward):
    """A bound of log x for one number x > 0: any y with e^y on the right side of x, as the exponential rises. Halley's
    iteration finds a candidate; nothing rests on how. log 1 is 0."""
    if x == ONE:
        return 0
    y = (x.bit_length() - BITS) * log_2(BITS)[0]
    for _ in range(60):
        spend(STEP)
        e = exp_end(y, False)
        step = ((x - e) << (BITS + 1)) // (x + e)
        y += step
        if abs(step) <= 8:
            break
    slack = 4
    while True:
        if exp_end(y + slack, False) >= x if upward else exp_end(y - slack, True) <= x:
            return y + slack if upward else y - slack
        slack *= 2

def log(a):
    if a[0] <= 0:
        raise Undefined("the logarithm of an interval with 0 or negative numbers")
    return log_end(a[0], False), log_end(a[1], True)

def widened(a, by): return a[0] - by, a[1] + by

@lru_cache(256)
def sine_and_cosine(x):
    """Enclosures of sin x and cos x for one number: x = k pi/2 + r, and Taylor's series at the lower end t of r; both change
    by at most as much as r does. For |t| < 1 the series alternates with falling terms, so that the rest is at most the
    last term, and a term is off by less than 4 units: half of what the one before is off by, and two roundings."""
    spend(EXP)
    half = pi()
    quarter_turn = (half[0] >> 1, up(half[1], 1))
    k = (2 * x + quarter_turn[0]) // (2 * quarter_turn[0])
    r = sub((x, x), (min(k * quarter_turn[0], k * quarter_turn[1]), max(k * quarter_turn[0], k * quarter_turn[1])))
    if size(r) >= ONE:
        return (-ONE, ONE), (-ONE, ONE)
    t, both = r[0], []
    squared = t * t >> BITS
    for term, j in ((t, 1), (ONE, 0)):
        total, slack = term, r[1] - t
        while abs(term) > 2:
            j += 2
            term = -(term * squared >> BITS) // (j * (j - 1))
            total += term
            slack += 4
        both.append(widened((total, total), slack + abs(term) + 4))
    s, c = both
    return [(s, c), (c, neg(s)), (neg(s), neg(c)), (neg(c), s)][k % 4]

def around_midpoint(a, which):
    """sin and cos change by at most as much as their argument."""
    middle = (a[0] + a[1]) >> 1
    low, high = widened(sine_and_cosine(middle)[which], a[1] - middle)
    return max(low, -ONE), min(high, ONE)

def sin(a): return around_midpoint(a, 0)
def cos(a): return around_midpoint(a, 1)

def atan_point(x):
    """atan x = 8 atan y after three steps y -> y / (1 + sqrt(1 + y^2)), |y| < 0.2; the series alternates."""
    spend(4 * EXP)
    y = (x, x)
    for _ in range(3):
        y = div(y, add(whole(1), sqrt(add(whole(1), square(y)))))
    total, term, j = y, y, 1
    while size(term) > 2:
        term = neg(mul(term, square(y)))
        j += 2
        total = add(total, (term[0] // j, ceil_div(term[1], j)))
    total = widened(total, size(term))
    return 8 * total[0], 8 * total[1]

def atan(a): return atan_point(a[0])[0], atan_point(a[1])[1]

def erf_end(x, upward):
    """A bound of erf x for one number x >= 0: erf x = 2 x / sqrt(pi) e^(-x^2) sum of (2 x^2)^j / (1 3 … (2j + 1)), whose
    terms are positive; 1 - erf x <= e^(-x^2) where nothing else is needed."""
    if exp_end(-((x * x) >> BITS), True) <= 4:
        return ONE if upward else ONE - exp_end(-((x * x) >> BITS), True)
    spend(8 * EXP)
    cut, share = rounding(upward)
    twice, total, term, j = cut(2 * x * x, BITS), x, x, 1
    while term > upward or upward and 2 * twice > (2 * j + 1) << BITS:
        term = share(cut(term * twice, BITS), 2 * j + 1)
        total += term
        j += 1
    if upward:
        total += term  # each further term is at most half of the one before
    quotient = share(2 * total << BITS, sqrt(pi())[not upward])
    return min(ONE, share(quotient << BITS, exp_end(rounding(not upward)[0](x * x, BITS), not upward)))

def erf(a):
    return (erf_end(a[0], False) if a[0] >= 0 else -erf_end(-a[0], True),
            erf_end(a[1], True) if a[1] >= 0 else -erf_end(-a[1], False))

def rising(f):
    """The enclosure of a function that rises, from those at the ends."""
    return lambda a: (f((a[0], a[0]))[0], f((a[1], a[1]))[1])

def sigmoid_at(x):
    if x[0] >= 0:
        return div(whole(1), add(whole(1), exp(neg(x))))
    e = exp(x)
    return div(e, add(whole(1), e))

def softplus_at(x):
    if x[0] >= 0:
        return add(x, log(add(whole(1), exp(neg(x)))))
    return log(add(whole(1), exp(x)))

sigmoid = rising(sigmoid_at)
softplus = rising(softplus_at)

def tanh(a): return sub(mul(whole(2), sigmoid(mul(whole(2), a))), whole(1))

def normal_cdf(a):
    e = erf(div(a, sqrt(whole(2))))
    return (e[0] + ONE) >> 1, up(e[1] + ONE, 1)

def normal_pdf(a): return div(exp(neg(halved(square(a)))), sqrt(mul(whole(2), pi())))
def halved(a): return a[0] >> 1, up(a[1], 1)

sinh = rising(lambda a: halved(sub(exp(a), exp(neg(a)))))

def cosh(a): return rising(lambda u: halved(add(exp(u), exp(neg(u)))))((smallest_size(a), size(a)))
def real_power(a, b): return exp(mul(b, log(a)))

REAL = {
    "+": add, "-": sub, "*": mul, "/": div, "neg": neg, "sqrt": sqrt, "exp": exp, "log": log, "sin": sin, "cos": cos,
    "atan": atan, "erf": erf, "sigmoid": sigmoid, "softplus": softplus, "tanh": tanh, "normal_cdf": normal_cdf,
    "normal_pdf": normal_pdf, "power": real_power,
    "expm1": lambda a: sub(exp(a), whole(1)), "log1p": lambda a: log(add(whole(1), a)), "sinh": sinh, "cosh": cosh,
    "erfc": lambda a: sub(whole(1), erf(a)), "tanh softplus": lambda a: tanh(softplus(a)),
}

# -------------------------------------------------------------------------------------------- T3 complex rectangles
# A box is a pair (real part, imaginary part) of intervals. A function that returns a box is analytic on the box it was
# given: where it might not be, it raises Undefined. These enclosures serve as bounds and need not be narrow.

NIL = (0, 0)
def real_box(a): return a, NIL
def c_add(a, b): return add(a[0], b[0]), add(a[1], b[1])
def c_sub(a, b): return sub(a[0], b[0]), sub(a[1], b[1])
def c_neg(a): return neg(a[0]), neg(a[1])

def c_mul(a, b):
    if a is b:
        return sub(square(a[0]), square(a[1])), mul(mul(whole(2), a[0]), a[1])
    return sub(mul(a[0], b[0]), mul(a[1], b[1])), add(mul(a[0], b[1]), mul(a[1], b[0]))

def c_div(a, b):
    norm = add(square(b[0]), square(b[1]))
    if norm[0] <= 0:
        raise Undefined("a division by a box with 0")
    product = c_mul(a, (b[0], neg(b[1])))
    return div(product[0], norm), div(product[1], norm)

def c_size(a):
    """An upper bound of |z| on the box, an integer."""
    return isqrt(size(a[0]) ** 2 + size(a[1]) ** 2) + 1

def c_power(a, n):
    """By squaring, cut to the size: boxes lose the size of a high power, which turns many times."""
    if n < 0:
        return c_div(C_ONE(), c_power(a, -n))
    largest = power((0, c_size(a)), n)[1]
    return tuple((max(x[0], -largest), min(x[1], largest)) for x in by_squaring(a, n, c_mul, C_ONE()))

def c_exp(a):
    e = exp(a[0])
    return mul(e, cos(a[1])), mul(e, sin(a[1]))

def off_the_cut(a):
    """+1 right of the imaginary axis, +2 and -2 above and below the real axis: off the cut (-inf, 0] of log and sqrt."""
    if a[0][0] > 0:
        return 1
    if a[1][0] > 0:
        return 2
    if a[1][1] < 0:
        return -2
    raise Undefined("a box on the cut of a logarithm or root")

def c_log(a):
    side = off_the_cut(a)
    if side == 1:
        angle = atan(div(a[1], a[0]))
    else:
        quarter = halved(pi())
        angle = sub(quarter if side > 0 else neg(quarter), atan(div(a[0], a[1])))
    return halved(log(add(square(a[0]), square(a[1])))), angle

def c_sqrt(a):
    side = off_the_cut(a)
    length = sqrt(add(square(a[0]), square(a[1])))
    if side == 1:
        u = sqrt(halved(add(length, a[0])))
        return u, halved(div(a[1], u))
    low, high = halved(sub(length, a[0]))
    v = sqrt((max(low, 0), high))
    v = v if side > 0 else neg(v)
    return halved(div(a[1], v)), v

def c_erf(a):
    """erf(x + iy) = erf x + (2 i / sqrt(pi)) times the integral of e^(-(x + it)^2) over t from 0 to y, which lies in y
    times the hull of its integrand."""
    path = (a[0], hull(NIL, a[1]))
    inside = c_exp(c_neg(c_mul(path, path)))
    factor = div(mul(whole(2), a[1]), sqrt(pi()))
    return sub(erf(a[0]), mul(factor, inside[1])), mul(factor, inside[0])

def C_ONE(): return real_box(whole(1))
def c_halved(a): return halved(a[0]), halved(a[1])

def c_atan(a):
    iz = (neg(a[1]), a[0])
    difference = c_sub(c_log(c_add(C_ONE(), iz)), c_log(c_sub(C_ONE(), iz)))
    return c_halved((difference[1], neg(difference[0])))

def c_sin(a): return mul(sin(a[0]), cosh(a[1])), mul(cos(a[0]), sinh(a[1]))
def c_cos(a): return mul(cos(a[0]), cosh(a[1])), neg(mul(sin(a[0]), sinh(a[1])))
def c_sinh(a): return mul(sinh(a[0]), cos(a[1])), mul(cosh(a[0]), sin(a[1]))
def c_cosh(a): return mul(cosh(a[0]), cos(a[1])), mul(sinh(a[0]), sin(a[1]))
def disk(radius): return (-radius, radius), (-radius, radius)

def c_sigmoid(a):
    """1 / (1 + w) with w = e^(-z). Where many turns of w make the box of 1 + w hold 0, its size still tells:
    |1 / (1 + w)| <= 1 / (|w| - 1), and = 1 - w / (1 + w) is within |w| / (1 - |w|) of 1."""
    try:
        return c_div(C_ONE(), c_add(C_ONE(), c_exp(c_neg(a))))
    except Undefined:
        low, high = exp(neg(a[0]))
        if low > ONE:
            return disk(ceil_div(ONE << BITS, low - ONE))
        if high < ONE:
            return c_add(C_ONE(), disk(ceil_div(high << BITS, ONE - high)))
        raise

def c_softplus(a):
    """log(1 + v), v = e^z: the principal branch for |v| < 1, where it is at most -log(1 - |v|) in size, and for |Im z| < pi;
    right of the imaginary axis z + log(1 + e^(-z)). These are one analytic function, on whose domain no cut lies."""
    high = exp_end(a[0][1], True)
    if high < ONE:
        try:
            return c_log(c_add(C_ONE(), c_exp(a)))
        except Undefined:
            return disk(-log_end(ONE - high, False))
    if exp_end(-a[0][0], True) < ONE:
        return c_add(a, c_softplus(c_neg(a)))
    if size(a[1]) >= pi()[0]:
        raise Undefined("a box that may contain a singularity of softplus")
    return c_log(c_add(C_ONE(), c_exp(a)))

def c_tanh(a):
    twice = c_sigmoid(c_add(a, a))
    return c_sub(c_add(twice, twice), C_ONE())

def c_tanh_softplus(a):
    """tanh(log s) = (s^2 - 1) / (s^2 + 1) = 1 - 2 / (s^2 + 1) with s = 1 + w, w = e^z, which is analytic where the logarithm
    has its cut; |s^2 - 1| <= |w| (2 + |w|), and |s^2 + 1| >= (|w| - 1)^2 - 1."""
    try:
        s = c_add(C_ONE(), c_exp(a))
        return c_sub(C_ONE(), c_div(real_box(whole(2)), c_add(c_mul(s, s), C_ONE())))
    except Undefined:
        low, high = exp(a[0])
        off = up(high * (2 * ONE + high), BITS)
        if off < 2 * ONE:
            return disk(ceil_div(off << BITS, 2 * ONE - off))
        far = (((low - ONE) ** 2) >> BITS) - ONE
        if low > ONE and far > 0:
            return c_add(C_ONE(), disk(ceil_div(2 * ONE << BITS, far)))
        raise

def c_normal_cdf(a):
    root = real_box(sqrt(whole(2)))
    return c_halved(c_add(C_ONE(), c_erf(c_div(a, root))))

def c_normal_pdf(a): return c_div(c_exp(c_neg(c_halved(c_mul(a, a)))), real_box(sqrt(mul(whole(2), pi()))))

COMPLEX = {
    "+": c_add, "-": c_sub, "*": c_mul, "/": c_div, "neg": c_neg, "sqrt": c_sqrt, "exp": c_exp, "log": c_log,
    "sin": c_sin, "cos": c_cos, "atan": c_atan, "erf": c_erf, "sigmoid": c_sigmoid,
    "softplus": c_softplus, "tanh": c_tanh, "normal_cdf": c_normal_cdf,
    "normal_pdf": c_normal_pdf, "power": lambda a, b: c_exp(c_mul(b, c_log(a))),
    "expm1": lambda a: c_sub(c_exp(a), C_ONE()), "log1p": lambda a: c_log(c_add(C_ONE(), a)),
    "sinh": c_sinh, "cosh": c_cosh, "erfc": lambda a: c_sub(C_ONE(), c_erf(a)),
    "tanh softplus": c_tanh_softplus,
}

# --------------------------------------------------------------------------------------------------------- formulas

SLOPES = {  # of the functions, formulas in x
    "sqrt": "1 / (2 * sqrt(x))", "exp": "exp(x)", "expm1": "exp(x)", "log": "1 / x", "log1p": "1 / (1 + x)", "sin": "cos(x)",
    "cos": "-sin(x)", "atan": "1 / (1 + x^2)", "sinh": "cosh(x)", "cosh": "sinh(x)", "tanh": "1 - tanh(x)^2",
    "erf": "2 / sqrt(pi) * exp(-x^2)", "erfc": "-(2 / sqrt(pi)) * exp(-x^2)", "sigmoid": "sigmoid(x) * (1 - sigmoid(x))",
    "softplus": "sigmoid(x)", "tanh softplus": "(1 - tanh(softplus(x))^2) * sigmoid(x)",
    "normal_pdf": "-x * normal_pdf(x)", "normal_cdf": "normal_pdf(x)"}

class Formulas:
    """Formulas as numbered nodes; equal ones have one number. A node is (operation, operands, value): `constant` has a
    fraction, `x` the index of the variable, `quantity` that of a quantity enclosed before, `whole power` an exponent.
    Every switch is a `where`, which is its second operand where the first is negative, and its third where it is
    positive: relu, abs, min, max, step too."""

    token = re.compile(r" *((?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?|[A-Za-z_][A-Za-z_0-9]*|<=|[-+*/^(),<])")

    def __init__(self):
        self.nodes, self.known, self.texts, self.constants, self.switches_below = [], {}, {}, {}, {}
        self.facts = []       # of each node: how deep it is nested; one more than the largest index of a variable and of a quantity in it
        self.quantities = []  # enclosures, in the order of the certificate
        self.named = 0        # how many of them a formula may name

    def make(self, operation, *operands, value=None):
        node = (operation, operands, value)
        if node not in self.known:
            spend(STEP)
            nested, x, q = map(max, zip((0, 0, 0), *[self.facts[one] for one in operands]))
            if nested == MAX_NESTING:
                raise Malformed("a formula is nested too deeply")
            self.facts.append((nested + 1, value + 1 if operation == "x" else x, value + 1 if operation == "quantity" else q))
            self.known[node] = len(self.nodes)
            self.nodes.append(node)
        return self.known[node]

    def variables(self, node): return self.facts[node][1]
    def names(self, node, quantity): return self.facts[node][2] > self.nodes[quantity][2]  # or a later one

    def number(self, value): return self.make("constant", value=Fraction(value))

    def read(self, text):
        if len(text) > MAX_TEXT:
            raise Malformed("a formula is too long")
        self.text, self.words, self.at, self.nested = text.rstrip(" "), [], 0, 0
        end = 0
        while end < len(self.text):
            found = self.token.match(self.text, end)
            if not found:
                raise Malformed(f"in {shown(text)} nothing begins with {shown(text[end:end + 10])}")
            self.words.append(found[1])
            end = found.end()
        spend(STEP * len(self.words))
        self.words.append("")
        node = self.sum()
        if self.words[self.at]:
            raise self.wrong()
        self.texts[node] = text
        return node

    def wrong(self): return Malformed(f"in {shown(self.text)} {shown(self.words[self.at])} is unexpected")

    def take(self, *words):
        if self.words[self.at] in words:
            self.at += 1
            return self.words[self.at - 1]
        return ""

    def expect(self, word):
        if not self.take(word):
            raise self.wrong()

    def sum(self):
        left = self.product()
        while sign := self.take("+", "-"):
            left = self.make(sign, left, self.product())
        return left

    def product(self):
        left = self.prefix()
        while sign := self.take("*", "/"):
            left = self.make(sign, left, self.prefix())
        return left

    def prefix(self):
        self.nested += 1
        if self.nested > MAX_NESTING:
            raise Malformed("a formula is nested too deeply")
        node = self.make("neg", self.prefix()) if self.take("-") else self.raised()
        self.nested -= 1
        return node

    def raised(self):
        base = self.atom()
        if not self.take("^"):
            return base
        exponent = self.prefix()
        value = self.fraction_of(exponent)
        if value is not None and value.denominator == 1 and abs(value) <= 10_000:
            return self.make("whole power", base, value=int(value))
        return self.make("power", base, exponent)

    def fraction_of(self, node):
        operation, operands, value = self.nodes[node]
        if operation == "constant":
            return value
        if operation == "neg" and (inner := self.fraction_of(operands[0])) is not None:
            return -inner
        return None

    def atom(self):
        word = self.words[self.at]
        self.at += 1
        if word == "(":
            node = self.sum()
            self.expect(")")
            return node
        if word and word[0] in ".0123456789":
            exponent = re.split("[eE]", word)[1:]
            if len(word) > MAX_DIGITS or exponent and abs(int(exponent[0])) > 1000:
                raise Malformed(f"the number {shown(word)} is too long, too large or too small")
            return self.number(word)
        if found := re.fullmatch(r"x([0-9]{0,3})", word):
            return self.make("x", value=int(found[1] or 0))
        if found := re.fullmatch(r"q([0-9]{1,6})", word):
            if int(found[1]) >= self.named:
                raise Malformed(f"in {shown(self.text)} {word} is unknown")
            return self.make("quantity", value=int(found[1]))
        if word == "pi":
            return self.make("pi")
        if word in REAL and word.isidentifier() and word not in ("neg", "power") or word in ("relu", "abs", "step"):
            return self.function(word, *self.operands(1))
        if word in ("min", "max"):
            a, b = self.operands(2)
            return self.where(self.make("-", a, b), *((a, b) if word == "min" else (b, a)))
        if word == "where":
            self.expect("(")
            left = self.sum()
            if not self.take("<", "<="):
                raise self.wrong()
            right = self.sum()
            if self.fraction_of(right) != 0:
                left = self.make("-", left, right)
            return self.where(left, *self.operands(2, ","))
        self.at -= 1
        raise self.wrong()

    def operands(self, count, opening="("):
        self.expect(opening)
        all_of_them = [self.sum()]
        while len(all_of_them) < count:
            self.expect(",")
            all_of_them.append(self.sum())
        self.expect(")")
        return all_of_them

    def where(self, condition, negative, positive): return self.make("where", condition, negative, positive)

    def function(self, name, u):
        if name == "relu":
            return self.where(u, self.number(0), u)
        if name == "abs":
            return self.where(u, self.make("neg", u), u)
        if name == "step":
            return self.where(u, self.number(0), self.number(1))
        if name == "tanh" and self.nodes[u][0] == "softplus":
            return self.make("tanh softplus", *self.nodes[u][1])
        return self.make(name, u)

    def evaluate(self, node, variables, choices=None, boxes=False):
        """Real intervals, or complex boxes. A `where` in `choices` is the branch chosen there (0 or 1); any other is the
        branch that the sign of its switching function decides, or the hull of both, which only real intervals have."""
        functions, lift = (COMPLEX, real_box) if boxes else (REAL, lambda a: a)
        done = {}

        def value_of(i):
            if i in done:
                return done[i]
            operation, operands, value = self.nodes[i]
            if operation == "constant":
                if i not in self.constants:
                    self.constants[i] = of_fraction(value)
                result = lift(self.constants[i])
            elif operation == "x":
                result = variables[value]
            elif operation == "pi":
                result = lift(pi())
            elif operation == "quantity":
                result = lift(self.quantities[value])
            elif operation == "whole power":
                result = (c_power if boxes else power)(value_of(operands[0]), value)
            elif operation == "where":
                result = branch(i, operands)
            else:
                result = functions[operation](*[value_of(one) for one in operands])
            done[i] = result
            return result

        def branch(i, operands):
            if choices is not None and i in choices:
                return value_of(operands[1 + choices[i]])
            sign = value_of(operands[0])
            if boxes:
                raise Reject("a switch without a proved sign")
            if sign[1] < 0:
                return value_of(operands[1])
            if sign[0] > 0:
                return value_of(operands[2])
            return hull(value_of(operands[1]), value_of(operands[2]))

        try:
            return value_of(node)
        finally:
            spend((len(done) + 1) * (4 * STEP if boxes else STEP))

    def slope(self, node, by, done=None):
        """The formula of the derivative in the node `by`, which no switch may hold."""
        done = {} if done is None else done
        if node not in done:
            spend(STEP)
            done[node] = self.slope_rule(node, by, lambda one: self.slope(one, by, done))
        return done[node]

    def slope_rule(self, node, by, slope):
        operation, u, value = self.nodes[node]
        if node == by:
            return self.number(1)
        d = [slope(one) for one in u]
        if set(d) <= {self.number(0)}:
            return self.number(0)
        make = self.make
        if operation in ("+", "-", "neg"):
            return make(operation, *d)
        if operation == "*":
            return make("+", make("*", d[0], u[1]), make("*", u[0], d[1]))
        if operation == "/":
            return make("/", make("-", d[0], make("*", node, d[1])), u[1])
        if operation == "whole power":
            return make("*", make("*", self.number(value), make("whole power", u[0], value=value - 1)), d[0])
        if operation == "power":
            return make("*", node, slope(make("*", u[1], make("log", u[0]))))
        if operation == "where":
            if d[0] != self.number(0):
                raise Reject("a switch contains the unknown of an equation")
            return self.where(u[0], d[1], d[2])
        return make("*", self.with_argument(self.read(SLOPES[operation]), u[0]), d[0])

    def with_argument(self, node, argument):
        """A formula in x at another formula."""
        operation, operands, value = self.nodes[node]
        if operation == "x":
            return argument
        return self.make(operation, *[self.with_argument(one, argument) for one in operands], value=value)

    def switches(self, node):
        """Every `where` below the node, inner ones first."""
        if node not in self.switches_below:
            found, seen = [], set()

            def visit(i):
                if i not in seen:
                    seen.add(i)
                    for one in self.nodes[i][1]:
                        visit(one)
                    if self.nodes[i][0] == "where":
                        found.append(i)

            visit(node)
            spend(STEP * len(seen))
            self.switches_below[node] = found
        return self.switches_below[node]

# ---------------------------------------------------------------------------------------------------------- T4 pieces

def choices_on(formulas, node, lower, upper):
    """The branch of each switch on [lower, upper], by the proved sign of its switching function there."""
    choices = {}
    for switch in formulas.switches(node):
        condition = formulas.nodes[switch][1][0]
        sign = sign_on(formulas, condition, choices, lower, upper)
        if sign is not None:  # a switch inside a branch that is not taken may change its sign
            choices[switch] = 0 if sign < 0 else 1
    return choices

def sign_on(formulas, condition, choices, lower, upper):
    """-1 or +1, if the function is proved to have this sign on the interval, by halving it as far as needed."""
    sign, parts, count = 0, [(lower, upper)], 0
    while parts:
        a, b = parts.pop()
        count += 1
        try:
            low, high = formulas.evaluate(condition, [(a, b)], choices)
        except Undefined:
            low, high = -1, 1
        if low > 0 or high < 0:
            if sign == (-1 if low > 0 else 1):
                return None
            sign = 1 if low > 0 else -1
        elif b - a <= 1 or count > MAX_INTERVALS or low == high == 0:
            return None
        else:
            middle = (a + b) >> 1
            parts += [(middle, b), (a, middle)]
    return sign

# ------------------------------------------------------------------------------------- T5, T6 the Gauss-Legendre rule

def scaled_legendre(n, x):
    """n! 2^(BITS n) P_n and (n-1)! 2^(BITS (n-1)) P_(n-1) at x / 2^BITS, exact integers, by the recurrence
    (k + 1) P_(k+1) = (2k + 1) x P_k - k P_(k-1)."""
    spend(n * STEP + n * n * PRODUCT)
    before, now = 0, 1
    for k in range(n):
        before, now = now, (2 * k + 1) * x * now - ((k * k * before) << (2 * BITS))
    return now, before

@lru_cache(None)
def gauss_legendre(n, bits):
    """The nodes and weights on [-1, 1] as pairs of intervals. `bits` is BITS: it keys the cache."""
    nodes = []
    for k in range(1, n // 2 + 1):
        x = cos(mul(pi(), of_fraction(Fraction(4 * k - 1, 4 * n + 2))))[0]
        for _ in range(60):  # Newton's iteration; nothing rests on it
            now, before = scaled_legendre(n, x)
            # P_n / P_n' = (1 - x^2) P_n / (n (P_(n-1) - x P_n))
            slope = n * ((n * before << (2 * BITS)) - x * now)
            step = (((1 << (2 * BITS)) - x * x) * now) // slope if slope else 0
            x -= step
            if abs(step) <= 1:
                break
        nodes.append((x - 4, x + 4))
    if n % 2:
        nodes.append((0, 0))
    for low, high in nodes[: n // 2]:
        if not 0 < low < high < ONE or scaled_legendre(n, low)[0] * scaled_legendre(n, high)[0] >= 0:
            raise Reject(f"no sign change of the Legendre polynomial of degree {n}")
    for one, next_one in zip(nodes, nodes[1:]):
        if next_one[1] >= one[0]:
            raise Reject(f"nodes of degree {n} are not separated")
    rule, scale = [], factorial(n - 1) << (BITS * (n - 2))
    for low, high in nodes:
        middle = (low + high) >> 1
        value = scaled_legendre(n, middle)[1]
        # |P_(n-1)'| <= n (n - 1) / 2 on [-1, 1]
        before = widened((value // scale, ceil_div(value, scale)), (high - low) * n * (n - 1) // 2 + 1)
        weight = div(mul(whole(2), sub(whole(1), square((low, high)))), square(mul(whole(n), before)))
        rule.append(((low, high), weight))
        if middle:
            rule.append(((-high, -low), weight))
    return rule

def bounded_by(formulas, node, choices, centre, radius, rho, bound):
    """Whether |G(centre + radius t)| <= bound for all t in the ellipse with foci -1 and 1 whose half axes are
    (rho ± 1/rho) / 2, which shows that G is analytic there. The upper half is covered: G(conj z) = conj G(z)."""
    a, b = of_fraction((rho + 1 / rho) / 2)[1], of_fraction((rho - 1 / rho) / 2)[1]
    boxes, count = [(-a, a, 0, b, 0)], 0
    while boxes:
        spend(STEP)
        left, right, bottom, top, depth = boxes.pop()
        near = max(left, -right, 0)
        if (near * b) ** 2 + (bottom * a) ** 2 > (a * b) ** 2:
            continue  # outside the ellipse
        count += 1
        box = (add(centre, mul(radius, (left, right))), mul(radius, (bottom, top)))
        try:
            if c_size(formulas.evaluate(node, [box], choices, boxes=True)) <= bound:
                continue
        except Undefined:
            pass
        if depth >= MAX_DEPTH or count > MAX_INTERVALS:
            return False
        x, y, wide = (left + right) >> 1, (bottom + top) >> 1, right - left > top - bottom
        halves = ((left, x, bottom, top), (x, right, bottom, top)) if wide else ((left, right, bottom, y), (left, right, y, top))
        boxes += [(*half, depth + 1) for half in halves]
    return True

def panel_integral(formulas, node, panel):
    """The integral of G over one panel by the rule with n nodes, with the error of its ellipse."""
    lower, upper, n, rho = panel["lower"], panel["upper"], panel["nodes"], panel["rho"]
    spend(40 * n)
    choices = choices_on(formulas, node, lower, upper)
    centre, radius = ((lower + upper) >> 1, up(lower + upper, 1)), ((upper - lower) >> 1, up(upper - lower, 1))
    exponent = panel["log2_bound"]
    bound = ONE << exponent if exponent >= 0 else ONE >> -exponent
    if not bounded_by(formulas, node, choices, centre, radius, rho, bound):
        raise Reject(f"no proof that |G| is below 2^{exponent} in the ellipse of rho {rho}")
    total = NIL
    for t, weight in gauss_legendre(n, BITS):
        total = add(total, mul(weight, formulas.evaluate(node, [add(centre, mul(radius, t))], choices)))
    rest = Fraction(64 * bound, 15) * rho ** (-2 * n) / (1 - rho ** -2)
    return mul(radius, widened(total, ceil_div(rest.numerator, rest.denominator)))

# ------------------------------------------------------------------------------------------------------- T7, T8 tails

def gap_integral(formulas, node, lower, upper):
    """Where no panel lies: the width times the range. `lower` and `upper` may be the ends of an enclosure of a limit."""
    if lower == upper:
        return NIL
    try:
        values = formulas.evaluate(node, [(lower, upper)])
    except Undefined as reason:
        raise Reject(f"the integrand is not bounded between the panels: {reason}") from None
    return mul((0, upper - lower), values)

class Growth:
    """What is proved about formulas for all x >= R, R >= 1; on the left side the variable is -x.

    range(i)      (lower, upper), either None for infinite
    parabola(i)   three intervals c0, c1, c2 with f(x) in c0 + c1 x + c2 x^2; None where there is none
    size(i)       (A, k, b, c) with |f(x)| <= A x^k e^(bx + cx^2): A, b, c integers as above, A, k >= 0
    Each also proves that f has a value for all x >= R, or raises Undefined."""

    def __init__(self, formulas, start, sign):
        self.formulas, self.start, self.sign = formulas, start, sign
        self.done = {}

    def kept(self, name, rule, i):
        if (name, i) not in self.done:
            spend(9 * STEP)
            self.done[name, i] = rule(*self.formulas.nodes[i])
        return self.done[name, i]

    def range(self, i): return self.kept("range", self.range_rule, i)
    def parabola(self, i): return self.kept("parabola", self.parabola_rule, i)
    def size(self, i): return self.kept("size", self.size_rule, i)

    def side(self, condition):
        low, high = self.range(condition)
        return 1 if low is not None and low > 0 else -1 if high is not None and high < 0 else 0

    def range_rule(self, operation, operands, value):
        if operation in ("constant", "pi", "quantity"):
            return self.formulas.evaluate(self.formulas.known[operation, operands, value], [])
        if operation == "x":
            return (self.start, None) if self.sign > 0 else (None, -self.start)
        if operation == "where":
            side = self.side(operands[0])
            a, b = self.range(operands[1 if side <= 0 else 2]), self.range(operands[2 if side >= 0 else 1])
            return (None if None in (a[0], b[0]) else min(a[0], b[0]), None if None in (a[1], b[1]) else max(a[1], b[1]))
        u = [self.range(one) for one in operands]
        if operation == "neg":
            return tuple(None if end is None else -end for end in reversed(u[0]))
        if operation in ("+", "-"):
            v = u[1] if operation == "+" else tuple(None if end is None else -end for end in reversed(u[1]))
            return tuple(None if None in ends else sum(ends) for ends in zip(u[0], v))
        if operation == "*":
            if operands[0] == operands[1]:
                return self.even_power(u[0], 2)
            return self.product(*u)
        if operation == "/":
            return self.product(u[0], self.reciprocal(u[1]))
        if operation == "whole power":
            base = self.reciprocal(u[0]) if value < 0 else u[0]
            return self.even_power(base, abs(value)) if value % 2 == 0 else self.monotone(lambda a: power(a, abs(value)), base)
        if operation == "power":
            if None in u[1] or u[0][0] is None or u[0][0] <= 0:
                raise Undefined("a power without proof that its base is positive")
            return (0, None)
        return self.function_range(operation, u[0])

    def function_range(self, operation, u):
        low, high = u
        if operation in ("sin", "cos"):
            return -ONE, ONE
        if operation in ("sqrt", "log", "log1p"):
            domain = {"sqrt": 0, "log": 1, "log1p": 1 - ONE}[operation]
            if low is None or low < domain:
                raise Undefined(f"{operation} without proof that the argument is in its domain")
        if operation == "normal_pdf":
            return 0, ONE
        if operation == "cosh":
            return ONE, None
        if operation == "erfc":
            low, high = self.monotone(REAL["erf"], u, (-ONE, ONE))
            return ONE - high, ONE - low
        limits = {"exp": (0, None), "expm1": (-ONE, None), "softplus": (0, None), "sigmoid": (0, ONE),
                  "tanh": (-ONE, ONE), "tanh softplus": (0, ONE), "erf": (-ONE, ONE), "normal_cdf": (0, ONE), "atan": (-2 * ONE, 2 * ONE)}
        return self.monotone(REAL[operation], u, limits.get(operation, (None, None)))

    @staticmethod
    def monotone(f, u, limits=(None, None)):
        """The range of a function that rises, from those of the ends; an argument too large for an enclosure is infinite."""
        ends = []
        for side in (0, 1):
            try:
                ends.append(limits[side] if u[side] is None else f((u[side], u[side]))[side])
            except Undefined:
                ends.append(limits[side])
        return tuple(ends)

    @staticmethod
    def even_power(u, n):
        if n == 0:
            return ONE, ONE
        low = u[0] if u[0] is not None and u[0] > 0 else -u[1] if u[1] is not None and u[1] < 0 else 0
        return power((low, low), n)[0], None if None in u else power((size(u), size(u)), n)[1]

    @staticmethod
    def product(u, v):
        if None not in u + v:
            return mul(u, v)
        if u == (0, 0) or v == (0, 0):
            return 0, 0
        near = [w[0] if w[0] is not None and w[0] >= 0 else w[1] if w[1] is not None and w[1] <= 0 else None for w in (u, v)]
        if None in near:
            return None, None
        same_side = len({w[0] is not None and w[0] >= 0 for w in (u, v)}) == 1
        return (near[0] * near[1] >> BITS, None) if same_side else (None, up(near[0] * near[1], BITS))

    @staticmethod
    def reciprocal(u):
        low, high = u
        if low is not None and low > 0:
            return (0 if high is None else (ONE << BITS) // high), ceil_div(ONE << BITS, low)
        if high is not None and high < 0:
            return (ONE << BITS) // high, (0 if low is None else ceil_div(ONE << BITS, low))
        raise Undefined("a division without proof that the divisor is nonzero")

    def parabola_rule(self, operation, operands, value):
        i = self.formulas.known[operation, operands, value]
        limits = self.range(i)
        if operation == "x":
            return NIL, whole(self.sign), NIL
        if None not in limits:
            return limits, NIL, NIL
        if operation == "where":
            side = self.side(operands[0])
            a, b = (self.parabola(operands[1 if side <= 0 else 2]), self.parabola(operands[2 if side >= 0 else 1]))
            return None if a is None or b is None else tuple(map(hull, a, b))
        if operation not in ("+", "-", "neg", "*", "/", "whole power", "softplus"):
            return None
        u = [self.parabola(one) for one in operands]
        if operation == "/":
            inverse = self.reciprocal(self.range(operands[1]))
            return None if u[0] is None else tuple(mul(c, inverse) for c in u[0])
        if None in u:
            return None
        if operation == "neg":
            return tuple(map(neg, u[0]))
        if operation in ("+", "-"):
            return tuple(map(add if operation == "+" else sub, *u))
        if operation == "*":
            return self.times(*u)
        if operation == "softplus":  # max(u, 0) <= softplus u <= max(u, 0) + log 2
            c0, c1, c2 = (hull(c, NIL) for c in u[0])
            return add(c0, (0, ONE)), c1, c2
        return u[0] if value == 1 else self.times(u[0], u[0]) if value == 2 else None

    @staticmethod
    def times(u, v):
        result = [NIL] * 5
        for j, a in enumerate(u):
            for k, b in enumerate(v):
                result[j + k] = add(result[j + k], mul(a, b))
        return tuple(result[:3]) if result[3:] == [NIL, NIL] else None

    def size_rule(self, operation, operands, value):
        i = self.formulas.known[operation, operands, value]
        limits = self.range(i)
        try:
            return self.structural_size(operation, operands, value)
        except Undefined:
            if None in limits:
                raise
            return size(limits), 0, 0, 0

    def structural_size(self, operation, operands, value):
        if operation == "x":
            return ONE, 1, 0, 0
        if operation == "where":
            side = self.side(operands[0])
            return tuple(map(max, self.size(operands[1 if side <= 0 else 2]), self.size(operands[2 if side >= 0 else 1])))
        if operation in ("exp", "expm1", "sinh", "cosh"):
            u = self.parabola(operands[0])
            if u is None:
                raise Undefined("an exponential of a function that no parabola bounds")
            rise = self.exponential(u)
            if operation == "exp":
                return rise
            return self.total(rise, (ONE, 0, 0, 0) if operation == "expm1" else self.exponential(tuple(map(neg, u))))
        if operation == "power":
            return self.real_power(*operands)
        if operation not in ("+", "-", "*", "/", "neg", "whole power", "sqrt", "softplus", "log", "log1p"):
            raise Undefined(f"the growth of {operation} is unknown here")
        u = self.size(operands[0])
        if operation in ("+", "-"):
            return self.total(u, self.size(operands[1]))
        if operation == "*":
            return self.times_size(u, self.size(operands[1]))
        if operation == "/":
            return self.times_size(u, (size(self.reciprocal(self.range(operands[1]))), 0, 0, 0))
        if operation == "whole power" and value < 0:
            return power((0, size(self.reciprocal(self.range(operands[0])))), -value)[1], 0, 0, 0
        if operation == "whole power":
            return power((0, u[0]), value)[1], u[1] * value, u[2] * value, u[3] * value
        if operation in ("sqrt", "softplus"):  # sqrt u <= 1 + u, softplus u <= 1 + |u|
            return self.total(u, (ONE, 0, 0, 0))
        if operation in ("log", "log1p"):  # -1/v <= log v <= v
            low = self.range(operands[0])[0] + (ONE if operation == "log1p" else 0)
            return self.total(u, (ONE + ceil_div(ONE << BITS, low), 0, 0, 0))
        return u  # of a change of sign

    @staticmethod
    def exponential(u): return exp_end(u[0][1], True), 0, u[1][1], u[2][1]

    def real_power(self, base, exponent):
        s, low = self.range(exponent), self.range(base)[0]
        if s[0] >= 0:  # v^s <= (1 + v)^n for s <= n
            n = up(s[1], BITS)
            u = self.total(self.size(base), (ONE, 0, 0, 0))
            return power((0, u[0]), n)[1], u[1] * n, u[2] * n, u[3] * n
        if s[1] <= 0:
            return real_power((min(low, ONE), ONE), s)[1], 0, 0, 0
        raise Undefined("a power whose exponent has no sign")

    @staticmethod
    def total(u, v): return u[0] + v[0], max(u[1], v[1]), max(u[2], v[2]), max(u[3], v[3])

    @staticmethod
    def times_size(u, v): return up(u[0] * v[0], BITS), u[1] + v[1], u[2] + v[2], u[3] + v[3]

def tail_integral(formulas, node, start, sign):
    """A bound of the integral of |G| beyond `start` on one side: log of A x^k e^(bx + cx^2) falls from R on by at least
    delta = -(k/R + b + 2cR) > 0 per unit when c <= 0, so that the integral is at most its value at R over delta."""
    if start < ONE:
        raise Reject("a tail begins before 1")
    try:
        A, k, b, c = Growth(formulas, start, sign).size(node)
        R = (start, start)
        slope = add(add(div(whole(k), R), (b, b)), mul((2 * c, 2 * c), R))[1]
        if c > 0 or slope >= 0:
            raise Undefined("the bound does not fall")
        height = mul(mul((0, A), power(R, k)), exp(add(mul((b, b), R), mul((c, c), square(R)))))
        rest = div(height, (-slope, -slope))[1]
    except Undefined as reason:
        raise Reject(f"no bound on the tail: {reason}") from None
    return -rest, rest

# ------------------------------------------------------------------------------------------------ T12 rows of softmax

def row_means(keys, s, step, stride, reach, outer, strips, means):
    """Means over rows of softmax: keys independent logits s z, z normal, weights w = e^(sz), S their sum. A mean is that of
    log S, or of a product of z^l (w / S)^k over distinct keys, a factor [k, l] for each. It is an integral over u of products of
    E z^l f(u + sz), f(x) = e^(kx) exp(-e^x): a trapezoidal sum over u = stride step i, of such sums over z = step j / s."""
    a, b = map(of_fraction, strips)
    if s[0] <= 0 or max(mul(a, s)[1], b[1]) >= halved(pi())[0]:
        raise Reject("a strip of a row reaches pi / 2")
    H, results = stride * step, []
    sums = {one: inner_sums(*one, s, step, stride, reach, outer, a) for one in {(0, 0)}.union(*means)}
    for factors in means:
        others, K, total = keys - len(factors), max(1, sum(k for k, _ in factors)), NIL
        for i, phi in enumerate(sums[0, 0]):
            spend((8 + 2 * others.bit_length()) * PRODUCT)
            G = power(phi, others)
            if not factors:
                u = H * (i - outer[0])
                G = sub(exp(neg(exp((u, u)))), G)
            for one in factors:
                G = mul(G, sums[one][i])
            total = add(total, G)
        height = div(whole(1), power(cos(b), K))
        if not factors:
            height = add(mul(whole(2), height), add(mul(whole(keys + 1), s), whole(keys + 2)))
        rest = mul(height, trapezoidal_rest(b, (H, H), NIL))[1]
        rest += sum(row_tail(H * outer[side], s, keys, factors, side) for side in (0, 1))
        results.append(widened(div(mul((H, H), total), whole(factorial(K - 1))), rest))
    return results

def inner_sums(k, l, s, step, stride, reach, outer, a):
    """Enclosures of E z^l f(u + sz), f(x) = e^(kx) exp(-e^x), at each u of the outer sum."""
    spend(STEP * reach)
    spacing = div((step, step), s)
    z = [mul(whole(j), spacing) for j in range(reach + 1)]
    if z[-1][0] < ONE:
        raise Reject("the sums of a row end before 1")
    weights = [mul(power(one, l), mul(spacing, normal_pdf(one))) for one in z]
    w_low, w_high = zip(*[neg(one) if l else one for one in weights[:0:-1]], *weights)
    rule = mul(div(trapezoidal_rest(a, spacing, halved(square(a))), power(cos(mul(a, s)), k)), power(add(whole(1), a), l))
    rest = k ** k * (rule[1] + 2 * normal_pdf(z[-1])[1])
    f_low, f_high, sums, dot = [], [], [], lambda f, w: sum(map(int.__mul__, f, w))
    for i in range(-outer[0], outer[1] + 1):
        spend(4 * (2 * reach + 1) * PRODUCT)
        fresh, end = min(stride, 2 * reach + 1) if sums else 2 * reach + 1, stride * i + reach + 1
        fs = [exp(sub((k * x, k * x), exp((x, x)))) for x in range((end - fresh) * step, end * step, step)]
        f_low, f_high = f_low[fresh:] + [one[0] for one in fs], f_high[fresh:] + [one[1] for one in fs]
        if l:  # the weights left of z = 0 are negative
            low = dot(f_high[:reach], w_low) + dot(f_low[reach:], w_low[reach:])
            high = dot(f_low[:reach], w_high) + dot(f_high[reach:], w_high[reach:])
        else:
            low, high = dot(f_low, w_low), dot(f_high, w_high)
        low, high = widened((low >> BITS, up(high, BITS)), rest)
        sums.append((max(low, 0), min(high, ONE)) if k == l == 0 else (low, high))
    return sums

def trapezoidal_rest(strip, step, growth):
    """2 e^growth / (e^(2 pi strip / step) - 1): the error of the trapezoidal rule on the line, if the integrals of |G| along both
    sides of the strip are at most e^growth."""
    turns = div(mul(whole(2), mul(pi(), strip)), step)
    return div(mul(whole(2), exp(sub(growth, turns))), sub(whole(1), exp(neg(turns))))

def row_tail(u, s, keys, factors, right):
    """A bound of the outer sum beyond u, to the right, or beyond -u, to the left: the least of fifteen. Where z lies beyond
    v = share u / s, the normal law bounds a factor, and elsewhere what f is beyond w = (1 - share) u."""
    bounds, most = [], max([k for k, _ in factors], default=0)
    for share in (of_fraction(Fraction(k, 16)) for k in range(1, 16)):
        v, w = div(mul(share, (u, u)), s), mul(sub(whole(1), share), (u, u))
        fall = min(mul(share, div(v, s))[0], mul(sub(whole(1), share), sub(exp(w), whole(most)) if right else whole(1))[0])
        if v[0] < ONE or fall <= 0:
            continue
        f = lambda k: exp(sub(mul(whole(k), w), exp(w)) if right else neg(w))[1] * (1 if right else k ** k)
        factor = lambda k, times=1: power((0, k ** k * normal_pdf(v)[1] + f(k)), times)
        if not factors:
            bound = add(factor(0, keys), (0, f(0))) if right else mul(whole(keys + 1), factor(1))
        else:
            bound = factor(0, keys - len(factors)) if right else whole(1)
            for k, _ in factors:
                bound = mul(bound, factor(k)) if right or k else bound
        bounds.append(ceil_div(bound[1] << BITS, fall))
    if not bounds:
        raise Reject("no bound on the tail of a row")
    return min(bounds)

# ------------------------------------------------------------------------------------------------- T9, T10 the whole

def integral(formulas, node, plan, ends):
    """The integral of G between the ends, each an interval or None for infinite: panels, gaps between them, and tails."""
    if not plan:
        raise Reject("there are no panels")
    total, at = NIL, None
    for number, panel in enumerate(plan):
        try:
            if at is None:
                if ends[0] is None:
                    total = add(total, tail_integral(formulas, node, -panel["lower"], -1))
                    at = panel["lower"]
                else:
                    at = ends[0][0]
                    if panel["lower"] < ends[0][1]:
                        raise Reject("the first panel begins before the lower end")
            if panel["lower"] < at:
                raise Reject("panels overlap")
            total = add(total, gap_integral(formulas, node, at, panel["lower"]))
            total = add(total, panel_integral(formulas, node, panel))
            at = panel["upper"]
        except Reject as reason:
            raise Reject(f"panel {number}: {reason}") from None
    if ends[1] is None:
        return add(total, tail_integral(formulas, node, at, 1))
    if at > ends[1][0]:
        raise Reject("the last panel ends after the upper end")
    return add(total, gap_integral(formulas, node, at, ends[1][1]))

def weighted(formulas, law):
    """The law's weight, its ends and its mass, all proved before any mean under it is looked at: a constant has none
    under what is no law."""
    if law == "normal":
        return formulas.read("exp(-(x^2 / 2))"), (None, None), sqrt(mul(whole(2), pi()))
    weight = formulas.make("exp", law["log_weight"])
    ends = tuple(None if law[side] is None else formula_of(formulas, law[side], []) for side in ("lower", "upper"))
    try:
        mass = integral(formulas, weight, law["panels"], ends)
    except Reject as reason:
        raise Reject(f"the law's mass: {reason}") from None
    if mass[0] <= 0:
        raise Reject("no proof that the mass of the law is positive")
    return weight, ends, mass

def mean(formulas, f, law, panels):
    """E f(X): the integral of f w over that of w."""
    weight, ends, mass = law
    if formulas.variables(f) == 0:
        return formulas.evaluate(f, [])
    return div(integral(formulas, formulas.make("*", f, weight), panels, ends), mass)

def means_of(formulas, integrands, laws, plans):
    if len(plans) != len(integrands):
        raise Malformed("the number of plans differs from the number of means")
    means = []
    for number, one in enumerate(zip(integrands, laws, plans)):
        try:
            means.append(mean(formulas, *one))
        except Reject as reason:
            raise Reject(f"mean {number}: {reason}") from None
    return means

def quantity(formulas, entry):
    """Adds its enclosure to those of the quantities."""
    if "root" in entry:
        return root(formulas, **entry["root"])
    if "row" in entry:
        values = row_means(**{**entry["row"], "s": formula_of(formulas, entry["row"]["s"], [])})
    else:
        integrands, laws, panels = ([one[field] for one in entry["means"]] for field in ("integrand", "law", "panels"))
        values = means_of(formulas, integrands, [weighted(formulas, law) for law in laws], panels)
    formulas.quantities.append(formula_of(formulas, entry["formula"], values))

def formula_of(formulas, node, values):
    try:
        return formulas.evaluate(node, values)
    except Undefined as reason:
        raise Reject(f"formula {shown(formulas.texts[node])}: {reason}") from None

def check(certificate):
    """Returns the proved enclosure as two fractions; Reject otherwise."""
    set_precision(certificate["bits"])
    formulas = certificate["formulas"]
    formulas.quantities.clear()
    for number, entry in enumerate(certificate["quantities"]):
        try:
            quantity(formulas, entry)
        except (Reject, Undefined) as reason:
            raise Reject(f"quantity {number}: {reason}") from None
    low, high = (Fraction(end, ONE) for end in formula_of(formulas, certificate["formula"], []))
    if max(abs(low - certificate["value"]), abs(high - certificate["value"])) > certificate["radius"]:
        raise Reject(f"the proved interval [{decimal(low, False)}, {decimal(high, True)}] is not inside the stated one")
    return low, high

# --------------------------------------------------------------------------------------------------------- T11 roots

def root(formulas, equation, means, bracket, signs, cells):
    """Adds the only zero of F between the first cell's lower and the last cell's upper end, and shows that it lies in the
    bracket. F is the equation's formula in the means and in the unknown, which is the quantity that is added. On each cell
    but one F has a sign. On that one F' has a sign, and it holds the bracket, at whose ends F has opposite signs."""
    unknown = formulas.make("quantity", value=len(formulas.quantities))
    formulas.quantities.append(None)
    for law in (one["law"] for one in means if one["law"] != "normal"):
        if any(law[part] is not None and formulas.names(law[part], unknown) for part in ("log_weight", "lower", "upper")):
            raise Reject("a law contains the unknown of an equation")
    F, f, laws = equation, [one["integrand"] for one in means], [weighted(formulas, one["law"]) for one in means]
    slopes = [formulas.slope(one, unknown) for one in f]
    rates = [formulas.slope(F, by) for by in (*(formulas.make("x", value=k) for k in range(len(f))), unknown)]

    def sign(what, interval, plans):
        formulas.quantities[-1] = interval
        values = means_of(formulas, f + slopes if what == "slope" else f, laws * (2 if what == "slope" else 1), plans)
        total = formulas.evaluate(F, values)  # it has a value on the whole interval
        if what == "slope":
            total = formulas.evaluate(rates[-1], values)
            for rate, slope in zip(rates, values[len(f):]):
                total = add(total, mul(formulas.evaluate(rate, values), slope))
        if total[0] <= 0 <= total[1]:
            raise Reject(f"no proof that the {'equation' if what == 'sign' else 'slope of the equation'} is nonzero")
        return 1 if total[0] > 0 else -1

    if sign("sign", (bracket[0], bracket[0]), signs[0]) == sign("sign", (bracket[1], bracket[1]), signs[1]):
        raise Reject("the equation has the same sign at both ends of the bracket")
    isolated = 0
    for number, cell in enumerate(cells):
        lower, upper = cell["lower"], cell["upper"]
        if lower >= upper or number and lower != cells[number - 1]["upper"]:
            raise Reject(f"cell {number}: cells must be adjacent")
        try:
            sign(cell["shows"], (lower, upper), cell["plans"])
        except Reject as reason:
            raise Reject(f"cell {number}: {reason}") from None
        if cell["shows"] == "slope":
            isolated += 1
            if not lower <= bracket[0] < bracket[1] <= upper:
                raise Reject("the cell of the slope does not contain the bracket")
    if isolated != 1:
        raise Reject("the slope does not have a sign in exactly one cell")
    formulas.quantities[-1] = tuple(bracket)

# ------------------------------------------------------------------------------------------------- reading the file

def fields(given, what, /, **wanted):
    """The fields of an object, each read by its function; no field may be missing and none may be unknown."""
    if not isinstance(given, dict):
        raise Malformed(f"{what} is not an object")
    if strange := set(given) ^ set(wanted):
        raise Malformed(f"{what}: the field {shown(min(strange))} is missing or unknown")
    return {name: read_field(given[name], f"{what}.{name}") for name, read_field in wanted.items()}

def text(value, what):
    if not isinstance(value, str) or not value:
        raise Malformed(f"{what} is not a string")
    return value

def integer(least, most):
    def read(value, what):
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise Malformed(f"{what} is not a whole number from {least} to {most}")
        return value
    return read

def fraction(value, what):
    pattern = r"-?[0-9]+(/0*[1-9][0-9]*|(\.[0-9]+)?([eE][-+]?[0-9]{1,4})?)"
    if not re.fullmatch(pattern, text(value, what)) or len(value) > MAX_DIGITS:
        raise Malformed(f"{what} is not a number of at most {MAX_DIGITS} digits in quotes")
    return Fraction(value)

def point(bits):
    """0x1cp-5, the integer 0x1c times 2^-5, as a multiple of 2^-bits."""
    def read(value, what):
        found = re.fullmatch(r"(-?)0x([0-9a-f]{1,2000})p(-?[0-9]{1,5})", text(value, what))
        if not found:
            raise Malformed(f"{what} does not have the form 0x1cp-5")
        shift, magnitude = int(found[3]) + bits, int(found[2], 16)
        if magnitude.bit_length() + shift > bits + 1024:
            raise Malformed(f"{what} is beyond 2^1024")
        if shift < 0 and magnitude % (1 << -shift):
            raise Malformed(f"{what} is not a multiple of 2^-{bits}")
        magnitude = magnitude << shift if shift >= 0 else magnitude >> -shift
        return -magnitude if found[1] else magnitude
    return read

def ratio(value, what):
    q = fraction(value, what)
    if not 1 < q <= 1000 or q.denominator > 1000:
        raise Malformed(f"{what} is not in (1, 1000] with a denominator up to 1000")
    return q

def array(read, most, least=0):
    def read_all(value, what):
        if not isinstance(value, list) or not least <= len(value) <= most:
            raise Malformed(f"{what} is not an array of {least} to {most} values")
        return [read(one, f"{what}[{k}]") for k, one in enumerate(value)]
    return read_all

def reader(bits, formulas):
    """What reads the quantities and the formula."""
    def formula(variables):
        def read(value, what):
            try:
                node = formulas.read(text(value, what))
            except Malformed as reason:
                raise Malformed(f"{what}: {reason}") from None
            return with_variables(node, variables, what)
        return read

    def with_variables(node, variables, what):
        if formulas.variables(node) > variables:
            raise Malformed(f"{what} has more variables than there are values")
        return node

    def limit(infinity): return lambda value, what: None if value == infinity else formula(0)(value, what)

    def panel(value, what):
        one = fields(value, what, lower=point(bits), upper=point(bits), nodes=integer(2, MAX_NODES), rho=ratio,
                     log2_bound=integer(-bits, 10_000))
        if one["lower"] >= one["upper"]:
            raise Malformed(f"{what} is empty")
        return one
    panels = array(panel, MAX_PANELS)

    def law(value, what):
        if value == "normal":
            return value
        return fields(value, what, log_weight=formula(1), lower=limit("-inf"), upper=limit("inf"), panels=panels)

    def mean_of(value, what): return fields(value, what, integrand=formula(1), law=law, panels=panels)
    def unplanned(value, what): return fields(value, what, integrand=formula(1), law=law)

    def cell(value, what):
        one = fields(value, what, lower=point(bits), upper=point(bits), shows=text, plans=array(panels, 40))
        if one["shows"] not in ("sign", "slope"):
            raise Malformed(f"{what} shows neither a sign nor a slope")
        return one

    def root_of(value, what):
        formulas.named += 1  # it is itself the unknown of its equation
        one = fields(value, what, equation=formula(1000), means=array(unplanned, 20), bracket=array(point(bits), 2, 2),
                     signs=array(array(panels, 20), 2, 2), cells=array(cell, MAX_CELLS, 1))
        with_variables(one["equation"], len(one["means"]), f"{what}.equation")
        return one

    def row_of(value, what):
        one = fields(value, what, keys=integer(2, 1 << 64), s=formula(0), step=point(bits), stride=integer(1, 1_000_000),
                     reach=integer(1, 50_000), outer=array(integer(0, 50_000), 2, 2), strips=array(fraction, 2, 2),
                     means=array(array(array(integer(0, 8), 2, 2), 4), 20, 1))
        if any(len(m) > one["keys"] or m and not any(k for k, _ in m) or any(l > 1 for _, l in m) for m in one["means"]):
            raise Malformed(f"{what}: a mean has no weight, more factors than keys or the square of a logit")
        if one["step"] <= 0 or min(one["strips"]) <= 0:
            raise Malformed(f"{what} has no step or no strip")
        return {**one, "means": [[tuple(factor) for factor in m] for m in one["means"]]}

    def quantity_of(value, what):
        if isinstance(value, dict) and "root" in value:
            return fields(value, what, name=text, root=root_of)
        row = isinstance(value, dict) and "row" in value
        one = fields(value, what, name=text, formula=formula(1000), **{"row": row_of} if row else {"means": array(mean_of, 20)})
        with_variables(one["formula"], len(one["row"]["means"] if row else one["means"]), f"{what}.formula")
        formulas.named += 1
        return one

    return {"quantities": array(quantity_of, MAX_QUANTITIES), "formula": formula(0)}

def unique(pairs):
    if len(dict(pairs)) < len(pairs):
        raise Malformed("a field is given twice")
    return dict(pairs)

def whole_number(word):
    if not re.fullmatch("-?[0-9]{1,25}", word):
        raise Malformed(f"{shown(word)} is not a whole number of at most 25 digits; write other numbers in quotes")
    return int(word)

def contents(path):
    try:
        with open(path if path != "-" else 0, "rb", closefd=path != "-") as file:
            data = file.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise Malformed(f"it has more than {MAX_BYTES:,} bytes")
        return data.decode("utf-8")
    except OSError as error:
        raise Malformed(error.strerror or "it cannot be read") from None
    except UnicodeDecodeError:
        raise Malformed("it is not UTF-8") from None

def parse(certificate):
    try:
        value = json.loads(certificate, object_pairs_hook=unique, parse_int=whole_number, parse_float=whole_number,
                           parse_constant=whole_number)
    except RecursionError:
        raise Malformed("it is nested too deeply") from None
    except ValueError as error:
        raise Malformed(f"it is not JSON: {error}") from None
    if not isinstance(value, dict) or value.get("format") != "sigprop certificate 1":
        raise Malformed('the field `format` is not "sigprop certificate 1"')
    bits = integer(64, MAX_BITS)(value.get("bits"), "bits")
    set_precision(bits)
    formulas = Formulas()
    return {**fields(value, "certificate", format=text, expression=text, value=fraction, radius=fraction,
                     bits=integer(64, MAX_BITS), **reader(bits, formulas)), "formulas": formulas}

# ------------------------------------------------------------------------------------------------- what is printed

def cut(text, most): return text if len(text) <= most else f"{text[:most]}... ({len(text)} characters)"

def shown(text):
    """What a file says, in quotes: short, and without a character that is not printed as itself by every terminal."""
    return ascii(cut(text, 100))

def decimal(q, upward, digits=40):
    """Rounded down or up, to so many digits after the point or, where it is huge or tiny, after the first."""
    exponent = (q.numerator.bit_length() - q.denominator.bit_length()) * 30103 // 100_000
    exponent = exponent if q and not -6 <= exponent < digits else 0
    shift = digits - exponent
    numerator, denominator = q.numerator * 10 ** max(shift, 0), q.denominator * 10 ** max(-shift, 0)
    scaled = ceil_div(numerator, denominator) if upward else numerator // denominator
    whole_part, rest = divmod(abs(scaled), 10 ** digits)
    return f"{'-' if scaled < 0 else ''}{whole_part}.{rest:0{digits}d}{f'e{exponent}' if exponent else ''}"

def digits_of(low, high):
    """To how many significant digits the number is proved: those that the interval's width leaves."""
    if low == high:
        return "exactly"
    digits = len(str(abs(low + high) // (2 * (high - low)))) - 1
    return f"to {digits} digit{'' if digits == 1 else 's'}"

def statement(certificate):
    """What is proved, in the file's own formulas: the formula, and each quantity that it is made of, the last ones first."""
    formulas, named, parts = certificate["formulas"], set(), []

    def written(node):
        named.update(map(int, re.findall(r"q([0-9]+)", formulas.texts[node])))
        return cut(formulas.texts[node], 200)

    def law(one):
        if one == "normal":
            return "the standard normal law"
        lower, upper = ("infinity" if one[side] is None else written(one[side]) for side in ("lower", "upper"))
        return f"the law whose density is proportional to exp({written(one['log_weight'])}) from {lower} to {upper}"

    formula = written(certificate["formula"])
    for number, entry in reversed(list(enumerate(certificate["quantities"]))):
        if number not in named:
            continue
        root, row = entry.get("root"), entry.get("row")
        if root:
            ends = decimal(Fraction(root["cells"][0]["lower"], ONE), True, 9), decimal(Fraction(root["cells"][-1]["upper"], ONE), False, 9)
        part = f"the only root from {ends[0]} to {ends[1]} of {written(root['equation'])}" if root else written(entry["formula"])
        means = [f"{written(one['integrand'])} under {law(one['law'])}" for one in (root or entry).get("means", [])]
        if row:
            means = [" * ".join(f"z{j}^{l} (w{j} / S)^{k}" for j, (k, l) in enumerate(factors)) or "log S" for factors in row["means"]]
            part += f" in softmax rows of {row['keys']} keys with logits of std {written(row['s'])}"
        if len(means) == 1 and not root:
            part = re.sub(r"\bx\b", "x0", part)  # one mean has no number in a file
        parts.append(f"q{number} = {part}" + "".join(f", x{k} = the mean of {one}" for k, one in enumerate(means)))
    return formula, cut("; ".join(parts), 2000)

def judged(path):
    """The exit code and what is said."""
    try:
        certificate = parse(contents(path))
        low, high = check(certificate)
        formula, quantities = statement(certificate)
        digits = digits_of(low, high)
        places = max(40, min(200, 2 + int((re.findall("[0-9]+", digits) or ["0"])[0])))  # so that the digits that are proved can be read
        proved = f"{formula} is in [{decimal(low, False, places)}, {decimal(high, True, places)}], {digits}{quantities and ', with '}{quantities}"
        return 0, f"ACCEPT {path}: said to be {shown(certificate['expression'])}; proved: {proved}"
    except (Reject, Undefined) as reason:
        return 1, f"REJECT {path}: {reason}"
    except Malformed as reason:
        return 2, f"no certificate: {path}: {reason}"
    except Exception as error:  # a fault of this program, whatever it is, accepts nothing and spares the other files
        return 1, f"REJECT {path}: the checker fails with {type(error).__name__}"

def escaped(line):
    """All that is printed passes here: one line of printable ASCII."""
    return "".join(c if " " <= c <= "~" else ascii(c)[1:-1] for c in line)

def say(line):
    try:
        print(escaped(line), flush=True)
    except OSError:  # nobody reads it: the rest is checked all the same, and the exit code tells
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

def main(paths):
    if not paths or paths[0] in ("-h", "--help"):
        print(__doc__)
        return 0 if paths else 2
    getattr(sys, "set_int_max_str_digits", int)(0)  # the lengths of numbers are bounded above
    code = 0
    for path in paths:
        one, line = judged(path)
        code = max(code, one)
        say(line)
    return code

def run():
    sys.setrecursionlimit(30_000)
    threading.stack_size(1 << 26)  # formulas may be nested deeply
    codes = []
    thread = threading.Thread(target=lambda: codes.append(main(sys.argv[1:])), daemon=True)
    thread.start()
    thread.join()
    sys.exit(codes[0])

if __name__ == "__main__":
    run()

"""Random formulas in x: their text in the tool's language, and their value and slope in mpmath, written apart from it.

Kinks come from affine arguments alone, so that their places are known exactly; growth is the c of |f| <= C e^(c |x|).
"""
from fractions import Fraction

from mpmath import mp, mpf


def number(value):
    return mpf(value.numerator) / value.denominator if isinstance(value, Fraction) else mpf(value)


def text_of(value):
    value = Fraction(value)
    text = str(value.numerator) if value.denominator == 1 else f"({value.numerator}/{value.denominator})"
    return f"({text})" if value < 0 and text[0] == "-" else text


class Formula:
    """text, pair: x -> (f(x), f'(x)), kinks and growth."""

    def __init__(self, text, pair, kinks=(), growth=0, affine=None):
        self.text, self.pair, self.kinks, self.growth, self.affine = text, pair, tuple(kinks), growth, affine

    def __call__(self, x):
        return self.pair(x)[0]

    def slope(self, x):
        return self.pair(x)[1]


def affine(a, b=Fraction(0)):
    a, b = Fraction(a), Fraction(b)
    text = "x" if a == 1 else f"{text_of(a)}*x"
    return Formula(text if b == 0 else f"({text} + {text_of(b)})", lambda x: (number(a) * x + number(b), number(a)), affine=(a, b))


def normal_cdf(x):
    return mp.erfc(-x / mp.sqrt(2)) / 2


def sigmoid(x):
    return 1 / (1 + mp.exp(-x)) if x >= 0 else mp.exp(x) / (1 + mp.exp(x))


def softplus(x):
    return max(x, mpf(0)) + mp.log1p(mp.exp(-abs(x)))


def sech2(x):
    return 1 / mp.cosh(x) ** 2


# name, value, slope, whether it is bounded
SMOOTH = {
    "tanh({})": (mp.tanh, sech2, True),
    "sigmoid({})": (sigmoid, lambda x: sigmoid(x) * sigmoid(-x), True),
    "erf({})": (mp.erf, lambda x: 2 / mp.sqrt(mp.pi) * mp.exp(-x * x), True),
    "normal_cdf({})": (normal_cdf, lambda x: mp.exp(-x * x / 2) / mp.sqrt(2 * mp.pi), True),
    "sin({})": (mp.sin, mp.cos, True),
    "cos({})": (mp.cos, lambda x: -mp.sin(x), True),
    "atan({})": (mp.atan, lambda x: 1 / (1 + x * x), True),
    "exp(-({})^2)": (lambda x: mp.exp(-x * x), lambda x: -2 * x * mp.exp(-x * x), True),
    "softplus({})": (softplus, sigmoid, False),
    "log1p(({})^2)": (lambda x: mp.log1p(x * x), lambda x: 2 * x / (1 + x * x), False),
    "sqrt(1 + ({})^2)": (lambda x: mp.sqrt(1 + x * x), lambda x: x / mp.sqrt(1 + x * x), False),
    "({0})/sqrt(2 + ({0})^2)": (lambda x: x / mp.sqrt(2 + x * x), lambda x: 2 / mp.sqrt(2 + x * x) ** 3, True),
    "1/(1 + ({})^2)": (lambda x: 1 / (1 + x * x), lambda x: -2 * x / (1 + x * x) ** 2, True),
}


def smooth(template, inner):
    value, slope, bounded = SMOOTH[template]

    def pair(x):
        u, du = inner.pair(x)
        return value(u), slope(u) * du
    return Formula(template.format(inner.text), pair, inner.kinks, 0 if bounded else inner.growth)


def exponential(inner):
    """exp of an affine inner function."""
    def pair(x):
        u, du = inner.pair(x)
        return mp.exp(u), mp.exp(u) * du
    return Formula(f"exp({inner.text})", pair, (), abs(inner.affine[0]))


def place(inner, level=Fraction(0)):
    """Where an affine function takes a value, exactly."""
    a, b = inner.affine
    return (level - b) / a


def kinked(rng, inner):
    """A function with a kink or a jump, of an affine inner function."""
    kind = rng.choice(("relu", "abs", "max", "min", "clip", "where", "elu", "softsign", "step"))
    u = inner.text
    level = Fraction(rng.randint(-8, 8), 4)
    c = number(level)
    if kind == "relu":
        return Formula(f"relu({u})", lambda x: (lambda p: p if p[0] > 0 else (mpf(0), mpf(0)))(inner.pair(x)), [place(inner)])
    if kind == "abs":
        return Formula(f"abs({u})", lambda x: (lambda p: p if p[0] > 0 else (-p[0], -p[1]))(inner.pair(x)), [place(inner)])
    if kind in ("max", "min"):
        def one_side(x):
            p = inner.pair(x)
            return p if (p[0] > c) == (kind == "max") else (c, mpf(0))
        return Formula(f"{kind}({u}, {text_of(level)})", one_side, [place(inner, level)])
    if kind == "clip":
        top = level + Fraction(rng.randint(1, 12), 4)

        def clipped(x):
            p = inner.pair(x)
            return p if c < p[0] < number(top) else (min(max(p[0], c), number(top)), mpf(0))
        return Formula(f"clip({u}, {text_of(level)}, {text_of(top)})", clipped, [place(inner, level), place(inner, top)])
    if kind == "elu":
        def elu(x):
            p = inner.pair(x)
            return p if p[0] > 0 else (mp.expm1(p[0]), mp.exp(p[0]) * p[1])
        return Formula(f"where({u} > 0, {u}, expm1({u}))", elu, [place(inner)])
    if kind == "softsign":
        def softsign(x):
            p = inner.pair(x)
            return p[0] / (1 + abs(p[0])), p[1] / (1 + abs(p[0])) ** 2
        return Formula(f"({u})/(1 + abs({u}))", softsign, [place(inner)])
    if kind == "step":
        return Formula(f"step({u})", lambda x: (mpf(inner(x) > 0), mpf(0)), [place(inner)])
    left, right = leaf(rng), leaf(rng)
    return Formula(f"where({u} < {text_of(level)}, {left.text}, {right.text})",
                   lambda x: (left if inner(x) < c else right).pair(x), [place(inner, level)])


def joined(a, sign, b):
    kinks = sorted({*a.kinks, *b.kinks})
    if sign == "*":
        def times(x):
            (f, df), (g, dg) = a.pair(x), b.pair(x)
            return f * g, df * g + f * dg
        return Formula(f"({a.text})*({b.text})", times, kinks, a.growth + b.growth)
    s = 1 if sign == "+" else -1

    def plus(x):
        (f, df), (g, dg) = a.pair(x), b.pair(x)
        return f + s * g, df + s * dg
    return Formula(f"({a.text}) {sign} ({b.text})", plus, kinks, max(a.growth, b.growth))


def quotient(a, b):
    """a/(1 + b^2)."""
    def pair(x):
        (f, df), (g, dg) = a.pair(x), b.pair(x)
        below = 1 + g * g
        return f / below, (df * below - f * 2 * g * dg) / (below * below)
    return Formula(f"({a.text})/(1 + ({b.text})^2)", pair, sorted({*a.kinks, *b.kinks}), a.growth)


def leaf(rng):
    a = Fraction(rng.choice((1, 1, 1, 2, -1, rng.randint(-12, 12) or 1, Fraction(1702, 1000), Fraction(rng.randint(1, 40), 8))))
    if rng.random() < 0.1:
        a *= rng.choice((Fraction(1, 50), Fraction(6)))
    return affine(a, Fraction(rng.randint(-12, 12), 8) if rng.random() < 0.4 else Fraction(0))


def drawn(rng, depth=2):
    """A random formula; it is not constant by construction, though it may happen to be."""
    pick = rng.random()
    if depth == 0 or pick < 0.08:
        return leaf(rng)
    if pick < 0.40:
        return smooth(rng.choice(list(SMOOTH)), leaf(rng) if rng.random() < 0.7 else drawn(rng, depth - 1))
    if pick < 0.60:
        return kinked(rng, leaf(rng))
    if pick < 0.63:
        return exponential(affine(Fraction(rng.randint(1, 6) * rng.choice((1, -1)), 4), Fraction(rng.randint(-4, 4), 4)))
    if pick < 0.92:
        return joined(drawn(rng, depth - 1), rng.choice("++-***"), drawn(rng, depth - 1))
    return quotient(drawn(rng, depth - 1), drawn(rng, depth - 1))

"""Oracles: means of activations and of random formulas under a normal input, points, correlations, roots."""
from fractions import Fraction

from mpmath import iv, mp, mpf

import formulas
import named_activations
from cases import Case, argument, closed, family, fraction, positive, real, wide
from formulas import text_of
from gaussian import DIGITS, Unfit, normal_mean


def activation(rng):
    """A named activation or a random formula; as text of an argument and as a function."""
    if rng.random() < 0.45:
        f = named_activations.drawn(rng)
        return f.text, f
    f = formulas.drawn(rng)
    quote = rng.choice("'\"")
    return f"{quote}{f.text}{quote}", f


def law_of(rng):
    std = wide(rng)
    mean = fraction(rng, -3, 3) if rng.random() < 0.5 else Fraction(0)
    given = {"std": std} if std != 1 else {}
    return std, mean, argument(**given, **({"mean": mean} if mean else {}))


def moments(f, std, mean, which):
    """Means with errors: of f, f^2, f', f'^2, f z."""
    s, m = real(std), real(mean)
    functions = {"f": f, "ff": lambda x: f(x) ** 2, "d": f.slope, "dd": lambda x: f.slope(x) ** 2, "fz": lambda x: f(x) * (x - m) / s}
    growth = f.growth * (2 if which in ("ff", "dd") else 1)
    return normal_mean(functions[which], s, m, f.kinks, growth)


def ball(value, error):
    with mp.workdps(DIGITS + 10):
        return iv.mpf([value - error, value + error])


def of_ball(interval):
    with mp.workdps(DIGITS + 10):
        low, high = mpf(interval.a), mpf(interval.b)
        if not (mp.isfinite(low) and mp.isfinite(high)):
            raise Unfit("the oracle's interval has no bounds")
        return (low + high) / 2, (high - low) / 2 + abs(high + low) * mpf(10) ** -(DIGITS + 5)


def variance(b):
    return b("ff") - b("f") ** 2



STATISTICS = {
    "mean": lambda b, s: b("f"), "second_moment": lambda b, s: b("ff"), "variance": lambda b, s: variance(b),
    "gain": lambda b, s: 1 / iv.sqrt(b("ff")), "variance_gain": lambda b, s: 1 / iv.sqrt(variance(b)),
    "derivative_mean": lambda b, s: b("d"), "derivative_second_moment": lambda b, s: b("dd"),
    "chi_ratio": lambda b, s: iv.mpf(real(s)) ** 2 * b("dd") / b("ff"), "linear_share": lambda b, s: b("fz") ** 2 / variance(b),
}


@family(*(f"activation.{name}" for name in STATISTICS), weight=14)
def statistics(rng):
    name = rng.choice(list(STATISTICS))
    text, f = activation(rng)
    std, mean, given = law_of(rng)

    def known():
        iv.dps = DIGITS + 10
        with mp.workdps(DIGITS + 10):
            found = {}

            def b(which):
                if which not in found:
                    found[which] = ball(*moments(f, std, mean, which))
                return found[which]
            return of_ball(STATISTICS[name](b, std))
    return Case(f"activation.{name}({text}{', ' if given else ''}{given})", known)


@family("activation.mean", "activation.second_moment", "activation.derivative_second_moment", weight=1)
def gated_units(rng):
    """glu(f) is x_a f(x_b) of independent inputs of the same law."""
    unit, gate = rng.choice((("glu", "sigmoid"), ("geglu", "gelu"), ("swiglu", "silu"), ("reglu", "relu"), ("bilinear", "identity")))
    pair, kinks = named_activations.FIXED[gate]
    f = formulas.Formula(gate, pair, kinks)
    std, mean, given = law_of(rng)
    name = rng.choice(("mean", "second_moment", "derivative_second_moment"))

    def known():
        s, m = real(std), real(mean)
        (a, e), (d, g) = moments(f, std, mean, "ff" if name != "mean" else "f"), (moments(f, std, mean, "dd") if name[0] == "d" else (mpf(0), mpf(0)))
        with mp.workdps(DIGITS + 10):
            square = s * s + m * m
            value, error = {"mean": (m * a, abs(m) * e), "second_moment": (square * a, square * e)}.get(name, (a + square * d, e + square * g))
            return value, error + abs(value) * mpf(10) ** -DIGITS
    return Case(f"activation.{name}({unit}{', ' if given else ''}{given})", known)


@family("activation.value", "activation.slope", weight=2)
def points(rng):
    text, f = activation(rng)
    x = fraction(rng, -6, 6, 97) + Fraction(1, 1009)
    name = rng.choice(("value", "slope"))
    return Case(f"activation.{name}({text}, {text_of(x)})", lambda: closed(lambda: f.pair(real(x))[name == "slope"]))


@family("activation.variance_map", weight=1)
def variance_map(rng):
    text, f = activation(rng)
    q, w, b = positive(rng, -1, 0), fraction(rng, Fraction(1, 2), 4), fraction(rng, 0, 1)

    def known():
        with mp.workdps(DIGITS + 10):
            value, error = normal_mean(lambda x: f(x) ** 2, mp.sqrt(real(q)), 0, f.kinks, 2 * f.growth)
            return real(w) * value + real(b), real(w) * error + abs(real(w) * value) * mpf(10) ** -DIGITS
    return Case(f"activation.variance_map({text}, {text_of(q)}, {text_of(w)}, {text_of(b)})", known)


@family("activation.correlation", weight=0.3)
def correlation(rng):
    """E f(s u) f(s v) over the plane: u = z, v = c z + sqrt(1 - c^2) w, by the trapezoidal rule, twice."""
    f = named_activations.drawn(rng, ["gelu", "silu", "tanh", "sigmoid", "erf", "softplus", "sin", "exp_neg_sq", "quick_gelu"])
    c, std = Fraction(rng.randint(-19, 19), 20), fraction(rng, Fraction(1, 2), 2, 6)

    def both(step):
        s, r, q = real(std), real(c), mp.sqrt(1 - real(c) ** 2)
        count = int(8 / step)
        grid = [step * k for k in range(-count, count + 1)]
        weight = [mp.exp(-z * z / 2) for z in grid]
        left = [f(s * z) for z in grid]
        above = mp.fsum(weight[i] * left[i] * mp.fsum(weight[j] * f(s * (r * grid[i] + q * grid[j])) for j in range(len(grid)))
                        for i in range(len(grid)))
        below = mp.fsum(w * y * y for w, y in zip(weight, left)) * mp.fsum(weight)
        return above / below

    def known():
        with mp.workdps(20):
            fine, coarse = both(mpf(3) / 10), both(mpf(4) / 10)
            return fine, abs(fine - coarse) + mpf(10) ** -13
    return Case(f"activation.correlation({f.text}, {text_of(c)}, std={text_of(std)})", known)


@family("activation.correlation", weight=1)
def correlation_closed(rng):
    """Cho and Saul's arc-cosine kernels of degree 1 and Williams' arcsine kernel."""
    c, std = Fraction(rng.randint(-40, 40), 40), positive(rng, -2, 1)
    s = lambda: real(std)
    relu = lambda: (mp.sqrt(1 - real(c) ** 2) + (mp.pi - mp.acos(real(c))) * real(c)) / mp.pi
    erf = lambda: mp.asin(2 * s() ** 2 * real(c) / (1 + 2 * s() ** 2)) / mp.asin(2 * s() ** 2 / (1 + 2 * s() ** 2))
    sine = lambda: mp.sinh(real(c) * s() ** 2) / mp.sinh(s() ** 2)
    name, form = rng.choice((("relu", relu), ("erf", erf), ("sin", sine)))
    return Case(f"activation.correlation({name}, {text_of(c)}, std={text_of(std)})", lambda: closed(form))


@family("activation.unit_std", weight=0.3)
def unit_std(rng):
    """The root of E f(s z)^2 = 1 by the secant method; increasing functions of s have one."""
    f = named_activations.drawn(rng, ["gelu", "silu", "relu", "elu", "softplus", "identity", "mish", "leaky_relu", "squared_relu"])

    def known():
        excess = lambda s: normal_mean(lambda x: f(x) ** 2, s, 0, f.kinks)
        with mp.workdps(DIGITS):
            a, b = mpf(1), mpf(11) / 10
            (fa, _), (fb, _) = excess(a), excess(b)
            for _ in range(9):
                if fa == fb or abs(fb - 1) < mpf(10) ** (8 - DIGITS):
                    break
                a, b, fa = b, abs(b - (fb - 1) * (b - a) / (fb - fa)), fb
                fb = excess(b)[0]
            if abs(fb - 1) > mpf(10) ** -12 or f.text == "softplus" and b > 5:
                raise Unfit("no root found")
            return b, abs(fb - 1) * 10 * (1 + b) + mpf(10) ** (10 - DIGITS)
    return Case(f"activation.unit_std({f.text})", known)


@family("selu.alpha", "selu.lambda", weight=1)
def selu(rng):
    """Klambauer et al.: closed form for the standard law; else E selu = 0 alone decides alpha, Var = variance lambda."""
    name = rng.choice(("alpha", "lambda"))
    variance_out, q = positive(rng, -1, 0), positive(rng, -1, 0)

    def compute():
        s = mp.sqrt(real(q))
        phi = formulas.normal_cdf
        minus = mp.exp(s * s / 2) * phi(-s) - mpf(1) / 2                       # E[expm1(x); x < 0]
        square = mp.exp(2 * s * s) * phi(-2 * s) - 2 * mp.exp(s * s / 2) * phi(-s) + mpf(1) / 2
        alpha = -s / mp.sqrt(2 * mp.pi) / minus
        return alpha if name == "alpha" else mp.sqrt(real(variance_out) / (s * s / 2 + alpha**2 * square))
    return Case(f"selu.{name}({argument(variance=variance_out, input_variance=q)})", lambda: closed(compute))


@family("activation.lipschitz", "activation.distance", "elementwise.clip_error", weight=0.5)
def extrema(rng):
    """Suprema that calculus gives: slopes at 0, the largest slope of gelu at sqrt 2 and of silu and mish by a search."""
    a, t = positive(rng, -2, 1), positive(rng, -1, 1)
    gelu = named_activations.FIXED["gelu"][0]

    def silu():
        f = named_activations.FIXED["silu"][0]
        at = mp.findroot(lambda x: x - 2 / mp.tanh(x / 2), mpf("2.4"))   # f'' = 0
        return f(at)[1]
    one = lambda value: lambda: closed(value)
    return Case(*rng.choice((
        (f"activation.lipschitz(dyt({text_of(a)}))", one(lambda: real(a))),
        (f"activation.lipschitz(leaky_relu({text_of(a)}))", one(lambda: max(real(a), mpf(1)))),
        (f"activation.lipschitz('sin({text_of(a)}*x)')", one(lambda: real(a))),
        ("activation.lipschitz(gelu)", one(lambda: gelu(mp.sqrt(2))[1])),
        ("activation.lipschitz(silu)", one(silu)),
        (f"activation.lipschitz('sigmoid({text_of(a)}*x)')", one(lambda: real(a) / 4)),
        (f"activation.distance(softcap({text_of(t)}), 'clip(x, -{text_of(t)}, {text_of(t)})')", one(lambda: real(t) * (1 - mp.tanh(1)))),
        ("activation.distance(softplus, relu)", one(lambda: mp.log(2))),
        (f"elementwise.clip_error(softcap, {text_of(t)})", one(lambda: real(t) * (1 - mp.tanh(1)))),
        (f"elementwise.clip_error(isru, {text_of(t)})", one(lambda: real(t) * (1 - 1 / mp.sqrt(2)))))))

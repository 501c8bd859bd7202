"""The activations known by name, from the papers that define them, in mpmath: (f, f'), kinks."""
from fractions import Fraction

from mpmath import mp, mpf

from formulas import Formula, normal_cdf, number, sech2, sigmoid, softplus, text_of

ZERO, ONE = mpf(0), mpf(1)


def density(x):
    return mp.exp(-x * x / 2) / mp.sqrt(2 * mp.pi)


def sides(below, above, at=0):
    """A function of two branches, each a pair."""
    return lambda x: (below if x < at else above)(x)


def clipped(low, high, slope, shift):
    def pair(x):
        y = slope * x + shift
        return (y, slope) if low < y < high else (min(max(y, low), high), ZERO)
    return pair


def gelu_tanh(x):
    k = mp.sqrt(2 / mp.pi)
    c = mpf(44715) / 10**6
    t = mp.tanh(k * (x + c * x**3))
    return x * (1 + t) / 2, (1 + t) / 2 + x / 2 * (1 - t * t) * k * (1 + 3 * c * x * x)


def gated(rate):
    return lambda x: (x * sigmoid(rate * x), sigmoid(rate * x) + rate * x * sigmoid(rate * x) * sigmoid(-rate * x))


def mish(x):
    t = mp.tanh(softplus(x))
    return x * t, t + x * (1 - t * t) * sigmoid(x)


def hard_swish(x):
    return (ZERO, ZERO) if x < -3 else (x, ONE) if x > 3 else (x * (x + 3) / 6, (2 * x + 3) / 6)


def selu(x):
    alpha = 1 / mp.sqrt(2 * mp.pi) / (mpf(1) / 2 - mp.exp(mpf(1) / 2) * normal_cdf(-ONE))
    scale = 1 / mp.sqrt(mpf(1) / 2 + alpha**2 * (mp.exp(2) * normal_cdf(-2 * ONE) - 2 * mp.exp(mpf(1) / 2) * normal_cdf(-ONE) + mpf(1) / 2))
    return (scale * x, scale) if x > 0 else (scale * alpha * mp.expm1(x), scale * alpha * mp.exp(x))


FIXED = {
    "identity": (lambda x: (x, ONE), ()),
    "relu": (sides(lambda x: (ZERO, ZERO), lambda x: (x, ONE)), (0,)),
    "relu6": (clipped(0, 6, ONE, ZERO), (0, 6)),
    "squared_relu": (sides(lambda x: (ZERO, ZERO), lambda x: (x * x, 2 * x)), (0,)),
    "selu": (selu, (0,)),
    "gelu": (lambda x: (x * normal_cdf(x), normal_cdf(x) + x * density(x)), ()),
    "gelu_tanh": (gelu_tanh, ()),
    "quick_gelu": (lambda x: gated(mpf(1702) / 1000)(x), ()),
    "silu": (gated(ONE), ()),
    "mish": (mish, ()),
    "hard_swish": (hard_swish, (-3, 3)),
    "sigmoid": (lambda x: (sigmoid(x), sigmoid(x) * sigmoid(-x)), ()),
    "hard_sigmoid": (lambda x: clipped(ZERO, ONE, ONE / 6, ONE / 2)(x), (-3, 3)),
    "tanh": (lambda x: (mp.tanh(x), sech2(x)), ()),
    "hardtanh": (clipped(-ONE, ONE, ONE, ZERO), (-1, 1)),
    "softsign": (lambda x: (x / (1 + abs(x)), 1 / (1 + abs(x)) ** 2), (0,)),
    "erf": (lambda x: (mp.erf(x), 2 / mp.sqrt(mp.pi) * mp.exp(-x * x)), ()),
    "softplus": (lambda x: (softplus(x), sigmoid(x)), ()),
    "logsigmoid": (lambda x: (-softplus(-x), sigmoid(-x)), ()),
    "tanhshrink": (lambda x: (x - mp.tanh(x), mp.tanh(x) ** 2), ()),
    "sin": (lambda x: (mp.sin(x), mp.cos(x)), ()),
    "exp_neg_sq": (lambda x: (mp.exp(-x * x), -2 * x * mp.exp(-x * x)), ()),
}


def shrunk(level, soft):
    def pair(x):
        if abs(x) <= level:
            return ZERO, ZERO
        return (x - level * mp.sign(x) if soft else x), ONE
    return pair


# name -> (pair for a parameter, kinks for it, whether it must be positive)
WITH_PARAMETER = {
    "leaky_relu": (lambda a: sides(lambda x: (a * x, a), lambda x: (x, ONE)), lambda a: (0,), False),
    "prelu": (lambda a: sides(lambda x: (a * x, a), lambda x: (x, ONE)), lambda a: (0,), False),
    "elu": (lambda a: sides(lambda x: (a * mp.expm1(x), a * mp.exp(x)), lambda x: (x, ONE)), lambda a: (0,), False),
    "celu": (lambda a: sides(lambda x: (a * mp.expm1(x / a), mp.exp(x / a)), lambda x: (x, ONE)), lambda a: (0,), True),
    "derf": (lambda a: lambda x: (mp.erf(a * x), a * 2 / mp.sqrt(mp.pi) * mp.exp(-(a * x) ** 2)), lambda a: (), False),
    "dyt": (lambda a: lambda x: (mp.tanh(a * x), a * sech2(a * x)), lambda a: (), False),
    "dyisru": (lambda c: lambda x: (x / mp.sqrt(x * x + c), c / mp.sqrt(x * x + c) ** 3), lambda c: (), True),
    "isru": (lambda a: lambda x: (x / mp.sqrt(1 + a * x * x), 1 / mp.sqrt(1 + a * x * x) ** 3), lambda a: (), True),
    "softcap": (lambda t: lambda x: (t * mp.tanh(x / t), sech2(x / t)), lambda t: (), True),
    "snake": (lambda a: lambda x: (x + mp.sin(a * x) ** 2 / a, 1 + mp.sin(2 * a * x)), lambda a: (), True),
    "hardshrink": (lambda a: shrunk(a, False), lambda a: (-a, a), True),
    "softshrink": (lambda a: shrunk(a, True), lambda a: (-a, a), True),
}


def drawn(rng, names=None):
    """A named activation, with a random parameter where it takes one."""
    name = rng.choice(names or [*FIXED, *WITH_PARAMETER])
    if name in FIXED:
        pair, kinks = FIXED[name]
        return Formula(name, pair, kinks)
    make, kinks, positive = WITH_PARAMETER[name]
    value = Fraction(rng.randint(1, 60), 20)
    if not positive and rng.random() < 0.3:
        value = -value
    # the parameter is rounded where the formula is evaluated, to the precision of that place
    return Formula(f"{name}({text_of(value)})", lambda x: make(number(value))(x), kinks(value))

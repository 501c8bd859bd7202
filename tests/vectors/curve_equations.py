"""Equations whose unknown stands in an argument of a quantity, with their roots by mpmath 1.2.1 at 40 digits: the means by
its tanh-sinh rule over pieces, two weights of attention as a logistic function of one normal, long rows by trapezoidal rules
for g(u) = E exp(-e^(x + u)) and E log S - s^2 (1 - E sum a^2). Prints tests/vectors/curve_equations.txt.
"""

import sys

import mpmath as mp

mp.mp.dps = 30


def mean(f, s=1, m=0, kinks=()):
    """E f(s z + m), split at the kinks of f."""
    ends = sorted({-12, 12, 0, *[max(-12, min(12, (k - m) / s)) for k in kinks]})
    return mp.quad(lambda z: f(s * z + m) * mp.npdf(z), ends)


relu = lambda x: max(x, mp.mpf(0))
step = lambda x: mp.mpf(x > 0)
gelu = lambda x: x * mp.ncdf(x)
silu = lambda x: x / (1 + mp.exp(-x))
sigmoid = lambda x: 1 / (1 + mp.exp(-x))
softplus = lambda x: mp.log1p(mp.exp(x))
dtanh = lambda x: mp.sech(x) ** 2
jumps = lambda x: mp.tanh(x) + step(x - 1)


def variance(f, s=1, m=0):
    return mean(lambda x: f(x) ** 2, s, m) - mean(f, s, m) ** 2


def share(f, s):
    return mp.quad(lambda z: f(s * z) * z * mp.npdf(z), [-12, 0, 12]) ** 2 / variance(f, s)


def two_keys(h, s):
    """E h(a) for the first of two weights: a = sigmoid(d), d ~ N(0, 2 s^2)."""
    return mp.quad(lambda z: h(sigmoid(mp.sqrt(2) * s * z)) * mp.npdf(z), [-12, -4, -1, 0, 1, 4, 12])


def two_entropy(a):
    return -sum(p * mp.log(p) for p in (a, 1 - a) if p > 0)


def long_entropy(n, s):
    """E H = E log S - s^2 (1 - Y) by two trapezoidal rules, of which halved steps change nothing in 15 digits."""
    import math
    h, k = 1 / 24, 1 / 16
    zs = [(i * k, math.exp(-(i * k) ** 2 / 2) * k / math.sqrt(2 * math.pi)) for i in range(-160, 161)]
    log_sum = spread = 0.0
    for i in range(-int((30 + 10 * s) / h), int(12 / h)):
        u = i * h
        g = first = 0.0
        for z, w in zs:
            y = math.exp(min(s * z + u, 30.0))
            e = w * math.exp(-y)
            g += e
            first += y * e
        log_sum += h * (math.exp(-math.exp(u)) - g ** n)
        spread += h * n * (n - 1) * g ** (n - 2) * first ** 2
    return mp.mpf(log_sum - s * s * spread)


def arc(c):
    return (mp.sqrt(1 - c * c) + (mp.pi - mp.acos(c)) * c) / mp.pi


rows = [
    ("activation.mean(relu, std=x) = 1/2", "0.1:9", lambda x: x / mp.sqrt(2 * mp.pi) - 0.5, 1.25),
    ("activation.mean(gelu, mean=x) = 1", "-1:3", lambda x: mean(gelu, 1, x) - 1, 0.8),
    ("activation.mean(\"tanh(x) + step(x - 1)\", mean=x, std=0.5) = 1", "0:3",
     lambda x: mean(jumps, mp.mpf("0.5"), x, [1]) - 1, 0.8),
    ("activation.variance(tanh, std=x) = 0.4", "0.1:9", lambda x: variance(mp.tanh, x) - mp.mpf("0.4"), 1),
    ("activation.variance_gain(silu, std=x) = 1.5", "0.3:6", lambda x: 1 / mp.sqrt(variance(silu, x)) - 1.5, 1.2),
    ("activation.gain(tanh, mean=x) = 1.25", "0.1:4",
     lambda x: 1 / mp.sqrt(mean(lambda y: mp.tanh(y) ** 2, 1, x)) - 1.25, 1),
    ("activation.derivative_mean(tanh, std=x) = 1/2", "0.1:9", lambda x: mean(dtanh, x) - 0.5, 1.2),
    ("activation.derivative_second_moment(softplus, mean=x) = 0.4", "-1:2",
     lambda x: mean(lambda y: sigmoid(y) ** 2, 1, x) - mp.mpf("0.4"), 0.5),
    ("activation.chi_ratio(tanh, std=x) = 2", "0.5:9",
     lambda x: x * x * mean(lambda y: dtanh(y) ** 2, x) / mean(lambda y: mp.tanh(y) ** 2, x) - 2, 4),
    ("activation.linear_share(gelu, std=x) = 0.75", "0.5:3", lambda x: share(gelu, x) - 0.75, 1),
    ("activation.second_moment(\"tanh(x) + step(x - 1)\", std=x) = 1", "0.2:4",
     lambda x: mean(lambda y: jumps(y) ** 2, x, 0, [1]) - 1, 1),
    ("activation.second_moment(glu(sigmoid), std=x) = 1", "0.2:4",
     lambda x: x * x * mean(lambda y: sigmoid(y) ** 2, x) - 1, 1.5),
    ("activation.variance_map(tanh, x, 1.5, 0.1) = x", "0.1:2",
     lambda x: 1.5 * mean(lambda y: mp.tanh(y) ** 2, mp.sqrt(x)) + mp.mpf("0.1") - x, 0.5),
    ("activation.correlation(relu, x) = 1/2", "-0.9:0.9", lambda x: arc(x) - 0.5, 0.3),
    ("activation.correlation(sin, x) = -0.3", "-0.9:0.9",
     lambda x: mp.sinh(x) / mp.sinh(1) + mp.mpf("0.3"), -0.3),
    ("activation.value(gelu, x) = 1", "0:4", lambda x: gelu(x) - 1, 1),
    ("activation.slope(tanh, x) = 0.3", "0:4", lambda x: dtanh(x) - mp.mpf("0.3"), 1),
    ("attention.entropy(2, std=x) = 1/2", "0.1:20", lambda x: two_keys(two_entropy, x) - 0.5, 1.5),
    ("attention.entropy(2, std=x) = x/2", "0.1:20", lambda x: two_keys(two_entropy, x) - x / 2, 1),
    ("attention.entropy(1024, std=x) = 3", "0.1:20", lambda x: long_entropy(1024, float(x)) - 3, (3.2, 3.5)),
    ("attention.participation(2, std=x) = 0.8", "0.1:20",
     lambda x: two_keys(lambda a: a * a + (1 - a) ** 2, x) - mp.mpf("0.8"), 2),
    ("attention.max_weight(2, std=x) = 0.8", "0.1:20",
     lambda x: two_keys(lambda a: max(a, 1 - a), x) - mp.mpf("0.8"), 1.5),
    ("attention.jacobian_norm(2, std=x) = 0.1", "0.1:9",
     lambda x: two_keys(lambda a: 4 * (a * (1 - a)) ** 2, x) - mp.mpf("0.1"), 1.5),
    ("attention.log_partition(2, std=x) = 1", "0.1:9",
     lambda x: two_keys(lambda a: -mp.log(a), x) - 1, 1),
    ("attention.mean_field_alignment(3, x) = 1/2", "0.1:9", lambda x: mp.coth(x) - 1 / x - 0.5, 1.8),
    ("residual.second_moment(pre_norm, sublayers=12, branch_variance=x) = 5", "0.01:9", lambda x: 1 + 12 * x - 5, 0.3),
    ("residual.second_moment(rezero, sublayers=6, branch_scale=x) = 3", "0.01:2", lambda x: (1 + x * x) ** 6 - 3, 0.4),
    ("residual.gradient_ratio(post_norm, sublayers=6, branch_variance=x, chi_ratio=2) = 4", "0.01:9",
     lambda x: ((1 + 2 * x) / (1 + x)) ** 6 - 4, 0.3),
    ("residual.sublayer_cosine(pre_norm, sublayers=6, sublayer=2, initial=x) = 0.9", "0.1:40",
     lambda x: mp.sqrt((x + 2) / (x + 3)) - mp.mpf("0.9"), 2),
    ("residual.skip_weight(deep_norm, sublayers=6, alpha=x) = 1/2", "0.5:9",
     lambda x: (x / mp.sqrt(x * x + 1)) ** 6 - 0.5, 1.5),
    ("residual.path_length_mean(post_norm, sublayers=6, branch_variance=x) = 2", "0.01:9", lambda x: 6 * x / (1 + x) - 2, 0.4),
]


def root(f, start):
    if isinstance(start, tuple):  # doubles: no more digits than they have
        return mp.nstr(mp.findroot(f, start, solver="anderson", tol=1e-22, verify=False), 10)
    return mp.nstr(mp.findroot(f, start), 20)


if __name__ == "__main__":
    print("# Equations in x, the unknown in arguments of quantities, each with the one root in the interval; made by")
    print("# tests/vectors/curve_equations.py with mpmath. The fields: equation; interval; root.")
    for equation, interval, f, start in rows:
        print(equation, interval, root(f, start), sep=" ; ")
        sys.stdout.flush()

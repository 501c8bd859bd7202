"""Oracles: residual streams by their recursions, normalisation layers by their definitions and derivatives."""
from fractions import Fraction

from mpmath import mp, mpf

from cases import Case, argument, closed, family, fraction, positive, real
from formulas import text_of


class Stream:
    """x_{l+1} = skip x_l + branch, perhaps over its root mean square; THEORY B. Second moments and Jacobians, layer by layer."""

    def __init__(self, scheme, layers, branch_variance, chi_ratio=1, initial=1, alpha=None, scale=None):
        v, s = real(branch_variance), real(1 if scale is None else scale)
        a = real(alpha) if alpha is not None else mp.root(mpf(layers), 4) if scheme == "deep_norm" else None
        q = real(initial)
        self.moments, self.skips, self.branches, self.jacobians, self.norms = [q], [], [], [], []
        for layer in range(layers):
            skip, jacobian, norm = mpf(1), real(chi_ratio) * v, mpf(1)
            if scheme == "pre_norm":
                branch, weight, jacobian = s * s * v, s, s * s * jacobian / q
            elif scheme == "sandwich":
                branch, weight, jacobian = v, mpf(1), jacobian / q
            elif scheme == "layer_norm_scaling":
                branch, weight, jacobian = v / (layer + 1), 1 / mp.sqrt(layer + 1), jacobian / ((layer + 1) * q)
            elif scheme in ("rezero", "skip_init"):
                branch, weight, jacobian = s * s * v * q, s, s * s * jacobian
            elif scheme == "post_norm":
                branch, weight, jacobian = s * s * v * q, s, s * s * jacobian
            elif scheme == "deep_norm":
                skip, branch, weight = a, v * q, mpf(1)
            else:
                raise ValueError(scheme)
            total = skip * skip * q + branch
            if scheme in ("post_norm", "deep_norm"):
                norm = total
            self.skips.append(skip)
            self.branches.append(weight)
            self.jacobians.append(jacobian)
            self.norms.append(norm)
            self.totals = getattr(self, "totals", []) + [total]
            q = total / norm
            self.moments.append(q)

    def skip_weight(self, start=0):
        return mp.fprod(skip / mp.sqrt(norm) for skip, norm in zip(self.skips[start:], self.norms[start:]))

    def factor(self, begin, end):
        return mp.fprod((self.skips[l] ** 2 + self.jacobians[l]) / self.norms[l] for l in range(begin, end))

    def shares(self):
        return [j / (skip * skip + j) for skip, j in zip(self.skips, self.jacobians)]


FINAL_NORM = ("pre_norm", "sandwich", "layer_norm_scaling")
SCHEMES = ("pre_norm", "post_norm", "sandwich", "layer_norm_scaling", "rezero", "skip_init", "deep_norm")


def probability(shares, length):
    """Of `length` successes among independent trials."""
    table = [mpf(1)]
    for p in shares:
        table = [(table[k] if k < len(table) else 0) * (1 - p) + (table[k - 1] * p if k else 0) for k in range(len(table) + 1)]
    return table[length] if length < len(table) else mpf(0)


def gradient(stream, layer, scheme):
    whole = stream.factor(layer, len(stream.skips))
    return whole / stream.moments[-1] if scheme in FINAL_NORM else whole


QUANTITIES = {
    "second_moment": lambda s, l, scheme: s.moments[-1],
    "sublayer_cosine": lambda s, l, scheme: s.skips[l] * mp.sqrt(s.moments[l] / s.totals[l]),
    "sublayer_angle": lambda s, l, scheme: mp.acos(s.skips[l] * mp.sqrt(s.moments[l] / s.totals[l])),
    "skip_weight": lambda s, l, scheme: s.skip_weight(),
    "branch_weight": lambda s, l, scheme: s.branches[l] / mp.sqrt(s.norms[l]) * s.skip_weight(l + 1),
    "gradient_ratio": gradient,
    "forward_gradient_ratio": lambda s, l, scheme: s.factor(0, l),
    "path_length_mean": lambda s, l, scheme: mp.fsum(s.shares()),
    "path_length_variance": lambda s, l, scheme: mp.fsum(p * (1 - p) for p in s.shares()),
    "path_length_probability": lambda s, l, scheme: probability(s.shares(), l),
}
LAYERED = {"sublayer_cosine": "sublayer", "sublayer_angle": "sublayer", "branch_weight": "sublayer", "gradient_ratio": "sublayer",
           "forward_gradient_ratio": "sublayer", "path_length_probability": "length"}
CHI = ("gradient_ratio", "forward_gradient_ratio", "path_length_mean", "path_length_variance", "path_length_probability")


@family(*(f"residual.{name}" for name in QUANTITIES), weight=5)
def stream(rng):
    name, scheme, layers = rng.choice(list(QUANTITIES)), rng.choice(SCHEMES), rng.randint(1, 40)
    v, layer = positive(rng, -2, 0), rng.randrange(layers)
    given = {"branch_variance": v}
    if name in LAYERED:
        given[LAYERED[name]] = layer
    if name in CHI and rng.random() < 0.6:
        given["chi_ratio"] = fraction(rng, Fraction(1, 4), 3)
    if rng.random() < 0.4:
        given["initial"] = positive(rng, -1, 1)
    if scheme in ("pre_norm", "post_norm", "rezero", "skip_init") and rng.random() < 0.5:
        given["branch_scale"] = fraction(rng, Fraction(1, 10), 2)
    if scheme == "deep_norm" and rng.random() < 0.5:
        given["alpha"] = fraction(rng, Fraction(1, 2), 4)

    def compute():
        made = Stream(scheme, layers, v, given.get("chi_ratio", 1), given.get("initial", 1), given.get("alpha"), given.get("branch_scale"))
        return QUANTITIES[name](made, layer, scheme)
    return Case(f"residual.{name}({scheme}, sublayers={layers}, {argument(**given)})", lambda: closed(compute))


@family("residual.fixup_scale", "residual.second_moment_variance", "residual.log_gradient_mean", "residual.log_gradient_variance",
        "residual.smallest_singular_value", weight=0.7)
def small_forms(rng):
    n, m, d, v, q = rng.randint(1, 200), rng.randint(2, 6), rng.randint(1, 4096), positive(rng, -2, 0), positive(rng, -1, 1)
    c = lambda: real(v) * (2 + real(v)) / (1 + real(v)) ** 2

    def smallest():
        s2 = real(v)
        r = mp.sqrt(1 + 8 / s2)
        return mp.sqrt(s2 * (r - 3) ** 3 / (8 * (r - 1))) if v < 1 else mpf(0)
    return Case(*rng.choice((
        (f"residual.fixup_scale(sublayers={n}, branch_layers={m})", lambda: closed(lambda: mp.power(n, mpf(-1) / (2 * m - 2)))),
        (f"residual.second_moment_variance(pre_norm, sublayers={n}, {argument(width=d, branch_variance=v, initial=q)})",
         lambda: closed(lambda: (4 * real(v) * real(q) * n + 2 * real(v) ** 2 * n * n) / d)),
        (f"residual.log_gradient_mean(post_norm, sublayers={n}, {argument(width=d, branch_variance=v)})", lambda: closed(lambda: -c() * n / d)),
        (f"residual.log_gradient_variance(post_norm, sublayers={n}, {argument(width=d, branch_variance=v)})", lambda: closed(lambda: 4 * c() * n / d)),
        (f"residual.smallest_singular_value({text_of(v)})", lambda: closed(smallest)))))


def layer_of(name, x, eps, weight, bias):
    """y of a layer, from its paper."""
    n = len(x)
    centre = mp.fsum(x) / n if name in ("layer_norm", "batch_norm", "instance_norm", "z_score") else mpf(0)
    square = mp.fsum((one - centre) ** 2 for one in x) / n
    return [weight * (one - centre) / mp.sqrt(square + eps) + bias for one in x]


def jacobian_of(name, x, eps, weight):
    """dy_i/dx_j by the quotient rule."""
    n = len(x)
    centred = name in ("layer_norm", "batch_norm", "instance_norm", "z_score")
    centre = mp.fsum(x) / n if centred else mpf(0)
    u = [one - centre for one in x]
    r = mp.sqrt(mp.fsum(one * one for one in u) / n + eps)
    return [[weight * (((i == j) - (mpf(1) / n if centred else 0)) / r - u[i] * u[j] / (n * r**3)) for j in range(n)] for i in range(n)]


@family("norm.output", "norm.jacobian", "norm.gradient", "norm.jacobian_norm", weight=2)
def layers(rng):
    name = rng.choice(("layer_norm", "rms_norm", "batch_norm", "instance_norm"))
    n = rng.randint(3, 7)
    x = [fraction(rng, -4, 4, 60) for _ in range(n)]
    x[0] += Fraction(1, 7)
    eps = rng.choice((Fraction(0), Fraction(1, 10**5), Fraction(1, 10)))
    w, b, i, j = fraction(rng, -2, 2), fraction(rng, -1, 1), rng.randrange(n), rng.randrange(n)
    dy = [fraction(rng, -2, 2) for _ in range(n)]
    numbers = lambda values: "[" + ", ".join(text_of(value) for value in values) + "]"
    reals = lambda values: [real(value) for value in values]
    e, g = lambda: real(eps), lambda: real(w)
    head = f"{name}, {numbers(x)}"
    return Case(*rng.choice((
        (f"norm.output({head}, index={i}, {argument(epsilon=eps, weight=w, bias=b)})", lambda: closed(lambda: layer_of(name, reals(x), e(), g(), real(b))[i])),
        (f"norm.jacobian({head}, {argument(row=i, column=j, epsilon=eps, weight=w)})", lambda: closed(lambda: jacobian_of(name, reals(x), e(), g())[i][j])),
        (f"norm.gradient({head}, {numbers(dy)}, {argument(index=j, epsilon=eps, weight=w)})",
         lambda: closed(lambda: mp.fsum(d * row[j] for d, row in zip(reals(dy), jacobian_of(name, reals(x), e(), g()))))),
        (f"norm.jacobian_norm({name}, x={numbers(x)}, {argument(epsilon=eps)})",
         lambda: closed(lambda: mp.fsum(entry**2 for row in jacobian_of(name, reals(x), e(), 1) for entry in row))))))


@family("norm.jacobian_norm", "norm.diagonal_share", "norm.mean_jacobian_norm", "norm.partial_rms_std", "norm.partial_rms_inverse_mean",
        "norm.spectrum", "norm.jacobian_rank", weight=1)
def norm_forms(rng):
    d, k, rms, std = rng.randint(5, 4000), rng.randint(2, 300), positive(rng, -2, 1), positive(rng, -1, 1)
    eps = rng.choice((Fraction(0), Fraction(1, 10**5), Fraction(1, 10)))
    name = rng.choice(("layer_norm", "rms_norm"))
    lost = 2 if name == "layer_norm" else 1
    r = lambda: mp.sqrt(real(rms) ** 2 + real(eps))
    gamma = mp.gamma
    return Case(*rng.choice((
        (f"norm.jacobian_norm({name}, {d}, {argument(rms=rms, epsilon=eps)})", lambda: closed(lambda: (d - lost) / r() ** 2 + real(eps) ** 2 / r() ** 6)),
        (f"norm.diagonal_share({name}, {d})", lambda: closed(lambda: mpf(d + 1) / (d + 2) if lost == 1 else mpf(d - 1) / (d + 1))),
        (f"norm.mean_jacobian_norm({name}, {d}, std={text_of(std)})",
         lambda: closed(lambda: mpf(d - lost) * d / ((d - lost - 1) * real(std) ** 2))),
        (f"norm.partial_rms_std({d + k}, count={k})", lambda: closed(lambda: mp.sqrt(1 - 2 * gamma(mpf(k + 1) / 2) ** 2 / (k * gamma(mpf(k) / 2) ** 2)))),
        (f"norm.partial_rms_inverse_mean({d + k}, count={k})", lambda: closed(lambda: mp.sqrt(mpf(k) / 2) * gamma(mpf(k - 1) / 2) / gamma(mpf(k) / 2))),
        (f"norm.spectrum({name}, {d}, 1, {argument(rms=rms, epsilon=eps)})", lambda: closed(lambda: 1 / r())),
        (f"norm.jacobian_rank({name}, {d}, epsilon={text_of(eps)})", lambda: closed(lambda: mpf(d - lost + (eps > 0)))))))


@family("residual.elementwise_second_moment", "residual.elementwise_gradient_ratio", weight=0.5)
def element_wise_stream(rng):
    """x + F(erf(alpha x)): E erf^2 is an arcsine (Williams), E of the slope's square a Gaussian integral."""
    layers, a, v, q = rng.randint(1, 30), positive(rng, -1, 0), positive(rng, -1, 0), positive(rng, -1, 0)
    name, begin = rng.choice(("second_moment", "gradient_ratio")), rng.randrange(layers)

    def compute():
        moment, ratio, a2 = real(q), mpf(1), real(a) ** 2
        for layer in range(layers):
            if layer >= begin:
                ratio *= 1 + real(v) * 4 * a2 / mp.pi / mp.sqrt(1 + 4 * a2 * moment)
            moment += real(v) * 2 / mp.pi * mp.asin(2 * a2 * moment / (1 + 2 * a2 * moment))
        return moment if name == "second_moment" else ratio
    place = f", sublayer={begin}" if name == "gradient_ratio" else ""
    return Case(f"residual.elementwise_{name}(derf, sublayers={layers}{place}, {argument(alpha=a, branch_variance=v, initial=q)})", lambda: closed(compute))

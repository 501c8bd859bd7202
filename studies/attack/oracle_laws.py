"""Oracles: truncated normals, initialisation, DeepNorm, optimizers, running means."""
from fractions import Fraction

from mpmath import mp, mpf

from cases import Case, argument, closed, family, fraction, positive, real
from formulas import normal_cdf, text_of
from gaussian import integral, pieces


def mass(low, high):
    """P(low < z < high) without cancellation in a tail."""
    return normal_cdf(-low) - normal_cdf(-high) if low > 0 else normal_cdf(high) - normal_cdf(low)


def moment(power, low, high):
    """E[z^power; low < z < high], by quadrature and by parts."""
    phi = lambda z: mp.exp(-z * z / 2) / mp.sqrt(2 * mp.pi)
    ends = [(mpf(0) if mp.isinf(z) else z**n * phi(z)) for z in (low, high) for n in (0, 1, 2, 3)]
    first = mass(low, high)
    if power == 0:
        return first
    if power == 1:
        return ends[0] - ends[4]
    return first + ends[1] - ends[5]


TRUNCATED = {
    "mass": lambda s, m, z: z[0],
    "mean": lambda s, m, z: m + s * z[1] / z[0],
    "variance": lambda s, m, z: s * s * (z[2] / z[0] - (z[1] / z[0]) ** 2),
    "std": lambda s, m, z: s * mp.sqrt(z[2] / z[0] - (z[1] / z[0]) ** 2),
    "std_correction": lambda s, m, z: 1 / mp.sqrt(z[2] / z[0] - (z[1] / z[0]) ** 2),
    "second_moment": lambda s, m, z: s * s * z[2] / z[0] + 2 * m * s * z[1] / z[0] + m * m,
    "partial_second_moment": lambda s, m, z: s * s * z[2] + 2 * m * s * z[1] + m * m * z[0],
}


def limits(rng, mean, std):
    """Limits in units of x: a usual pair, a narrow one, a far tail, a half line."""
    kind = rng.randrange(6)
    low, width = fraction(rng, -5, 5), positive(rng, -3, 0)
    if kind == 0:
        return mean + std * low, mean + std * (low + width)
    if kind == 1:
        far = rng.choice((1, -1)) * fraction(rng, 6, 40)
        return mean + std * far, mean + std * (far + width)
    if kind == 2:
        return mean + std * low, None
    if kind == 3:
        return None, mean + std * low
    half = fraction(rng, Fraction(1, 4), 4)
    return (mean - std * half, mean + std * half) if kind == 4 else (-half, half * 2)


def end(value, sign):
    return ("inf" if sign > 0 else "-inf") if value is None else text_of(value)


@family(*(f"truncated_normal.{name}" for name in TRUNCATED), weight=4)
def truncated_normal(rng):
    name = rng.choice(list(TRUNCATED))
    mean = fraction(rng, -3, 3) if rng.random() < 0.6 else Fraction(0)
    std = positive(rng, -2, 1) if rng.random() < 0.7 else Fraction(1)
    low, high = limits(rng, mean, std)

    def compute():
        with mp.extradps(160):  # the second moment less the squared mean of a narrow or far interval cancels
            s, m = real(std), real(mean)
            a = -mp.inf if low is None else (real(low) - m) / s
            b = mp.inf if high is None else (real(high) - m) / s
            return TRUNCATED[name](s, m, [moment(k, a, b) for k in range(3)])
    return Case(f"truncated_normal.{name}({end(low, -1)}, {end(high, 1)}, {argument(mean=mean, std=std)})", lambda: closed(compute))


@family("complex_truncated_normal.std", "complex_truncated_normal.partial_second_moment")
def complex_truncated_normal(rng):
    """The modulus r of a complex normal has density 2 r exp(-r^2)."""
    name, upper = rng.choice(("std", "partial_second_moment")), positive(rng, -3, 0)

    def known():
        with mp.workdps(40):
            u = real(upper)
            breaks = pieces(mpf(0), min(u, mpf(12)), ())
            square, e2 = integral(lambda r: 2 * r**3 * mp.exp(-r * r), breaks, u**4 * mpf(10) ** -34)
            total, e0 = integral(lambda r: 2 * r * mp.exp(-r * r), breaks, u * u * mpf(10) ** -34)
            cut = mp.exp(-mpf(140)) if u > 12 else mpf(0)
            if name == "std":
                value = mp.sqrt(square / total)
                return value, value * (e2 / square + e0 / total + mpf(10) ** -33 + cut)
            return square, e2 + square * mpf(10) ** -33 + cut
    return Case(f"complex_truncated_normal.{name}({text_of(upper)})", known)


FANS = ("fan_in", "fan_out", "fan_avg")


def fan(mode, inputs, outputs):
    return {"fan_in": real(inputs), "fan_out": real(outputs), "fan_avg": real(inputs + outputs) / 2}[mode]


def two_sigma():
    """std of N(0, 1) on [-2, 2]"""
    return mp.sqrt(1 - 4 * mp.exp(-2) / (mp.sqrt(2 * mp.pi) * mp.erf(mp.sqrt(2))))


@family("init.variance_scaling", weight=0.5)
def variance_scaling(rng):
    scale, mode = positive(rng, -2, 1), rng.choice(FANS)
    law = rng.choice(("normal", "untruncated_normal", "truncated_normal", "uniform"))
    a, b = rng.randint(1, 20000), rng.randint(1, 20000)
    factor = {"uniform": lambda: mp.sqrt(3), "truncated_normal": lambda: 1 / two_sigma()}.get(law, lambda: mpf(1))
    return Case(f"init.variance_scaling({text_of(scale)}, {mode}, {law}, fan_in={a}, fan_out={b})",
                lambda: closed(lambda: mp.sqrt(real(scale) / fan(mode, a, b)) * factor()))


@family("init.std", "init.argument", weight=1)
def scheme_std(rng):
    """Schemes by their papers: LeCun 1/fan, Glorot 2/(fan_in + fan_out), BERT 0.02, Wang 2/(N sqrt d), small init sqrt(2/(5 d))."""
    a, b, n = rng.randint(1, 9000), rng.randint(1, 9000), rng.randint(1, 100)
    kinds = {"lecun": (f"fan_in={a}", lambda: 1 / mp.sqrt(a)), "xavier": (f"fan_in={a}, fan_out={b}", lambda: mp.sqrt(mpf(2) / (a + b))),
             "small_init": (f"width={a}", lambda: mp.sqrt(2 / (5 * mpf(a)))), "wang": (f"layers={n}, width={a}", lambda: 2 / (n * mp.sqrt(a))),
             "he": (f"fan_in={a}, activation=relu", lambda: mp.sqrt(mpf(2) / a)),
             "gpt2_residual": (f"layers={n}", lambda: mpf(2) / 100 / mp.sqrt(2 * mpf(n)))}
    name = rng.choice(list(kinds))
    text, std = kinds[name]
    if rng.random() < 0.5:
        return Case(f"init.std({name}, {text})", lambda: closed(std))
    law = rng.choice(("normal", "uniform", "truncated_normal"))
    factor = {"normal": lambda: mpf(1), "uniform": lambda: mp.sqrt(3), "truncated_normal": lambda: 1 / two_sigma()}[law]
    return Case(f"init.argument({name}, {text}, distribution={law})", lambda: closed(lambda: std() * factor()))


@family("init.realised_std", weight=0.5)
def realised_std(rng):
    std, low = positive(rng, -3, 0), fraction(rng, -4, 1)
    high = low + fraction(rng, Fraction(1, 2), 5)
    return Case(f"init.realised_std({text_of(std)}, {text_of(low)}, {text_of(high)})",
                lambda: closed(lambda: TRUNCATED["std"](real(std), 0, [moment(k, real(low), real(high)) for k in range(3)])))


@family("init.uniform_half_width", "init.largest_singular_value", "init.smallest_singular_value", "init.batch_variance_spread",
        "init.kurtosis", weight=0.5)
def small_forms(rng):
    std, a, b = positive(rng), rng.randint(1, 5000), rng.randint(2, 5000)
    half = fraction(rng, Fraction(1, 2), 5)

    def kurtosis():
        u = real(half)
        phi = mp.exp(-u * u / 2) / mp.sqrt(2 * mp.pi)
        z0 = mp.erf(u / mp.sqrt(2))
        z2 = z0 - 2 * u * phi
        z4 = 3 * z2 - 2 * u**3 * phi
        return z4 * z0 / z2**2
    return rng.choice((
        Case(f"init.uniform_half_width({text_of(std)})", lambda: closed(lambda: mp.sqrt(3) * real(std))),
        Case(f"init.largest_singular_value({a}, {b})", lambda: closed(lambda: 1 + mp.sqrt(mpf(b) / a))),
        Case(f"init.smallest_singular_value({a}, {b})", lambda: closed(lambda: abs(1 - mp.sqrt(mpf(b) / a)))),
        Case(f"init.batch_variance_spread({b})", lambda: closed(lambda: mp.sqrt(mpf(2) / (b - 1)))),
        Case(f"init.kurtosis(truncated_normal, {text_of(-half)}, {text_of(half)})", lambda: closed(kurtosis))))


@family("deepnorm.encoder_alpha", "deepnorm.encoder_beta", "deepnorm.decoder_alpha", "deepnorm.decoder_beta", "deepnorm.alpha_constant",
        "deepnorm.beta_constant", weight=0.7)
def deepnorm(rng):
    n, m = rng.randint(1, 3000), rng.randint(1, 3000)
    p = lambda base, power: mp.power(mpf(base), mpf(1) / power)
    return Case(*rng.choice((
        (f"deepnorm.encoder_alpha({n}, {m})", lambda: closed(lambda: mpf(81) / 100 * p(n**4 * m, 16))),
        (f"deepnorm.encoder_beta({n}, {m})", lambda: closed(lambda: mpf(87) / 100 / p(n**4 * m, 16))),
        (f"deepnorm.encoder_alpha({n})", lambda: closed(lambda: p(2 * n, 4))),
        (f"deepnorm.encoder_beta({n})", lambda: closed(lambda: 1 / p(8 * n, 4))),
        (f"deepnorm.decoder_alpha({n}, {m})", lambda: closed(lambda: p(3 * m, 4))),
        (f"deepnorm.decoder_beta({n}, {m})", lambda: closed(lambda: 1 / p(12 * m, 4))),
        (f"deepnorm.decoder_alpha(decoder_layers={m})", lambda: closed(lambda: p(2 * m, 4))),
        (f"deepnorm.decoder_beta(decoder_layers={m})", lambda: closed(lambda: 1 / p(8 * m, 4))),
        ("deepnorm.alpha_constant()", lambda: closed(lambda: mp.power(3, mpf(-3) / 16))),
        ("deepnorm.beta_constant()", lambda: closed(lambda: mp.power(3, mpf(3) / 16) / mp.sqrt(2))))))


@family("optimizer.adam_first_step", "optimizer.adam_update_bound", "optimizer.adam_noise_rms", "optimizer.adam_signal_update",
        "optimizer.running_half_life", "optimizer.running_variance_factor", "optimizer.gradient_descent_rate",
        "norm.running_half_life", "norm.running_variance_factor", "norm.running_mean_weight", "norm.unbiased_ratio",
        "norm.output_second_moment", weight=1.2)
def optimizer(rng):
    b1 = Fraction(rng.randint(0, 98), 100)
    b2 = Fraction(rng.randint(int(b1 * b1 * 1000) + 1, 999), 1000)
    g, eps, snr = positive(rng, -4, 2) * rng.choice((1, -1)), positive(rng, -9, -2), fraction(rng, -8, 8)
    m, k, batch, steps = Fraction(rng.randint(1, 999), 1000), 1 + positive(rng, -2, 4), rng.randint(2, 9999), rng.randint(0, 3000)
    group, keep = rng.choice(("optimizer", "norm")), rng.choice(("keras", "pytorch"))
    stays = m if keep == "keras" else 1 - m
    v, one = positive(rng, -5, 3), mpf(1)
    def bound():
        x, y = real(b1), real(b2)
        return (1 - x) / mp.sqrt((1 - y) * (1 - x * x / y))
    return Case(*rng.choice((
        (f"optimizer.adam_first_step({text_of(b1)}, {text_of(b2)}, {text_of(g)}, {text_of(eps)})",
         lambda: closed(lambda: real(g) / (abs(real(g)) + real(eps)))),
        (f"optimizer.adam_first_step({text_of(b1)}, {text_of(b2)}, {text_of(g)}, {text_of(eps)}, bias_correction=false)",
         lambda: closed(lambda: (1 - real(b1)) * real(g) / (mp.sqrt(1 - real(b2)) * abs(real(g)) + real(eps)))),
        (f"optimizer.adam_update_bound({text_of(b1)}, {text_of(b2)})", lambda: closed(bound)),
        (f"optimizer.adam_noise_rms({text_of(b1)})", lambda: closed(lambda: mp.sqrt((1 - real(b1)) / (1 + real(b1))))),
        (f"optimizer.adam_signal_update({text_of(snr)})", lambda: closed(lambda: real(snr) / mp.sqrt(1 + real(snr) ** 2))),
        (f"{group}.running_half_life({text_of(m)}, {keep})", lambda: closed(lambda: -mp.log(2) / mp.log(real(stays)))),
        (f"{group}.running_variance_factor({text_of(m)}, {keep})", lambda: closed(lambda: (1 - real(stays)) / (1 + real(stays)))),
        (f"norm.running_mean_weight({text_of(m)}, {steps}, {keep})", lambda: closed(lambda: real(stays) ** steps)),
        (f"norm.unbiased_ratio({batch})", lambda: closed(lambda: one * batch / (batch - 1))),
        (f"norm.output_second_moment({text_of(v)}, {text_of(eps)})", lambda: closed(lambda: real(v) / (real(v) + real(eps)))),
        (f"optimizer.gradient_descent_rate({text_of(k)})", lambda: closed(lambda: (real(k) - 1) / (real(k) + 1))))))

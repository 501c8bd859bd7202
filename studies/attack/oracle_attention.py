"""Oracles: rows of two and three keys by integration over the logits, mean fields, frozen rows, length rules; element-wise maps."""
from fractions import Fraction

from mpmath import mp, mpf

from cases import Case, argument, closed, family, fraction, positive, real
from formulas import text_of
from gaussian import DIGITS, integral, normal_mean, pieces


def weights(x):
    top = max(x)
    e = [mp.exp(one - top) for one in x]
    total = mp.fsum(e)
    return [one / total for one in e]


def entropy(x):
    a = weights(x)
    return -mp.fsum(one * mp.log(one) for one in a)


def log_partition(x):
    top = max(x)
    return top + mp.log(mp.fsum(mp.exp(one - top) for one in x))


def squares(x, power=2):
    return mp.fsum(one**power for one in weights(x))


ROWS = {
    "entropy": entropy, "log_partition": log_partition, "mean_logit": lambda x: mp.fsum(a * z for a, z in zip(weights(x), x)),
    "total_weight": lambda x: mpf(1), "participation": squares, "sum_cubes": lambda x: squares(x, 3),
    "participation_squared": lambda x: squares(x) ** 2, "jacobian_norm": lambda x: squares(x) - 2 * squares(x, 3) + squares(x) ** 2,
    "max_weight": lambda x: max(weights(x)),
}


def of_two(statistic, std):
    """x and y are c + d/2 and c - d/2 with independent c ~ N(0, s^2/2) and d ~ N(0, 2 s^2); what depends on c has mean 0."""
    with mp.workdps(DIGITS):
        return normal_mean(lambda d: statistic([d / 2, -d / 2]), mp.sqrt(2) * real(std), 0, [0], 1)


@family(*(f"attention.{name}" for name in ROWS), weight=3)
def two_keys(rng):
    name, std = rng.choice(list(ROWS)), rng.choice((fraction(rng, Fraction(1, 4), 4), positive(rng, -2, 0)))
    causal = rng.random() < 0.3 and name != "max_weight"
    std = max(std, Fraction(1, 1000))
    if std > 12:
        std = Fraction(12)

    def known():
        value, error = of_two(ROWS[name], std)
        if causal:  # the row of one key: entropy 0, log S = x, weights 1
            first = {"entropy": 0, "log_partition": 0, "mean_logit": 0, "jacobian_norm": 0}.get(name, 1)
            return (value + first) / 2, error + mpf(10) ** (2 - DIGITS)
        return value, error
    return Case(f"attention.{name}(2, {text_of(std)}{', mask=causal' if causal else ''})", known)


@family(*(f"attention.{name}" for name in ROWS), weight=0.3)
def three_keys(rng):
    """The logits less their mean fill a plane; the trapezoidal rule with two steps, whose difference is the error."""
    name, std = rng.choice([one for one in ROWS if one != "max_weight"]), fraction(rng, Fraction(1, 4), 2, 14)

    def rule(step):
        s, count = real(std), int(mpf(7) / step)
        total = mpf(0)
        for i in range(-count, count + 1):
            for j in range(-count, count + 1):
                p, q = step * i, step * j
                weight = mp.exp(-(p * p + q * q) / 2)
                if weight > mpf(10) ** -13:
                    total += weight * ROWS[name]([s * (p / mp.sqrt(2) + q / mp.sqrt(6)), s * (q / mp.sqrt(6) - p / mp.sqrt(2)), -2 * s * q / mp.sqrt(6)])
        return total * step * step / (2 * mp.pi)

    def known():
        with mp.workdps(16):
            fine, coarse = rule(mpf(35) / 100), rule(mpf(45) / 100)
            return fine, abs(fine - coarse) + mpf(10) ** -10
    return Case(f"attention.{name}(3, {text_of(std)})", known)


@family("attention.fraction_above", "attention.median_max_weight", weight=0.6)
def extremes_of_two(rng):
    """The larger of two weights is sigmoid(|d|), d ~ N(0, 2 s^2)."""
    std, t = fraction(rng, Fraction(1, 4), 6), fraction(rng, Fraction(11, 20), Fraction(99, 100))
    above = lambda: mp.erfc(mp.log(real(t) / (1 - real(t))) / (2 * real(std)))
    median = lambda: 1 / (1 + mp.exp(-2 * real(std) * mp.erfinv(mpf(1) / 2)))
    return Case(*rng.choice(((f"attention.fraction_above(2, {text_of(std)}, {text_of(t)})", lambda: closed(above)),
                             (f"attention.median_max_weight(2, {text_of(std)})", lambda: closed(median)))))


def sphere(dim, z):
    """log E e^(z cos) and its derivative, by the Bessel functions."""
    nu = mpf(dim) / 2
    with mp.extradps(30):
        log_z = mp.log(mp.hyp0f1(nu, real(z) ** 2 / 4))
        alignment = real(z) / dim * mp.hyp0f1(nu + 1, real(z) ** 2 / 4) / mp.hyp0f1(nu, real(z) ** 2 / 4)
        return log_z, alignment


@family("attention.mean_field_log_partition", "attention.mean_field_alignment", "attention.mean_field_deficit",
        "attention.mean_field_deficit_per_dim", weight=1.5)
def mean_field(rng):
    dim, z, scale = rng.randint(2, 300), positive(rng, -2, 1), positive(rng, -2, 1)
    c = lambda: (-1 + mp.sqrt(1 + 4 * real(scale) ** 2)) / (2 * real(scale))

    def deficit():
        with mp.extradps(20):
            return sphere(dim, z)[0] - real(z) * sphere(dim, z)[1]
    return Case(*rng.choice((
        (f"attention.mean_field_log_partition({dim}, {text_of(z)})", lambda: closed(lambda: sphere(dim, z)[0])),
        (f"attention.mean_field_alignment({dim}, {text_of(z)})", lambda: closed(lambda: sphere(dim, z)[1])),
        (f"attention.mean_field_deficit({dim}, {text_of(z)})", lambda: closed(deficit)),
        (f"attention.mean_field_deficit_per_dim({text_of(scale)})", lambda: closed(lambda: mp.log1p(-c() ** 2) / 2)))))


@family("attention.frozen_entropy", "attention.frozen_participation", "attention.frozen_jacobian_norm", "attention.freezing_std",
        "attention.freezing_ratio", "attention.annealed_entropy", "attention.annealed_participation", "attention.annealed_jacobian_norm",
        "attention.logit_variance", "attention.logit_excess_kurtosis", "attention.realformer_logit_std", "attention.log_rule",
        "attention.sqrt_log_rule", "attention.yarn_logit_factor", "attention.longrope_logit_factor", "attention.scalable_softmax_weight",
        "attention.planted_weight", "attention.planted_scale", weight=2)
def rules(rng):
    m, n, ref = Fraction(rng.randint(1, 99), 100), rng.randint(2, 10**6), rng.randint(3, 10**5)
    s, d, g = fraction(rng, Fraction(1, 10), 4), rng.randint(1, 2048), fraction(rng, Fraction(1, 10), 5)
    q, k, factor = positive(rng, -1, 0), positive(rng, -1, 0), positive(rng, -1, 3)
    log = mp.log
    v = lambda: real(s) ** 2
    freezing = lambda: mp.sqrt(2 * log(n))
    typical = lambda: freezing() - (log(log(n)) + log(4 * mp.pi)) / (2 * freezing())
    return Case(*(lambda one: (one[0], lambda: closed(one[1])))(rng.choice((
        (f"attention.frozen_entropy({text_of(m)})", lambda: mp.psi(0, 1) - mp.psi(0, 1 - real(m))),
        (f"attention.frozen_participation({text_of(m)})", lambda: 1 - real(m)),
        (f"attention.frozen_jacobian_norm({text_of(m)})", lambda: real(m) * (1 - real(m)) / 3),
        (f"attention.freezing_std({n})", freezing),
        (f"attention.freezing_std({n}, correction=finite)", typical),
        (f"attention.freezing_ratio({n}, {text_of(s)})", lambda: real(s) / freezing()),
        (f"attention.annealed_entropy({n}, {text_of(s)})", lambda: log(n) - v() / 2 + (v() * mp.exp(v()) - mp.expm1(v()) / 2) / n),
        (f"attention.annealed_participation({n}, {text_of(s)})", lambda: mp.exp(v()) / n),
        (f"attention.annealed_jacobian_norm({n}, {text_of(s)}, order=2)",
         lambda: mp.exp(v()) / n - (4 * mp.exp(3 * v()) - 4 * mp.exp(2 * v()) + mp.exp(v())) / mpf(n) ** 2),
        (f"attention.logit_variance(gaussian, {d}, {text_of(factor)}, {text_of(q)}, {text_of(k)})", lambda: real(factor) ** 2 * real(q) ** 2 * real(k) ** 2 * d),
        (f"attention.logit_excess_kurtosis(gaussian, {d})", lambda: mpf(6) / d),
        (f"attention.logit_excess_kurtosis(uniform, {d})", lambda: mpf(24) / 100 / d),
        (f"attention.logit_excess_kurtosis(sphere, {d})", lambda: mpf(-6) / (d + 2)),
        (f"attention.realformer_logit_std({d}, {text_of(s)})", lambda: real(s) * mp.sqrt(d)),
        (f"attention.log_rule({n}, {ref})", lambda: log(n) / log(ref)),
        (f"attention.sqrt_log_rule({n}, {ref})", lambda: mp.sqrt(log(n) / log(ref))),
        (f"attention.yarn_logit_factor({text_of(factor)})", lambda: (log(real(factor)) / 10 + 1) ** 2 if factor > 1 else mpf(1)),
        (f"attention.longrope_logit_factor({text_of(factor)}, {ref})", lambda: 1 + log(real(factor)) / log(ref) if factor > 1 else mpf(1)),
        (f"attention.scalable_softmax_weight({n}, {text_of(s)}, {text_of(g)}, {text_of(-g)})",
         lambda: 1 / (1 + (n - 1) * mp.exp(-real(s) * 2 * real(g) * log(n)))),
        (f"attention.planted_weight({n}, {text_of(g)}, {text_of(s)})", lambda: 1 / (1 + (n - 1) * mp.exp(-real(s) * real(g)))),
        (f"attention.planted_scale({n}, {ref}, {text_of(g)}, {text_of(s)})", lambda: real(s) + (log(n - 1) - log(ref - 1)) / real(g)),
    ))))


@family("attention.sphere_entropy", weight=0.2)
def sphere_of_two(rng):
    """Two keys in three dimensions: their cosines are uniform and independent on [-1, 1]."""
    z = fraction(rng, Fraction(1, 4), 12)

    def known():
        with mp.workdps(DIGITS):
            d = real(z)
            breaks = [mpf(k) / 4 for k in range(9)]                            # |c1 - c2| has density (2 - t)/2 on [0, 2]
            value, error = integral(lambda t: (2 - t) / 2 * entropy([d * t, mpf(0)]), breaks, mpf(10) ** (6 - DIGITS))
            return value, error + mpf(10) ** (4 - DIGITS)                      # what rounding can do
    return Case(f"attention.sphere_entropy(2, 3, {text_of(z / 3)})", known)


def best_map(dim, x):
    """E[sqrt(d) x/sqrt(x^2 + A)], A chi-squared of d - 1: an integral over r = sqrt(A)."""
    k = dim - 1
    norm = 2 / (mp.power(2, mpf(k) / 2) * mp.gamma(mpf(k) / 2))
    density = lambda r: norm * r ** (k - 1) * mp.exp(-r * r / 2)
    middle = mp.sqrt(mpf(k))
    breaks = pieces(max(mpf(0), middle - 14), middle + 14, [], 1)
    return density, breaks, lambda power: integral(lambda r: density(r) * (dim * x * x / (x * x + r * r)) ** (mpf(power) / 2), breaks, mpf(10) ** (5 - DIGITS))


@family("elementwise.best_map", "elementwise.scatter", weight=1)
def best(rng):
    name, dim, x, std = rng.choice(("best_map", "scatter")), rng.randint(3, 200), positive(rng, -1, 0), positive(rng, -1, 0)

    def known():
        with mp.workdps(DIGITS):
            mean, error = best_map(dim, real(x) / real(std))[2](1)
            if name == "best_map":
                return mean, error + mpf(10) ** (4 - DIGITS)
            square, more = best_map(dim, real(x) / real(std))[2](2)
            value = mp.sqrt(square - mean**2)
            return value, (more + 2 * mean * error + mpf(10) ** (4 - DIGITS)) / value
    return Case(f"elementwise.{name}({dim}, {text_of(x)}, {text_of(std)})", known)


@family("elementwise.irreducible_error", weight=0.2)
def irreducible(rng):
    """1 - (d/2) (Gamma((d+1)/2)/Gamma(d/2+1))^2 3F2(1/2, 1/2, 3/2; d/2+1, d/2+1; 1), the series term by term: mpmath's own 3F2 at 1
    returns nonsense (at d = 58). Its terms fall faster than k^-d, so that what follows the last is less than it times k."""
    dim = rng.randint(40, 200)

    def compute():
        d, term, total, k = mpf(dim), mpf(1), mpf(1), 0
        while term * (k + 1) > mpf(10) ** -70:
            term *= (k + mpf(1) / 2) ** 2 * (k + mpf(3) / 2) / ((k + d / 2 + 1) ** 2 * (k + 1))
            total += term
            k += 1
        return 1 - d / 2 * (mp.gamma((d + 1) / 2) / mp.gamma(d / 2 + 1)) ** 2 * total
    return Case(f"elementwise.irreducible_error({dim})", lambda: closed(compute))


@family("elementwise.error", weight=0.4)
def map_error(rng):
    """E[(g(x_1) - y_1)^2] = E g^2 - 2 E g(x_1) y_1 + 1; E g y by the polar form: x_1 = r t, y_1 = sqrt(d) t."""
    dim, a, c = rng.randint(3, 12), fraction(rng, Fraction(1, 10), 1), positive(rng, -1, 1)
    form, given = rng.choice((("dyt", {"alpha": a}), ("dyisru", {"c": c})))
    g = (lambda x: mp.sqrt(dim) * mp.tanh(real(a) * x)) if form == "dyt" else (lambda x: mp.sqrt(dim) * x / mp.sqrt(x * x + real(c)))

    def known():
        with mp.workdps(20):
            square, e2 = normal_mean(lambda x: g(x) ** 2)
            errors, cut = [mpf(0)], mp.sqrt(dim) + 11

            def over_angles(r):                                                   # t = sin(angle), which is smooth at both ends in every dimension
                value, error = integral(lambda angle: mp.sin(angle) * mp.cos(angle) ** (dim - 2) * g(r * mp.sin(angle)), [mpf(0), mp.pi / 4, mp.pi / 2], mpf(10) ** -15)
                errors.append(error)
                return value

            def weight(r):
                return r ** (dim - 1) * mp.exp(-r * r / 2)
            value, error = integral(lambda r: weight(r) * over_angles(r), pieces(mpf(0), cut, [], 3), mpf(10) ** -13)
            radii, angles = 2 ** (mpf(dim) / 2 - 1) * mp.gamma(mpf(dim) / 2), mp.sqrt(mp.pi) * mp.gamma(mpf(dim - 1) / 2) / mp.gamma(mpf(dim) / 2)
            factor = 2 * mp.sqrt(dim) / (radii * angles)                          # 2: of negative angles, too
            error += max(errors) * radii + 4 * weight(cut) * dim
            return square - 2 * factor * value + 1, e2 + 2 * factor * error + mpf(10) ** -17
    return Case(f"elementwise.error({form}, {dim}, {argument(**given)})", known)


@family("attention.median_entropy", "attention.median_jacobian_norm", weight=0.3)
def medians_of_two(rng):
    """Both are monotone in |d|, d ~ N(0, 2 s^2): their medians stand at its median."""
    std, name = fraction(rng, Fraction(1, 4), 6), rng.choice(("entropy", "jacobian_norm"))

    def compute():
        d = 2 * real(std) * mp.erfinv(mpf(1) / 2)
        return ROWS[name]([d / 2, -d / 2])
    return Case(f"attention.median_{name}(2, {text_of(std)})", lambda: closed(compute))

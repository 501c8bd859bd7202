"""Prints the references of tests/quantities/{normal,quantizer,optimizer,attention,activation,initialization} that are mpmath's.

Each is computed here from the definition, by other formulas and methods than sigprop's: integrals by quad, roots by findroot,
extrema by dense search and refinement. python3 tests/vectors/pasted_constants.py [--check SIGPROP] [GROUP...]

With --check, exit 1 unless each number that is printed stands in a test below tests/quantities, to as many of its digits as
stand there, at least 12, or else is what `sigprop eval` says; and unless all that are wrong in the 12th digit are missed. 77 without mpmath.
"""
import itertools
import pathlib
import re
import subprocess
import sys

try:
    import mpmath
except ImportError:
    print("skipped: mpmath is not installed")
    sys.exit(77)

from mpmath import mp, mpf, quad, erfc, erfinv, sqrt, pi, exp, log, log1p, expm1, loggamma, findroot, nstr, npdf, cos, inf, erf

mp.dps = 40
ROOT2 = sqrt(mpf(2))


def above(x):
    return erfc(x / ROOT2) / 2


SHOWN = []


def show(name, value, call=None):
    """`call` is what sigprop is asked where no test has the number; "" for what is no reference."""
    if call != "" and value not in (-1, 0, 1):
        SHOWN.append((name, mpf(value), call))
    print(f"{name} = {nstr(value, 25)}", flush=True)


def numbers_of_tests():
    """The decimals in quotes of the tests with at least 12 digits, as (number, one unit in its last digit)."""
    found = []
    for path in pathlib.Path(__file__).parents[1].joinpath("quantities").rglob("*_test.cpp"):
        for sign, whole, part, power in re.findall(r'"(-?)(\d+)\.(\d+)(?:e(-?\d+))?"', path.read_text()):
            if len((whole + part).lstrip("0")) >= 12:
                scale = mpf(10) ** (int(power or 0) - len(part))
                found.append((mpf(int(sign + whole + part)) * scale, scale))
    return found


def said_by(tool, call):
    done = subprocess.run([tool, "eval", call, "--digits", "20", "--plain"], capture_output=True, text=True, check=False)
    return mpf(done.stdout.split()[0]) if done.returncode == 0 else mpmath.nan


def unknown(shown, tested, said):
    """The names whose numbers are neither in a test nor said by the tool; what a test has may be cut or rounded."""
    def is_known(name, value):
        if any(abs(value - number) <= unit for number, unit in tested):
            return True
        return name in said and abs(said[name] - value) <= mpf(10) ** -12 * abs(value)

    return [name for name, value, _ in shown if not is_known(name, value)]


def check(tool):
    tested = numbers_of_tests()
    missed = set(unknown(SHOWN, tested, {}))
    said = {name: said_by(tool, call) for name, _, call in SHOWN if name in missed and call}
    missed = unknown(SHOWN, tested, said)
    for name in missed:
        print(f"neither a test nor sigprop has {name}")
    wrong = [(name, value * (1 + mpf(10) ** -11), call) for name, value, call in SHOWN]
    unseen = len(wrong) - len(unknown(wrong, tested, said))
    if unseen:
        print(f"{unseen} numbers that are wrong in their 12th digit pass")
    print(f"{len(SHOWN)} numbers, {len(said)} of them asked of sigprop")
    return 1 if missed or unseen or not SHOWN else 0


def error_on(a, b, scale, value):
    """The integral of (scale z - value)^2 over [a, b], from antiderivatives of z^k pdf(z)."""
    density = lambda x: npdf(x) if abs(x) != inf else mpf(0)
    tail = lambda x: above(x) if abs(x) != inf else mpf(0)
    edge = lambda x: x * npdf(x) if abs(x) != inf else mpf(0)
    mass, first = tail(a) - tail(b), density(a) - density(b)
    return scale**2 * (mass + edge(a) - edge(b)) - 2 * scale * value * first + value**2 * mass


def normal():
    ends = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 20]
    for n in (5, 64, 1000, 10**6, 2**63):
        n = mpf(n)
        largest = quad(lambda x: -expm1(n * log1p(-above(x))), ends)
        largest -= quad(lambda x: (1 - above(x)) ** n, [-20, -10, -5, -2, -1, 0])
        show(f"expected_max({int(n)})", largest)
        magnitude = quad(lambda x: -expm1(n * log1p(-2 * above(x))) if x > 0 else mpf(1), ends)
        show(f"expected_absmax({int(n)})", magnitude)
    mp.dps = 90
    for n, k in ((10, 9), (20, 3), (4096, 1024), (2**63, 2**63 - 20), (2**63, 2**63 - 1024), (10**6, 250000)):
        n, k = mpf(n), mpf(k)
        factor = exp(loggamma(n + 1) - loggamma(k) - loggamma(n - k + 1))
        middle = findroot(lambda x: above(x) - (n + 1 - k) / (n + 1), 8 if n > 10**9 else 0)
        spread = sqrt(k / (n + 1) * (1 - k / (n + 1)) / (n + 2)) / npdf(middle)
        value = quad(lambda x: x * factor * exp((k - 1) * log1p(-above(x))) * above(x) ** (n - k) * npdf(x),
                     [middle + spread * t for t in range(-40, 41, 4)])
        show(f"expected_order({int(n)}, {int(k)})", value)
    mp.dps = 40


def lloyd_max(bits):
    """Lloyd's iteration's fixed point by Newton on all values, with slopes by differences of the cells' means."""
    half = 2 ** (bits - 1)
    values = [sqrt(mpf(3)) * ROOT2 * erfinv((i + mpf(1) / 2) / half) for i in range(half)]

    def mean(a, b):
        mass = above(a) - (above(b) if b != inf else 0)
        return (npdf(a) - (npdf(b) if b != inf else 0)) / mass

    for _ in range(400 * half):
        ends = [mpf(0)] + [(a + b) / 2 for a, b in itertools.pairwise(values)] + [inf]
        new = [mean(a, b) for a, b in itertools.pairwise(ends)]
        if max(abs(a - b) for a, b in zip(new, values)) < mpf(10) ** -30:
            break
        values = new
    return values


def rounding_error(values, std):
    """By the integrals over all cells, of a symmetric table's half."""
    ends = [mpf(0)] + [(a + b) / 2 / std for a, b in itertools.pairwise(values)] + [inf]
    total = mpf(0)
    for value, (a, b) in zip(values, itertools.pairwise(ends)):
        total += error_on(a, b, std, value)
    return 2 * total / std**2


def minifloat(mantissa, exponent, bias, unused):
    octave = 2**mantissa
    codes = 2 ** (exponent + mantissa) - unused
    return [mpf(c % octave + (octave if c // octave else 0)) * mpf(2) ** (max(c // octave, 1) - bias - mantissa)
            for c in range(codes)]


FORMATS = {"e4m3fn": (3, 4, 7, 1), "e5m2": (2, 5, 15, 4), "e2m1": (1, 2, 1, 0), "e3m2": (2, 3, 3, 0), "e2m3": (3, 2, 1, 0)}


def nf4(offset):
    offset = mpf(offset)
    quantile = lambda p: ROOT2 * erfinv(2 * p - 1)
    positive = [quantile(offset - (offset - mpf(1) / 2) * k / 8) for k in range(8)]
    negative = [-quantile(offset - (offset - mpf(1) / 2) * k / 7) for k in range(7)]
    return [v / max(positive) for v in sorted(positive + [mpf(0)] + negative)]


def quantizer():
    for bits in (2, 3):
        values = lloyd_max(bits)
        for index, value in enumerate(values):
            show(f"lloyd_max_level({bits}, {index})", value)
        show(f"lloyd_max_mse({bits})", rounding_error(values, mpf(1)))
    for bits in (1, 2, 4):
        half = 2 ** (bits - 1)
        error = lambda s: rounding_error([(k + mpf(1) / 2) * s for k in range(half)], mpf(1))
        mp.dps = 60
        fall = lambda s: mpmath.diff(error, s)
        step = findroot(fall, (mpf("1.59"), mpf("0.9957"), 0, mpf("0.3352"))[bits - 1])
        mp.dps = 40
        show(f"uniform_step({bits})", step)
        show(f"uniform_mse({bits})", error(step))
    for bits in (2, 4, 8):
        m = mpf(3) * 4**bits
        show(f"clip({bits}, laplace)", mpmath.lambertw(m).real)
        show(f"clip({bits})", findroot(lambda a: 2 * (npdf(a) - a * above(a)) - a / m, 2 + bits / 4))
    for index, value in enumerate(nf4(mpf(929) / 960)):
        show(f"nf4_level({index})", value)
    for name, shape in FORMATS.items():
        values = minifloat(*shape)
        show(f"format_mse({name})", rounding_error(values, mpf(1)))
    show("format_mse(e4m3fn, 64)", rounding_error(minifloat(*FORMATS["e4m3fn"]), mpf(64)))
    side = lambda most: [mpf(k) for k in range(most + 1)]
    show("format_mse(int8, 30)", (rounding_error(side(127), mpf(30)) + rounding_error(side(128), mpf(30))) / 2)
    for name in ("e2m1", "e3m2", "e2m3"):
        values = minifloat(*FORMATS[name])
        boundaries = [((a + b) / 2, b - a) for a, b in itertools.pairwise(values)]
        gain = lambda u: u * sum(d * (npdf(u * t) - u * t * above(u * t)) for t, d in boundaries)
        grid = [mpf(2) ** (mpf(k) / 32) / 64 for k in range(400)]
        start = max(grid, key=gain)
        best = findroot(lambda u: mpmath.diff(gain, u), start)
        show(f"best_scale({name})", 1 / best)
    tables = {"nf4": nf4(mpf(929) / 960), "int4": [mpf(k) / 7 for k in range(-7, 8)]}
    for name, table in tables.items():
        for block in (2, 64):
            def within(a, table=table):
                ends = [-a] + [a * (x + y) / 2 for x, y in itertools.pairwise(table)] + [a]
                return sum(error_on(b, c, mpf(1), a * v) for v, (b, c) in zip(table, itertools.pairwise(ends)))
            mp.dps = 30
            value = (block - 1) * 2 * quad(lambda a: npdf(a) * erf(a / ROOT2) ** (block - 2) * within(a),
                                           [0, 1, 2, 3, 4, 6, 9])
            mp.dps = 40
            show(f"block_absmax_mse({name}, {block})", value)


def best_quintic(lower, upper):
    """Remez: three coefficients and the error from four points, then the points from the derivative."""
    q, r = (3 * lower + upper) / 4, (lower + 3 * upper) / 4
    for _ in range(2000):
        rows = mpmath.matrix([[x, x**3, x**5, s] for x, s in ((lower, 1), (q, -1), (r, 1), (upper, -1))])
        a, b, c, error = mpmath.lu_solve(rows, mpmath.matrix([1, 1, 1, 1]))
        root = sqrt(9 * b * b - 20 * a * c)
        new = sqrt((-3 * b - root) / (10 * c)), sqrt((-3 * b + root) / (10 * c))
        done = abs(new[0] - q) + abs(new[1] - r) < mpf(10) ** -35
        q, r = new
        if done:
            break
    return a, b, c


def muon():
    def after(x, triples):
        for a, b, c in triples:
            x = a * x + b * x**3 + c * x**5
        return x

    jordan = [(mpf("3.4445"), mpf("-4.7750"), mpf("2.0315"))] * 5
    express = [tuple(map(mpf, t)) for t in (
        ("8.28721201814563", "-23.595886519098837", "17.300387312530933"),
        ("4.107059111542203", "-2.9478499167379106", "0.5448431082926601"),
        ("3.9486908534822946", "-2.908902115962949", "0.5518191394370137"),
        ("3.3184196573706015", "-2.488488024314874", "0.51004894012372"),
        ("2.300652019954817", "-1.6689039845747493", "0.4188073119525673"))]
    for name, triples, lower in (("jordan", jordan, mpf("0.01")), ("jordan", jordan, mpf("0.001")), ("express", express, mpf("0.001"))):
        count = 200000
        grid = [lower * (1 / lower) ** (mpf(k) / count) for k in range(count + 1)]
        values = [after(float(x), [tuple(map(float, t)) for t in triples]) for x in grid]
        for word, pick in (("smallest", min), ("largest", max)):
            k = values.index(pick(values))
            if k in (0, count):
                value = after(grid[k], triples)
            else:
                x = findroot(lambda y: mpmath.diff(lambda z: after(z, triples), y), (grid[k - 1], grid[k + 1]), solver="anderson")
                value = after(x, triples)
            call = f"muon.{word}_singular_value(lower={nstr(lower, 5)})" if name == "jordan" else None
            show(f"{word} {name} {nstr(lower, 5)}", value, call)
    lower, upper = mpf("0.001"), mpf(1)
    for step in range(1, 6):
        a, b, c = best_quintic(lower, upper)
        for letter, value in zip("abc", (a, b, c)):
            show(f"best_coefficients({step}, 1e-3) {letter}", value, f"muon.best_coefficients({step}, 1e-3, {letter})")
        lower = a * lower + b * lower**3 + c * lower**5
        upper = 2 - lower
        show(f"best_error({step}, 1e-3)", 1 - lower, f"muon.best_error({step}, 1e-3)")
    lower, upper = mpf("0.001"), mpf(1)
    for step in range(1, 6):
        a, b, c = best_quintic(max(lower, mpf("0.02407327424182761") * upper), upper)
        p = lambda x: a * x + b * x**3 + c * x**5
        scale = 2 / (p(lower) + p(upper))
        a, b, c = a * scale, b * scale, c * scale
        show(f"best_coefficients({step}, 1e-3, cushion) a", a,
             f"muon.best_coefficients({step}, 1e-3, cushion=0.02407327424182761)")
        lower = a * lower + b * lower**3 + c * lower**5
        upper = 2 - lower


def attention():
    for length, dim in ((16, 8), (64, 32), (64, 128)):
        total = lambda t, m: sum(cos(m * exp(-2 * i * t / mpf(dim))) for i in range(dim // 2))
        best = None
        # From the top down, in steps far below half a turn of the fastest cosine that moves.
        for m in range(1, length + 1):
            t = log(mpf(10) ** 9)
            step = 1 / mpf(16 * max(m, 8))
            ft = [float(2 * i / dim) for i in range(dim // 2)]
            import math
            x = float(t)
            while x > (float(best) if best else 0):
                if sum(math.cos(m * math.exp(-s * x)) for s in ft) < 0:
                    best = findroot(lambda y, m=m: total(y, m), (mpf(x), mpf(x) + step), solver="anderson")
                    break
                x -= float(step)
        show(f"least_base({length}, {dim})", exp(best), f"rope.least_base({length}, {dim})")
    show("ntk_base(8, 128)", 10000 * mpf(8) ** (mpf(128) / 126))
    for index in (10, 30, 40, 60):
        theta = mpf(500000) ** (-mpf(2 * index) / 128)
        turns = 8192 * theta / (2 * pi)
        blend = min(max((turns - 1) / 3, mpf(0)), mpf(1))
        show(f"llama3_frequency({index})", theta * ((1 - blend) / 8 + blend))


def sinks():
    """Two keys and a sink from the definition, by the trapezoidal rule in the plane; 64 keys by the integral over u."""
    mp.dps = 30
    h = mpf(1) / 8
    points = [k * h for k in range(-96, 97)]
    pdf = [npdf(x) * h for x in points]

    def mean(f, std):
        powers = [exp(std * x) for x in points]
        return sum(p * sum(q * f(a, b) for b, q in zip(powers, pdf)) for a, p in zip(powers, pdf))

    def entropy_of(a, b, s):
        total = a + b + s
        return log(total) - (a * log(a) + b * log(b) + s * log(s)) / total

    for std, sink in ((mpf(1), mpf(0)), (mpf("0.5"), mpf(2))):
        s = exp(sink)
        show(f"sink_weight(2, {nstr(std, 3)}, sink={nstr(sink, 3)})", mean(lambda a, b: s / (a + b + s), std))
        show(f"entropy(2, {nstr(std, 3)}, sink={nstr(sink, 3)})", mean(lambda a, b: entropy_of(a, b, s), std))
    powers = [exp(x) for x in points]
    g = lambda y: sum(p * exp(-y * a) for a, p in zip(powers, pdf))
    grid = [exp(mpf(k) / 8) for k in range(-8 * 64, 8 * 7)]
    show("sink_weight(64, 1, sink=3)", sum(y * exp(3) * exp(-y * exp(3)) * g(y) ** 64 for y in grid) / 8)
    sigmoid = lambda x: 1 / (1 + exp(-x))
    show("sigmoid_sum(1024)", 1024 * quad(lambda z: sigmoid(z - log(mpf(1024))) * npdf(z), LINE))
    show("sigmoid_sum(1024, 2, bias=-3)", 1024 * quad(lambda z: sigmoid(2 * z - 3) * npdf(z), LINE))
    mp.dps = 40
    show("largest_logit(64, 2)", 2 * 64 * quad(lambda x: x * (1 - above(x)) ** 63 * npdf(x), [-8, -2, 0, 1, 2, 3, 4, 6, 9, 14]))
    show("qk_clip(150)", sqrt(mpf(100) / 150))
    alpha = mpf("1.7580993408473766")
    p = mpf("0.2")
    scale = 1 / sqrt((1 - p) * (1 + p * alpha**2))
    show("AlphaDropout(0.2)", scale)
    show("AlphaDropout(0.2, of=shift)", p * alpha * scale)
    show("prior_bias(0.01)", -log(mpf(99)))
    show("std(siren, fan_in=256)", sqrt(mpf(6) / 256) / 30 / sqrt(mpf(3)))
    show("std(siren, fan_in=3, role=first)", 1 / sqrt(mpf(3)) / 3)


GELU = lambda x: x * (1 - above(x))
TANH = mpmath.tanh
LINE = [-14, -8, -4, -2, 0, 2, 4, 8, 14]


def pair_mean(f, s, c):
    """E f(s u) f(s v) by the trapezoidal rule in the plane, without any series: its error is far below 1e-25."""
    side, h = sqrt(1 - c * c), mpf(1) / 12
    points = [k * h for k in range(-144, 145)]
    pdf = [npdf(x) * h for x in points]
    return sum(f(s * u) * p * sum(f(s * (c * u + side * w)) * q for w, q in zip(points, pdf)) for u, p in zip(points, pdf))


def activation():
    square = lambda f, s: quad(lambda z: f(s * z) ** 2 * npdf(z), LINE)
    show("q_map_slope(tanh, 1.7)", mpmath.diff(lambda q: square(TANH, sqrt(q)), mpf("1.7")))
    show("q_map_slope(gelu)", mpmath.diff(lambda q: square(GELU, sqrt(q)), 1))
    mp.dps = 26
    curve = lambda f, s: lambda c: pair_mean(f, s, c) / square(f, s)
    steps = lambda g, c, h: (g(c + h) - 2 * g(c) + g(c - h)) / h**2
    for name, f, c, q in (("tanh", TANH, mpf("0.3"), 1), ("gelu", GELU, mpf("-0.5"), 2)):
        g = curve(f, sqrt(mpf(q)))
        # Richardson's extrapolation of differences: errors of order h^6
        h = mpf("0.004")
        a, b, d = (steps(g, c, h * k) for k in (4, 2, 1))
        show(f"c_map_curvature({name}, {nstr(c, 5)}, {q}) by differences", d + (d - b) / 3 + (d - b - (b - a) / 4) / 45, call="")
    show("c_map_curvature(gelu)", quad(lambda z: (npdf(z) * (2 - z * z)) ** 2 * npdf(z), LINE) / square(GELU, 1))
    second = lambda x: -2 * mpmath.tanh(x) * mpmath.sech(x) ** 2
    show("c_map_curvature(tanh, 0.3, 1)", pair_mean(second, 1, mpf("0.3")) / square(TANH, 1))
    second = lambda x: npdf(x) * (2 - x * x)
    show("c_map_curvature(gelu, -0.5, 2)", 4 * pair_mean(second, ROOT2, mpf("-0.5")) / square(GELU, ROOT2))
    c = mpf("0.3")
    for _ in range(3):
        c = pair_mean(TANH, 1, c) / square(TANH, 1)
    show("correlation_iterated(tanh, 0.3, 3)", c)
    c = mpf("-0.5")
    for _ in range(3):
        c = c / 2 + mpf("0.1") + mpf("0.4") * pair_mean(GELU, 1, c) / square(GELU, 1)
    show("correlation_iterated(gelu, -0.5, 3, skip=0.5, bias=0.1)", c)
    mp.dps = 40


def optimizer():
    def update(b1, b2):
        """sqrt(E m^2/v) with the product by Euler and Maclaurin's formula instead of a series in t."""
        b1, b2 = mpf(b1), mpf(b2)
        rate = -log(b2)
        jet = 30

        def log_product(x):
            # sum over k >= first of f(k) = log(1 + x e^(-rate k)), where the terms before are added one by one
            first = max(0, int(mpmath.ceil(log(8 * x) / rate))) if x > mpf(1) / 8 else 0
            head = sum(log1p(x * b2**k) for k in range(first))
            y = x * b2**first
            # derivatives in k of log(1 + y e^(-rate k)) at 0: -sum over j of (-y)^j/j (-rate j)^n
            far = [-sum((-y) ** j / j * (-rate * j) ** n for j in range(1, 60)) for n in range(jet)]
            total = -mpmath.polylog(2, -y).real / rate + far[0] / 2
            for n in range(1, jet // 2):
                term = mpmath.bernoulli(2 * n) / mpmath.factorial(2 * n) * far[2 * n - 1]
                total -= term
                if abs(term) < mpf(10) ** -36:
                    break
            return head + total

        count = int(90 / -log(b1 * b1)) if b1 else 1
        weights = lambda x: (1 - b1) ** 2 * sum(b1 ** (2 * k) / (1 + x * b2**k) for k in range(count))
        density = lambda y: exp(y) * exp(-log_product(2 * exp(y) * (1 - b2)) / 2) * weights(2 * exp(y) * (1 - b2))
        return sqrt(quad(density, [-90, -40, -20, -10, -5, -2, 0, 2, 4, 6, 10, 16, 24]))

    mp.dps = 30
    for b1, b2 in (("0.9", "0.999"), ("0.9", "0.95"), ("0.95", "0.9"), ("0", "0.99")):
        show(f"adam_update_rms({b1}, {b2})", update(b1, b2))
    mp.dps = 40


def formulas():
    """What has a closed form, from what it means: noise through AdamW step by step, Gumbel's law, powers one by one."""
    values = lloyd_max(2)
    show("sqnr_db(2)", -10 * mpmath.log10(rounding_error(values, mpf(1))), "quantizer.sqnr_db(lloyd_max, bits=2)")
    for n in (64, 10**9):
        b = sqrt(2 * log(mpf(n)))
        show(f"expected_max_asymptotic({n})", b - log(4 * pi * log(mpf(n))) / (2 * b) + mp.euler / b, f"normal.expected_max_asymptotic({n})")
    rate, decay, beta = mpf("0.1"), mpf(2), mpf("0.9")
    moved, momentum, total = mpf(0), 1 - beta, mpf(0)
    for _ in range(2000):  # what one step's noise has moved a weight by, later on
        moved = (1 - rate * decay) * moved - rate * momentum
        momentum *= beta
        total += moved**2
    show("adamw_weight_second_moment", total, "optimizer.adamw_weight_second_moment(0.1, 2, 0.9)")
    left = mpf(1)
    for _ in range(1000):
        left *= 1 - mpf("0.001") * mpf("0.1")
    show("weight_memory", left, "optimizer.weight_memory(0.001, 0.1, 1000)")
    show("yarn_mscale(6)", log(mpf(6)) / 10 + 1, "attention.yarn_mscale(6)")


if __name__ == "__main__":
    words = sys.argv[1:]
    program = None
    if "--check" in words:
        program = words.pop(words.index("--check") + 1)
        words.remove("--check")
    for group in words or ("normal", "quantizer", "muon", "attention", "activation", "optimizer", "sinks", "formulas"):
        globals()[group]()
    sys.exit(check(program) if program else 0)

"""Writes equations.txt: 200 equations with the number of their roots, known without sigprop.

Polynomials: numbers of roots by Sturm sequences (SymPy count_roots on the square-free part), values by
mpmath. Others: the inverse functions, written out here. python3 tests/vectors/equations.py > tests/vectors/equations.txt
"""
import random

import mpmath as mp
import sympy as sp

mp.mp.dps = 40
x = sp.symbols("x")
random.seed(20240229)
rows = []


def text(polynomial):
    terms = []
    for (power,), c in sp.Poly(polynomial, x).terms():
        c = sp.Rational(c)
        size = str(abs(c)) if abs(c).q == 1 else f"({abs(c)})"
        factor = {0: "", 1: "x"}.get(power, f"x^{power}")
        body = size if not factor else factor if abs(c) == 1 else f"{size}*{factor}"
        sign = "-" if c < 0 else "+"
        terms.append((sign, body))
    first = ("-" if terms[0][0] == "-" else "") + terms[0][1]
    return first + "".join(f" {s} {b}" for s, b in terms[1:])


def row(equation, lower, upper, roots, undecided, why):
    shown = " ".join(mp.nstr(mp.mpf(r), 20) for r in sorted(mp.mpf(r) for r in roots)) or "-"
    rows.append(f"{equation} ; {lower} ; {upper} ; {len(roots)} ; {undecided} ; {shown} ; {why}")


def real_values(polynomial, lower, upper):
    p = sp.Poly(polynomial, x)
    found = [r.evalf(40) for r in sp.real_roots(p)]
    inside = [mp.mpf(str(r)) for r in found if lower <= r <= upper]
    return inside


def polynomial_rows():
    while len(rows) < 50:
        degree = random.randint(2, 8)
        p = sum(random.randint(-9, 9) * x**k for k in range(degree)) + random.choice([1, 2, 3]) * x**degree
        lower, upper = sorted(random.sample(range(-5, 6), 2))
        poly = sp.Poly(p, x)
        if not poly.is_sqf or poly.eval(lower) == 0 or poly.eval(upper) == 0:
            continue
        count = poly.count_roots(lower, upper)
        roots = real_values(p, lower, upper)
        assert len(roots) == count
        row(text(p) + " = 0", lower, upper, roots, 0, "Sturm")
    while len(rows) < 72:
        zeros = random.sample([sp.Rational(k, 4) for k in range(-16, 17)], random.randint(2, 6))
        p = sp.expand(sp.prod([x - z for z in zeros]))
        roots = [z for z in zeros if -3 <= z <= 3]
        row(text(p) + " = 0", -3, 3, [mp.mpf(z.p) / z.q for z in roots], 0, "product of linear factors, expanded")
    while len(rows) < 88:
        double, *simple = random.sample([sp.Rational(k, 3) for k in range(-8, 9)], random.randint(1, 4))
        p = sp.expand((x - double) ** 2 * sp.prod([x - z for z in simple]))
        row(text(p) + " = 0", -3, 3, [mp.mpf(z.p) / z.q for z in simple], 1, f"a double root at {double}, expanded")


def circular_rows():
    for k in range(1, 11):
        c = mp.mpf(random.randint(-9, 9)) / 10 + mp.mpf("0.05")
        roots = [r for n in range(-2, 4 * k) for r in ((mp.asin(c) + 2 * mp.pi * n) / k, (mp.pi - mp.asin(c) + 2 * mp.pi * n) / k) if 0 <= r <= 10]
        row(f"sin({k}*x) = {mp.nstr(c, 3)}", 0, 10, roots, 0, "arc sine and its periods")
    for k in range(1, 11):
        roots = [(mp.mpf(n) + mp.mpf(1) / 2) * mp.pi / k for n in range(0, 40 * k) if (n + 0.5) * 3.14159265 / k <= 7]
        row(f"cos({k}*x) = 0", 0, 7, roots, 0, "odd multiples of pi/2")
    for n in (3, 7, 20):
        roots = [1 / (k * mp.pi) for k in range(1, 100) if 1 / (k * mp.pi) >= mp.mpf(1) / n]
        row("sin(1/x) = 0", f"1/{n}", 1, roots, 0, "1/(k pi)")
    row("cos(x) = 1", -1, 8, [], 2, "double roots at 0 and 2 pi")
    row("sin(x)^2 = 1", 0, 9, [], 3, "double roots at pi/2, 3 pi/2, 5 pi/2")


def inverse_rows():
    phi = lambda p: mp.sqrt(2) * mp.erfinv(2 * p - 1)
    inverses = [
        ("exp(x)", lambda c: mp.log(c), ["0.5", "1", "7"]),
        ("log(x)", lambda c: mp.exp(c), ["-1", "0", "1.5"]),
        ("tanh(x)", lambda c: mp.atanh(c), ["-0.3", "0.5", "0.99"]),
        ("erf(x)", lambda c: mp.erfinv(c), ["-0.3", "0.5", "0.99"]),
        ("normal_cdf(x)", phi, ["0.025", "0.5", "0.9"]),
        ("sigmoid(x)", lambda c: mp.log(c / (1 - c)), ["0.2", "0.75"]),
        ("softplus(x)", lambda c: mp.log(mp.expm1(c)), ["0.1", "2"]),
        ("atan(x)", lambda c: mp.tan(c), ["-1", "1.2"]),
        ("sinh(x)", lambda c: mp.asinh(c), ["-2", "5"]),
        ("expm1(x)", lambda c: mp.log1p(c), ["-0.5", "3"]),
        ("sqrt(x)", lambda c: c * c, ["0.5", "2"]),
        ("log1p(x)", lambda c: mp.expm1(c), ["-2", "1"]),
    ]
    for name, inverse, values in inverses:
        for value in values:
            root = inverse(mp.mpf(value))
            row(f"{name} = {value}", -6, 8, [root], 0, "its inverse function")
    for c in ("-0.3", "-0.1", "-0.01"):
        row(f"x*exp(x) = {c}", -8, 2, [mp.lambertw(mp.mpf(c), -1).real, mp.lambertw(mp.mpf(c)).real], 0, "Lambert's W, both branches")
    for c in ("0.5", "3"):
        row(f"x*exp(x) = {c}", -8, 2, [mp.lambertw(mp.mpf(c)).real], 0, "Lambert's W")
    for c in ("1.5", "2", "10"):
        row(f"cosh(x) = {c}", -4, 4, [-mp.acosh(mp.mpf(c)), mp.acosh(mp.mpf(c))], 0, "its inverse function")


def broken_rows():
    third = mp.mpf(1) / 3
    cases = [
        ("1/x = 0", -1, 1, [], 0, "a pole and no root"),
        ("1/x = 2", -1, 1, [0.5], 0, "beside a pole"),
        ("1/(x - 0.3) + 1/(x + 0.7) = 0", -1, 1, [mp.mpf("-0.2")], 0, "between two poles; 2 x + 0.4 = 0"),
        ("x/(x^2 - 2) = 1", -3, 3, [-1, 2], 0, "x^2 - x - 2 = 0"),
        ("1/x^2 = 4", -1, 1, [-0.5, 0.5], 0, "around a pole"),
        ("log(x) = -2", -3, 3, [mp.exp(-2)], 0, "no logarithm below 0"),
        ("log(x^2) = 0", -2, 2, [-1, 1], 0, "x^2 = 1"),
        ("step(x) = 0.5", -1, 1, [], 1, "a jump over the value is no root"),
        ("where(x < 0.3, -1, 1) = 0", -1, 1, [], 1, "a jump over the value is no root"),
        ("where(x < 0, x - 1, x + 1) = 0", -3, 3, [], 1, "a jump over the value is no root"),
        ("where(x < 0, x + 1, x - 1) = 0", -3, 3, [-1, 1], 1, "a root on each side of a jump over the value"),
        ("step(x) = 2", -1, 1, [], 0, "a jump below the value"),
        ("abs(x) = 1", -3, 3, [-1, 1], 0, "a kink"),
        ("abs(x) = 0", -3, 3, [], 1, "a kink at the root, where the sides touch"),
        ("max(x, 2*x) = 0", -1, 1, [0], 0, "a root at a kink that rises on both sides"),
        ("max(x, 2*x) = -1", -3, 3, [-1], 0, "the larger of x and 2 x below 0 is x"),
        ("min(x, 2*x) = -1", -3, 3, [-0.5], 0, "the smaller of x and 2 x below 0 is 2 x"),
        ("relu(x) = 0.5", -3, 3, [0.5], 0, "beside a kink"),
        ("abs(x) = x/2 + 1", -4, 4, [-2 * third, 2], 0, "x = 2 and x = -2/3"),
        ("abs(x - 1) + abs(x + 1) = 3", -4, 4, [-1.5, 1.5], 0, "2 x = 3"),
        ("clip(x, -1, 1) = 0.25", -4, 4, [0.25], 0, "between two kinks"),
        ("clip(x, -1, 1) = 2", -4, 4, [], 0, "above every value"),
        ("x^2 + 1 = 0", -9, 9, [], 0, "above 0 everywhere"),
        ("exp(x) = x", -9, 9, [], 0, "exp(x) >= 1 + x"),
        ("sin(x) = 2", -9, 9, [], 0, "above every value"),
        ("tanh(x) = 1", -9, 9, [], 0, "above every value"),
        ("sqrt(x) = -1", 0, 9, [], 0, "below every value"),
        ("x^2 = 2", 2, 9, [], 0, "the root is outside"),
        ("x^2 = 1", 1, 4, [1], 0, "a root at the lower end"),
        ("x^2 = 0.01", "0.1", 1, [mp.mpf("0.1")], 0, "a root at an end that is no binary number"),
        ("x^3 = 0.001", 0, "0.1", [mp.mpf("0.1")], 0, "a root at an end that is no binary number"),
        ("x^3 = 8", 0, 2, [2], 0, "a root at the upper end"),
        ("x = sin(x)", -2, 2, [], 1, "a triple root at 0"),
        ("(x - 1)^2 = 1e-20", 0, 3, [1 - mp.mpf(10) ** -10, 1 + mp.mpf(10) ** -10], 0, "1 - 1e-10 and 1 + 1e-10"),
        ("(x - 1)^2 = 1e-30", 0, 3, [], 1, "two roots nearer to each other than places are told apart"),
        ("x^2 = x^3", -1, 2, [1], 1, "a double root at 0"),
        ("x^2 = 2", "sqrt(2)", 3, [], 1, "a root at an end that is not shown to be one"),
        ("exp(x) = 1e300", 0, 1000, [300 * mp.log(10)], 0, "the logarithm"),
        ("x^5 = 1e-30", -1, 1, [mp.mpf(10) ** -6], 0, "the fifth root"),
    ]
    for case in cases:
        row(*case)


polynomial_rows()
circular_rows()
inverse_rows()
broken_rows()
k = 1
while len(rows) < 200:
    p = sp.expand(sp.chebyshevt_poly(k, x))
    row(text(p) + " = 0", -1, 1, [mp.cos((2 * j - 1) * mp.pi / (2 * k)) for j in range(1, k + 1)], 0, f"Chebyshev's T_{k}")
    k += 1
print(f"""# Equations in x with the number of their roots, known without sigprop; tests/vectors/equations.py made them with
# SymPy {sp.__version__} (Sturm sequences) and mpmath {mp.__version__}. The fields: equation; lower and upper end of the interval;
# simple roots; places that must stay undecided (double roots, jumps over the value); the simple roots to 20 digits;
# where the number is known from.""")
print("\n".join(rows[:200]))

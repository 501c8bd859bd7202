#!/usr/bin/env python3
"""The arithmetic of tools/check: enclosures hold what they must, by other programs' numbers and by their own at a higher
precision, and each rounding and each remainder is needed: without it these same tests see a number outside."""
import cmath
import math
import random
import unittest
from decimal import Decimal, getcontext
from fractions import Fraction

import checking

getcontext().prec = 60
check = checking.checker()

domains = {"sqrt": (0, 9), "log": (0.001, 50), "log1p": (-0.99, 9), "exp": (-30, 9), "expm1": (-30, 9), "sin": (-50, 50),
           "cos": (-50, 50), "atan": (-30, 30), "erf": (-7, 7), "erfc": (-7, 7), "sigmoid": (-40, 40), "softplus": (-40, 40),
           "tanh": (-20, 20), "normal_cdf": (-9, 9), "normal_pdf": (-9, 9), "sinh": (-9, 9), "cosh": (-9, 9),
           "tanh softplus": (-20, 20)}
doubles = {"erf": math.erf, "erfc": math.erfc, "sin": math.sin, "cos": math.cos, "atan": math.atan, "tanh": math.tanh,
           "sinh": math.sinh, "cosh": math.cosh, "expm1": math.expm1, "log1p": math.log1p,
           "sigmoid": lambda x: 1 / (1 + math.exp(-x)), "softplus": lambda x: math.log1p(math.exp(x)),
           "normal_cdf": lambda x: math.erfc(-x / math.sqrt(2)) / 2,
           "normal_pdf": lambda x: math.exp(-x * x / 2) / math.sqrt(2 * math.pi),
           "tanh softplus": lambda x: math.tanh(math.log1p(math.exp(x)))}
decimals = {"exp": Decimal.exp, "log": Decimal.ln, "sqrt": Decimal.sqrt}
complexes = {"exp": cmath.exp, "log": cmath.log, "sqrt": cmath.sqrt, "sin": cmath.sin, "cos": cmath.cos, "atan": cmath.atan,
             "sinh": cmath.sinh, "cosh": cmath.cosh, "tanh": cmath.tanh, "expm1": lambda z: cmath.exp(z) - 1,
             "log1p": lambda z: cmath.log(1 + z), "sigmoid": lambda z: 1 / (1 + cmath.exp(-z)),
             "softplus": lambda z: cmath.log(1 + cmath.exp(z)),
             "normal_pdf": lambda z: cmath.exp(-z * z / 2) / math.sqrt(2 * math.pi),
             "tanh softplus": lambda z: 1 - 2 / ((1 + cmath.exp(z)) ** 2 + 1)}


def taylor_erf(z):
    """By its series in floating-point numbers, for |z| < 3."""
    total = term = z
    for j in range(1, 80):
        term *= -z * z / j
        total += term / (2 * j + 1)
    return 2 / math.sqrt(math.pi) * total


complexes["erf"] = taylor_erf
complexes["erfc"] = lambda z: 1 - taylor_erf(z)
complexes["normal_cdf"] = lambda z: (1 + taylor_erf(z / math.sqrt(2))) / 2


def as_fractions(module, interval):
    return tuple(Fraction(end, module.ONE) for end in interval)


def points(name, count, seed=1):
    low, high = domains[name]
    generator = random.Random(f"{name} {seed}")
    return [Fraction(generator.uniform(low, high)).limit_denominator(1 << 20) for _ in range(count)]


def value_at(module, bits, compute):
    module.set_precision(bits)
    return as_fractions(module, compute())


def misses(module, bits=60, guard=0, count=60):
    """The functions whose enclosure at a few bits fails to hold the one at many; both by the same module, so that
    what a weakened module computes at many bits is as good as right."""
    found = set()
    original = module.GUARD
    for name in domains:
        for x in points(name, count):
            module.GUARD = guard
            low, high = value_at(module, bits, lambda: module.REAL[name](module.of_fraction(x)))
            module.GUARD = original
            low_exact, high_exact = value_at(check, 200, lambda: check.REAL[name](check.of_fraction(x)))
            if not low <= low_exact <= high_exact <= high:
                found.add(name)
                break
    return found


class RealFunctions(unittest.TestCase):
    def test_few_bits_hold_what_many_bits_say(self):
        self.assertEqual(misses(check), set())

    def test_other_programs_agree(self):
        for name in domains:
            for x in points(name, 40, seed=2):
                check.set_precision(180)
                low, high = as_fractions(check, check.REAL[name](check.of_fraction(x)))
                self.assertLess(high - low, Fraction(1, 10 ** 30), (name, x))
                if name in decimals:
                    exact = decimals[name](Decimal(x.numerator) / Decimal(x.denominator))
                    self.assertLess(abs(Fraction(exact) - low), Fraction(1, 10 ** 45) * max(1, abs(low)), (name, x))
                else:
                    self.assertAlmostEqual(doubles[name](float(x)), float(low), delta=2e-14 * max(1, abs(float(low))), msg=name)

    def test_intervals_hold_the_values_of_their_points(self):
        generator = random.Random(3)
        for name, (low, high) in domains.items():
            for _ in range(40):
                a, b = sorted(Fraction(generator.uniform(low, high)) for _ in range(2))
                check.set_precision(96)
                found = check.REAL[name]((check.of_fraction(a)[0] if a > low else check.of_fraction(a)[1], check.of_fraction(b)[1]))
                for t in (0, 0.3, 0.77, 1):
                    inside = check.REAL[name](check.of_fraction(a + Fraction(t) * (b - a)))
                    self.assertTrue(found[0] <= inside[0] + 9 and inside[1] - 9 <= found[1], (name, a, b))

    def test_known_numbers(self):
        check.set_precision(200)
        pi = Fraction("3.14159265358979323846264338327950288419716939937510582097494459")
        low, high = as_fractions(check, check.pi())
        self.assertTrue(low <= pi <= high + Fraction(1, 10 ** 59) and high - low < Fraction(1, 10 ** 58))
        self.assertEqual(check.log(check.whole(1)), (0, 0))
        self.assertEqual(check.power(check.whole(-3), 3), check.whole(-27))

    def test_undefined_is_no_number(self):
        check.set_precision(96)
        around_zero = (-check.ONE, check.ONE)
        for name in ("log", "sqrt"):
            with self.assertRaises(check.Undefined):
                check.REAL[name](around_zero)
        with self.assertRaises(check.Undefined):
            check.div(check.whole(1), around_zero)
        with self.assertRaises(check.Undefined):
            check.exp(check.whole(10 ** 9))


class ComplexFunctions(unittest.TestCase):
    def test_boxes_hold_the_values_of_their_points(self):
        generator = random.Random(4)
        self.assertEqual(set(complexes) | {"power", "+", "-", "*", "/", "neg"}, set(check.COMPLEX))
        for name, function in complexes.items():
            held = 0
            for _ in range(150):
                x, y = generator.uniform(-2, 2), generator.uniform(-1.4, 1.4)
                width = 2 ** generator.uniform(-8, 0)
                check.set_precision(80)
                box = tuple((check.of_fraction(Fraction(a))[0], check.of_fraction(Fraction(a + width))[1]) for a in (x, y))
                try:
                    found = check.COMPLEX[name](box)
                except check.Undefined:
                    continue
                held += 1
                for s, t in ((0, 0), (1, 0.5), (0.3, 1), (0.9, 0.2)):
                    value = function(complex(x + s * width, y + t * width))
                    for part, (low, high) in zip((value.real, value.imag), found):
                        self.assertTrue(low / check.ONE - 1e-12 <= part <= high / check.ONE + 1e-12, (name, x, y, width))
            self.assertGreater(held, 40, name)

    def test_boxes_far_out_where_sizes_alone_are_known(self):
        """Wide boxes, in which e^z turns many times. log(1 + e^z) goes on beyond its principal branch as z + log(1 + e^-z)."""
        generator = random.Random(5)
        for name in ("sigmoid", "softplus", "tanh", "tanh softplus"):
            for _ in range(60):
                x = generator.choice((-1, 1)) * generator.uniform(2.5, 20)
                check.set_precision(80)
                box = ((check.of_fraction(Fraction(x))[0], check.of_fraction(Fraction(x + 0.5))[1]), check.whole(0)[:1] + check.whole(9)[:1])
                found = check.COMPLEX[name](box)
                for t in range(19):
                    z = complex(x + 0.4, t / 2)
                    value = z + cmath.log(1 + cmath.exp(-z)) if name == "softplus" and x > 0 else complexes[name](z)
                    for part, (low, high) in zip((value.real, value.imag), found):
                        self.assertTrue(low / check.ONE - 1e-12 <= part <= high / check.ONE + 1e-12, (name, x, t))

    def test_softplus_is_one_function_above_its_cut(self):
        """The principal branch of log(1 + e^z) would be z - 2 pi i there: another function than that of the real line."""
        for x, y in ((5, 4), (0.5, 7), (3, 3.2), (9, 30)):
            check.set_precision(96)
            box = tuple((check.of_fraction(Fraction(a))[0], check.of_fraction(Fraction(a + 2 ** -6))[1]) for a in (x, y))
            z = complex(x + 2 ** -7, y + 2 ** -7)
            value = z + cmath.log(1 + cmath.exp(-z))
            for part, (low, high) in zip((value.real, value.imag), check.COMPLEX["softplus"](box)):
                self.assertTrue(low / check.ONE <= part <= high / check.ONE, (x, y))
        with self.assertRaises(check.Undefined):
            check.COMPLEX["softplus"]((check.of_fraction(Fraction(-1, 8))[:1] + check.of_fraction(Fraction(1, 8))[1:], check.whole(4)))

    def test_singular_boxes_have_no_enclosure(self):
        check.set_precision(80)
        one = check.ONE
        for name, box in (("log", ((-one, one), (-one, one))), ("log", ((-2 * one, -one), (-one, one))),
                          ("sqrt", ((-2 * one, -one), (0, one))), ("tanh", ((-one, one), (one, 2 * one))),
                          ("sigmoid", ((-one, one), (3 * one, 4 * one))), ("softplus", ((-one, one), (3 * one, 4 * one))),
                          ("atan", ((-one, one), (0, 2 * one))), ("tanh softplus", ((0, one), (2 * one, 3 * one)))):
            with self.assertRaises(check.Undefined, msg=name):
                check.COMPLEX[name](box)
        with self.assertRaises(check.Undefined):
            check.c_div(check.C_ONE(), ((-one, one), (-one, one)))


class GaussLegendre(unittest.TestCase):
    def test_rules_integrate_powers(self):
        for n in (2, 3, 8, 17):
            check.set_precision(128)
            rule = check.gauss_legendre(n, 128)
            self.assertEqual(len(rule), n)
            for degree in range(2 * n):
                total = check.NIL
                for node, weight in rule:
                    total = check.add(total, check.mul(weight, check.power(node, degree)))
                exact = check.of_fraction(Fraction(2, degree + 1) if degree % 2 == 0 else Fraction(0))
                self.assertTrue(total[0] <= exact[0] and exact[1] <= total[1], (n, degree))
                self.assertLess(total[1] - total[0], 1 << 40)

    def test_a_wrong_node_is_refused(self):
        """The nodes come from an iteration that nobody trusts: when it goes astray, the sign changes say so."""
        for old, new in (("(Fraction(4 * k - 1, 4 * n + 2))", "(Fraction(4 * k + 1, 4 * n + 2))"),
                         ("            x -= step\n", "            x += step\n"),
                         ("Fraction(4 * k - 1, 4 * n + 2)", "Fraction(3, 4 * n + 2)")):
            module = checking.checker((old, new))
            module.set_precision(96)
            with self.assertRaises(module.Reject, msg=new):
                module.gauss_legendre(7, 96)


class EachRoundingIsNeeded(unittest.TestCase):
    """A piece of the arithmetic weakened, and a function that then misses its value."""

    weakenings = {
        "rounding up": (": return -((-a) >> n)  #", ": return a >> n  #"),
        "quotients rounded up": (": return -((-a) // b)\n", ": return a // b\n"),
        "a root rounded up": ("high + (high * high < a[1] << BITS)", "high"),
        "a root's rounding": ("    low, high = isqrt(a[0] << BITS), isqrt(a[1] << BITS)\n",
                              "    low, high = isqrt(a[0] << BITS) + 1, isqrt(a[1] << BITS)\n"),
        "e^x from above": ("term = share(cut(term * t, precision), j)", "term = ((term * t) >> precision) // j"),
        "the rest of the series of e^x": ("        total += term  # t < 1/2: the rest is smaller than the last term\n",
                                          "        total -= (1 << precision) >> 40\n"),
        "log 2 on the right side": ("(low if (k >= 0) == upward else high)", "(low if (k >= 0) != upward else high)"),
        "e^x squared from above": ("        total = cut(total * total, precision)\n",
                                   "        total = ((total * total) >> precision) - 64\n"),  # the series' own rounding covers less
        "the upper candidate of log": ("exp_end(y + slack, False) >= x", "True"),
        "the lower candidate of log": ("exp_end(y - slack, True) <= x", "True"),
        "the rest of sin and cos": ("slack + abs(term) + 4))", "slack + 4))"),
        "the roundings of sin and cos": ("slack + abs(term) + 4))", "abs(term) + 4))"),
        "sin and cos of the rest of the argument": ("total, slack = term, r[1] - t\n", "total, slack = term, 0\n"),
        "sin and cos of an interval": ("widened(sine_and_cosine(middle)[which], a[1] - middle)",
                                       "widened(sine_and_cosine(middle)[which], 0)"),
        "the rest of atan": ("    total = widened(total, size(term))\n", ""),
        "the rest of erf": ("        total += term  # each further term is at most half of the one before\n", "        pass\n"),
        "erf far out": ("return ONE if upward else ONE - exp_end(-((x * x) >> BITS), True)", "return ONE"),
        "erf's e^(x^2)": ("exp_end(rounding(not upward)[0](x * x, BITS), not upward)", "exp_end(rounding(not upward)[0](x * x, BITS), True)"),
        "the other sign of erf": ("-erf_end(-a[0], True)", "-erf_end(-a[0], False)"),
    }

    def test_without_it_a_value_is_missed(self):
        for what, exchange in self.weakenings.items():
            with self.subTest(what):
                module = checking.checker(exchange)
                if what in ("the upper candidate of log", "the lower candidate of log"):
                    # Halley's iteration is too good to miss by itself: it ends early, on the side where it began.
                    begin = "(x.bit_length() - BITS" + (" - 1)" if "upper" in what else ")")
                    module = checking.checker(exchange, ("for _ in range(60):\n        spend(STEP)\n        e", "for _ in range(2):\n        e"),
                                              ("(x.bit_length() - BITS)", begin))
                if what in ("the rest of sin and cos", "the rest of atan"):
                    module = checking.checker(exchange, *self.short_series(what))
                if what == "sin and cos of an interval":
                    module.set_precision(80)
                    low, high = module.sin((0, module.ONE))
                    self.assertLess(high, module.sin(module.whole(1))[0])
                    continue
                if what == "the rest of erf":
                    module = checking.checker(exchange, ("    while term > upward or upward and 2 * twice", "    while term > (1 << 30 if upward else 0) or upward and 2 * twice"))
                if what == "erf far out":
                    module.set_precision(60)
                    self.assertGreater(module.erf_end(module.of_fraction(Fraction(13, 2))[0], False), module.ONE - 1)
                    continue
                self.assertTrue(misses(module, count=25), what)

    def test_with_it_a_short_series_misses_nothing(self):
        """The same early ends, with their remainders."""
        for what in ("the rest of sin and cos", "the rest of atan"):
            self.assertEqual(misses(checking.checker(*self.short_series(what)), count=25), set())
        early = checking.checker(("    while term > upward or upward and 2 * twice", "    while term > (1 << 30 if upward else 0) or upward and 2 * twice"))
        self.assertEqual(misses(early, count=25), set())

    @staticmethod
    def short_series(what):
        """The series ends where its last term is far above the resolution."""
        if what == "the rest of sin and cos":
            return [("        while abs(term) > 2:\n", "        while abs(term) > 1 << 40:\n")]
        return [("    while size(term) > 2:\n        term = neg(mul(term, square(y)))", "    while size(term) > 1 << 40:\n        term = neg(mul(term, square(y)))")]


if __name__ == "__main__":
    unittest.main()

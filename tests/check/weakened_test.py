#!/usr/bin/env python3
"""Each clause of the theorems of tools/check is needed: weakened in the checker's source, it lets a false certificate pass,
one that proves a number which is not the mean. The whole checker must refuse the same certificate."""
import unittest
from fractions import Fraction

import checking
from checking import cell, certificate, changed, mean, panel, root_of, row

check = checking.checker()
pole = "1 / (1 + 100 * x^2)"
unit = {"log_weight": "0", "lower": "0", "upper": "1", "panels": [panel(1 / 65536, 65535 / 65536, 8, "4", 2)]}
far = {"log_weight": "-(x^2 / 2)", "lower": "0", "upper": "inf", "panels": [panel(1 / 1024, 9, 40, "3", 40)]}


def line(integrand, cut=9, log2_bound=30, nodes=60, rho="4"):
    """A mean under the normal law by panels of length 1."""
    return mean(integrand, [panel(a, a + 1, nodes, rho, log2_bound) for a in range(-cut, cut)])


def around_pole(nodes):
    """One panel lies between the poles at 0.1 i and -0.1 i."""
    return mean(pole, [panel(a - 1 / 2, a + 1 / 2, nodes, "6/5", 4) for a in range(-9, 10)])


def without(one, *numbers):
    """A mean without some of its panels."""
    return changed(one, "panels", [p for k, p in enumerate(one["panels"]) if k not in numbers])


def of_law(integrand, law, panels):
    return certificate(mean(integrand, panels, law))


def enclosed(start):
    """Panels from `start` to 3, for the uniform law between E z^2 = 1 and 3, where E z^2 is only known to lie in [0.3, 1.2]."""
    return [panel(start, 3, 20, "3", 3)]


between_mean_and_three = of_law("x", {"log_weight": "0", "lower": "q0", "upper": "3", "panels": enclosed(1 / 2)}, enclosed(1 / 2))
between_mean_and_three["quantities"].insert(0, certificate(line("x^2", 2))["quantities"][0])
between_mean_and_three["formula"] = "q1"

def alone(equation, bracket, *cells):
    """The root of an equation in q0 without means."""
    return root_of(equation, [], bracket, [], list(cells))


def tilted():
    """E X of the density e^(-q0 x) on [0, 1] is about 1/2 - q0/12: with q0^2/24 it is 0.47 twice, near 0.4 and near 1.6."""
    plan = [panel(1 / 65536, 65535 / 65536, 20, "3", 4)]
    new = root_of("x + q0^2 / 24 - 47/100", ["x"], (1 / 4, 1 / 2), [plan], [cell(1 / 8, 15 / 8, "slope", plan, [])])
    new["quantities"][0]["root"]["means"][0]["law"] = {"log_weight": "-(q0 * x)", "lower": "0", "upper": "1", "panels": plan}
    return new


twice = "(q0^2 - 1/4) * (q0^2 - 2)"  # is 0 at 1/2, too
middle, at_root = cell(5 / 4, 2, "slope"), (1 + 27145 / 65536, 1 + 27146 / 65536)  # around the square root of 2

outer_rest = ("        rest = mul(height, trapezoidal_rest(b, (H, H), NIL))[1]\n", "        rest = 0\n")


def tails(sides):
    both = "        rest += sum(row_tail(H * outer[side], s, keys, factors, side) for side in (0, 1))\n"
    return both, both.replace("(0, 1)", sides)


def fine(factors, keys=2):
    return row(keys, "1/8", 4, 1, 14, (80, 8), ("8", "3/2"), factors)


# What is weakened, the false certificate, and the mean: a decimal, a certificate that proves it, None where there is none.
weakenings = {
    "T4 the sign holds on the whole panel": (
        ("            sign = 1 if low > 0 else -1\n", "            return 1 if low > 0 else -1\n"),
        certificate(mean("relu(x)", [panel(-9, 9, 300, "2", 60)])), "0.39894"),
    "T4 what is not decided has both branches": (
        ("            return hull(value_of(operands[1]), value_of(operands[2]))\n", "            return value_of(operands[1])\n"),
        certificate(mean("step(x)", [*line("x", 9)["panels"][:8], panel(-1, -1 / 8), panel(1 / 8, 1), *line("x", 9)["panels"][10:]])), "0.500"),
    "T6 the error of the rule": (
        ("    return mul(radius, widened(total, ceil_div(rest.numerator, rest.denominator)))\n", "    return mul(radius, total)\n"),
        certificate(line("exp(x)", 12, 60, 3)), "1.6487212707"),
    "T6 the error of n nodes is not that of 2n": (
        ("rho ** (-2 * n) / (1 - rho ** -2)\n", "rho ** (-4 * n) / (1 - rho ** -2)\n"),
        certificate(around_pole(40)), certificate(around_pole(200))),
    "T6 the bound holds on the ellipse": (
        ("boxes=True)) <= bound:\n", "boxes=True)) <= bound or True:\n"),
        certificate(line("exp(x)", 12, -40, 3)), "1.6487212707"),
    "T6 where the function is not analytic there is no bound": (
        ("        except Undefined:\n            pass\n        if depth", "        except Undefined:\n            continue\n        if depth"),
        certificate(mean("sqrt(1 + 100 * x^2)", [panel(-9, 9, 12, "9", 60)])), "8.00"),
    "T6 the ellipse is as wide as rho says": (
        ("of_fraction((rho + 1 / rho) / 2)[1], of_fraction((rho - 1 / rho) / 2)[1]", "of_fraction((rho + 1 / rho) / 2)[1], of_fraction((rho - 1 / rho) / 128)[1]"),
        certificate(line(pole, 9, 10, 10, "14")), "0.115926"),
    "T6 the ellipse is as long as rho says": (
        ("of_fraction((rho + 1 / rho) / 2)[1], of", "of_fraction((rho + 1 / rho) / 64)[1], of"),
        of_law("1 / (x + 1/100)", unit, [panel(1 / 1024, 1023 / 1024, 5, "14", 6)]), "4.615"),
    "T6 both corners of the ellipse are looked at": (
        ("        near = max(left, -right, 0)\n", "        near = max(left, -right, 0) + 5 * ONE\n"),
        of_law("1 / (x + 1)", unit, [panel(1 / 65536, 65535 / 65536, 2, "14", 2)]), "0.69314"),
    "T7 what no panel covers counts": (
        ("    return mul((0, upper - lower), values)\n", "    return NIL\n"),
        certificate(without(line("x^2"), 7)), "1"),
    "T7 a gap may be empty at its ends": (
        ("        values = formulas.evaluate(node, [(lower, upper)])\n", "        values = formulas.evaluate(node, [(lower, lower)])\n"),
        certificate(without(line("(x - 1)^2 * x^2"), 9)), "4"),
    "T8 the tails count": (
        ("    return -rest, rest\n", "    return NIL\n"), certificate(line("x^2", 2)), "1"),
    "T8 the tail's bound is nearly attained": (
        ("    return -rest, rest\n", "    return -rest // 2, rest // 2\n"),
        of_law("cos(0 * x)", far, [panel(1 / 1024, 2, 60, "3", 4)]), "1"),
    "T8 tails begin at 1 or later": (
        ('    if start < ONE:\n        raise Reject("a tail begins before 1")\n', ""),
        of_law("(1 + x) * exp(-(20 * x))", far, [panel(1 / 65536, 1 / 8, 20, "3", 6)]),
        of_law("(1 + x) * exp(-(20 * x))", far, [panel(1 / 65536, 1 / 8, 20, "3", 6), panel(1 / 8, 4, 60, "3/2", 30)])),
    "T8 the bound falls": (
        ("        if c > 0 or slope >= 0:\n", "        slope = min(slope, -ONE)\n        if c > 0 or slope >= 0:\n"),
        certificate(line("exp(4 * x)", 2, 60)), "2980.9579870417"),
    "T8 the power": (
        ("            return ONE, 1, 0, 0\n", "            return ONE, 0, 0, 0\n"), certificate(line("x^8", 5, 80)), "105"),
    "T8 the power of a power": (
        ("u[1] * value, u[2] * value, u[3] * value\n", "u[1], u[2], u[3]\n"), certificate(line("x^8", 5, 80)), "105"),
    "T8 the height of a power": (
        ("            return power((0, u[0]), value)[1], u[1]", "            return u[0], u[1]"),
        certificate(line("(3 * x)^8", 5, 120)), "688905"),
    "T8 products multiply": (
        (": return up(u[0] * v[0], BITS), u[1]", ": return max(u[0], v[0]), u[1]"),
        certificate(line("(3000 * x) * (x * 3000)", 4, 80)), "9000000"),
    "T8 sums add": (
        (": return u[0] + v[0], max(u[1]", ": return max(u[0], v[0]), max(u[1]"),
        certificate(line(" + ".join(["x^4"] * 40), 4, 80)), "120"),
    "T8 both branches of a switch that is not decided": (
        ("            return tuple(map(max, self.size(operands[1 if side <= 0 else 2]), self.size(operands[2 if side >= 0 else 1])))\n",
         "            return self.size(operands[1])\n"),
        certificate(line("where(x < 5, 1, 10^9)", 3)), "287.65"),
    "T8 the rate of an exponential": (
        (": return exp_end(u[0][1], True), 0, u[1][1], u[2][1]\n", ": return exp_end(u[0][1], True), 0, 0, u[2][1]\n"),
        certificate(line("exp(3 * x)", 5, 60)), "90.0171313005"),
    "T8 the square in an exponential": (
        (": return exp_end(u[0][1], True), 0, u[1][1], u[2][1]\n", ": return exp_end(u[0][1], True), 0, u[1][1], min(u[2][1], 0)\n"),
        certificate(line("exp(x^2 * 3/8)", 6, 60)), "2"),
    "T8 a root's domain on the whole tail": (
        ('            if low is None or low < domain:\n', '            if False:\n'),
        certificate(line("where(x < 20, 1, sqrt(30 - x))", 9)), None),
    "T8 a pole beyond the cut": (
        ('        raise Undefined("a division without proof that the divisor is nonzero")\n', "        return -ONE, ONE\n"),
        certificate(line("1 / (x - 20)^2", 9)), None),
    "T8 softplus grows": (
        ('        if operation in ("sqrt", "softplus"):  # sqrt u <= 1 + u, softplus u <= 1 + |u|\n            return self.total(u, (ONE, 0, 0, 0))\n',
         '        if operation in ("sqrt", "softplus"):\n            return ONE, 0, 0, 0\n'),
        certificate(line("softplus(x)", 2)), certificate(line("softplus(x)", 12))),
    "T9 the mass of the normal law": (
        ("(None, None), sqrt(mul(whole(2), pi()))\n", "(None, None), sqrt(whole(6))\n"), certificate(line("x^2")), "1"),
    "panels do not overlap": (
        ('            if panel["lower"] < at:\n                raise Reject("panels overlap")\n', ""),
        certificate(changed(line("x^2"), "panels", 8, panel(-2, 0, 60, "4", 30))), "1"),
    "panels begin inside the law": (
        ('                    if panel["lower"] < ends[0][1]:\n                        raise Reject("the first panel begins before the lower end")\n', ""),
        between_mean_and_three, "2"),
    "panels end inside the law": (
        ('    if at > ends[1][0]:\n        raise Reject("the last panel ends after the upper end")\n', ""),
        of_law("x", unit, [panel(1 / 1024, 2, 20, "3", 4)]), "0.5"),
    "T11 the equation changes its sign in the bracket": (
        ("    if sign(\"sign\", (bracket[0], bracket[0]), signs[0]) == sign(\"sign\", (bracket[1], bracket[1]), signs[1]):\n", "    if False:\n"),
        alone("q0^2 - 2", (5 / 4, 11 / 8), middle), "1.41421"),
    "T11 what a cell shows": (
        ("        if total[0] <= 0 <= total[1]:\n", "        if False:\n"),
        alone(twice, at_root, cell(0, 5 / 4, "sign"), middle), None),
    "T11 it is shown on the whole cell": (
        ("        formulas.quantities[-1] = interval\n", "        formulas.quantities[-1] = interval[0], interval[0]\n"),
        alone(twice, at_root, cell(0, 5 / 4, "sign"), middle), None),
    "T11 cells are adjacent": (
        ("        if lower >= upper or number and lower != cells[number - 1][\"upper\"]:\n", "        if lower >= upper:\n"),
        alone(twice, at_root, cell(0, 1 / 4, "sign"), middle), None),
    "T11 the cell of the slope holds the bracket": (
        ("            if not lower <= bracket[0] < bracket[1] <= upper:\n", "            if False:\n"),
        alone("q0^2 - 2", at_root, cell(7 / 4, 2, "slope")), None),
    "T11 without a slope a sign may change where there is no root": (
        ("    if isolated != 1:\n", "    if False:\n"),
        alone("1 / (q0^2 - 2)", at_root, cell(0, 5 / 4, "sign")), None),
    "T11 the root is anywhere in the bracket": (
        ("    formulas.quantities[-1] = tuple(bracket)\n", "    formulas.quantities[-1] = bracket[1], bracket[1]\n"),
        alone("q0^2 - 2", (11 / 8, 3 / 2), middle), "1.41421"),
    "T11 laws do not move": (
        ('            raise Reject("a law contains the unknown of an equation")\n', "            formulas.quantities[-1] = tuple(bracket)\n"), tilted(), None),
    "T11 switches do not move": (
        ('                raise Reject("a switch contains the unknown of an equation")\n', "                pass\n"),
        alone("where(q0 - 3/2 < 0, -1, 1) + q0 / 1000", (5 / 4, 7 / 4), cell(1, 2, "slope")), None),
    "T11 the slope of a product": (
        ('            return make("+", make("*", d[0], u[1]), make("*", u[0], d[1]))\n', '            return make("*", d[0], u[1])\n'),
        alone("q0 * (2 - q0) - 1/2", (1 / 4, 3 / 8), cell(0, 15 / 8, "slope")), None),
    "T11 the slope of a quotient": (
        ('make("/", make("-", d[0], make("*", node, d[1])), u[1])', 'make("/", d[0], u[1])'),
        alone("q0 / (1 + q0^2) - 2/5", (3 / 8, 5 / 8), cell(0, 3, "slope")), None),
    "T11 the slope of a power": (
        ('make("whole power", u[0], value=value - 1)), d[0])', 'make("whole power", u[0], value=value - 2)), d[0])'),
        alone("(q0 - 1)^2 - 1/4", (3 / 8, 5 / 8), cell(0, 2, "slope")), None),
    "T11 the chain rule": (
        ('self.with_argument(self.read(SLOPES[operation]), u[0]), d[0])', 'self.with_argument(self.read(SLOPES[operation]), u[0]), self.number(1))'),
        alone("exp(-(q0 - 1)^2) - 1/2", (1 / 8, 1 / 4), cell(0, 2, "slope")), None),
    "T11 the slope of the equation itself": (
        ("            total = formulas.evaluate(rates[-1], values)\n", "            total = NIL\n"),
        root_of("x - q0^2 / 2 - 3/8", ["q0"], (3 / 8, 5 / 8), [[]], [cell(0, 2, "slope", [], [])]), None),
    "T11 the slopes of the means": (
        ("                total = add(total, mul(formulas.evaluate(", "                total = add(total, mul(NIL or formulas.evaluate("),
        root_of("q0 - x - 3/8", ["q0^2 / 2"], (3 / 8, 5 / 8), [[]], [cell(0, 2, "slope", [], [])]), None),
    "T12 the error of the outer sum": (outer_rest, row(2, "1/8", 3, 16, 14, (40, 6), ("6", "3/2"), [[2, 0]]), fine([[2, 0]])),
    "T12 the error of the outer sum of log S": (outer_rest, row(2, "1/8", 3, 16, 14, (40, 6), ("6", "3/2"), []), fine([])),
    "T12 the strip of the outer sum": (
        ("    if s[0] <= 0 or max(mul(a, s)[1], b[1]) >= halved(pi())[0]:\n", "    if False:\n"),
        row(2, "1/8", 3, 16, 14, (40, 6), ("6", "5/2"), [[2, 0]]), fine([[2, 0]])),
    "T12 the cosine of the outer strip": (
        ("height = div(whole(1), power(cos(b), K))", "height = whole(1)"),
        row(2, "1/8", 5, 6, 24, (220, 8), ("12", "3/2"), [[8, 0]]), row(2, "1/8", 6, 1, 26, (100, 8), ("12", "3/2"), [[8, 0]], bits=200)),
    "T12 Gamma(K)": (
        ("whole(factorial(K - 1))", "whole(1)"),
        row(2, "1/8", 4, 1, 14, (80, 8), ("8", "3/2"), [[3, 0]]), "0.1279"),
    "T12 the tail to the left": (tails("(1,)"), row(2, "1/8", 4, 1, 14, (3, 8), ("8", "3/2"), [[2, 0]]), fine([[2, 0]])),
    "T12 the tail of log S to the left": (tails("(1,)"), row(2, "1/8", 4, 1, 14, (3, 8), ("8", "3/2"), []), fine([])),
    "T12 the tail to the right": (tails("(0,)"), row(2, "1/8", 4, 1, 14, (80, 1), ("8", "3/2"), [[2, 0]]), fine([[2, 0]])),
    "T12 the tail of log S to the right": (tails("(0,)"), row(2, "1/8", 4, 1, 14, (80, 1), ("8", "3/2"), []), fine([])),
    "T12 what is beyond w in a tail": (
        ("power((0, k ** k * normal_pdf(v)[1] + f(k)), times)", "power((0, k ** k * normal_pdf(v)[1]), times)"),
        row(2, "1/8", 4, 1, 14, (3, 8), ("8", "3/2"), [[2, 0]]), fine([[2, 0]])),
    "T12 e^-t in the tail of log S": (
        ("add(factor(0, keys), (0, f(0))) if right", "factor(0, keys) if right"),
        changed(row(16, "1/8", 4, 1, 14, (80, 1), ("8", "3/2"), []), "quantities", 0, "row", "outer", [1280, 8]), fine([], 16)),
    "T12 every key in the tail of log S": (
        ("mul(whole(keys + 1), factor(1))", "factor(1)"), row(100, "1/8", 4, 1, 14, (6, 8), ("8", "3/2"), []), fine([], 100)),
    "a tail to the left": (
        ('                    total = add(total, tail_integral(formulas, node, -panel["lower"], -1))\n', ""),
        certificate(without(line("x^2"), *range(7))), "1"),
}


def interval_of(exact):
    if isinstance(exact, dict):
        return checking.enclosure(check, exact)
    unit = Fraction(1, 10 ** len(exact.partition(".")[2])) if "." in exact else 0
    return Fraction(exact) - unit, Fraction(exact) + unit


class EachClauseIsNeeded(unittest.TestCase):
    """For the means that are known: the weakened checker proves an interval without the mean, and the checker holds it or
    refuses. For those marked None: the weakened one accepts what the checker does not."""

    def test_without_it_a_false_certificate_passes(self):
        for what, (exchange, false, exact) in weakenings.items():
            with self.subTest(what):
                weak = checking.checker(exchange)
                low, high = checking.enclosure(weak, false)
                if exact is not None:
                    least, most = interval_of(exact)
                    self.assertTrue(high < least or low > most, f"[{float(low)}, {float(high)}] still holds the mean")
                stated = dict(false)
                stated["value"], stated["radius"] = (f"{q.numerator}/{q.denominator}" for q in
                                                     ((low + high) / 2, max((high - low) / 2, Fraction(1, 10 ** 30))))
                self.assertEqual(checking.verdict(weak, stated), "ACCEPT")
                self.assertTrue(checking.verdict(check, stated).startswith("Reject"), checking.verdict(check, stated))

    def test_inclusion_is_compared_on_both_sides(self):
        one = dict(certificate(line("x^2")), value="1", radius="1e-15")
        self.assertEqual(checking.verdict(check, one), "ACCEPT")
        for value in ("0.9", "1.1"):
            wrong = dict(one, value=value, radius="0.05")
            self.assertTrue(checking.verdict(check, wrong).startswith("Reject"))
        weak = checking.checker(("    if max(abs(low - certificate[\"value\"]), abs(high - certificate[\"value\"])) > certificate[\"radius\"]:\n",
                                 "    if False:\n"))
        self.assertEqual(checking.verdict(weak, dict(one, value="0.9")), "ACCEPT")


inner = "    rest = k ** k * (rule[1] + 2 * normal_pdf(z[-1])[1])\n"
# What is weakened in the inner sums; k, l, s, the number of steps in 1 of their x, where they end, the half width of their strip; the same
# of sums that enclose E z^l f(sz) narrowly; bits.
inner_weakenings = {
    "the error of the rule": ((inner, inner.replace("rule[1] + ", "")), (0, 0, 1, 1, 12, "3/2"), (0, 0, 1, 16, 14, "3/2"), 128),
    "the density above the line": (
        ("trapezoidal_rest(a, spacing, halved(square(a)))", "trapezoidal_rest(a, spacing, NIL)"),
        (0, 0, "1/8", 8, 13, "10"), (0, 0, "1/8", 32, 14, "9"), 128),
    "f above the line": (
        ("power(cos(mul(a, s)), k)", "power(cos(mul(a, s)), 0)"), (8, 0, 8, 16, 20, "0.186"), (8, 0, 8, 32, 20, "0.186"), 300),
    "the maximum of f": ((inner, inner.replace("k ** k", "1")), (8, 0, 8, 2, 14, "1/8"), (8, 0, 8, 16, 14, "0.18"), 128),
    "z above the line": (("power(add(whole(1), a), l))", "power(add(whole(1), a), 0))"), (0, 1, "1/4", 4, 13, "6"), (0, 1, "1/4", 16, 14, "6"), 128),
    "what is beyond the nodes": ((inner, inner.replace(" + 2 * normal_pdf(z[-1])[1]", "")), (0, 0, 1, 16, 2, "3/2"), (0, 0, 1, 16, 14, "3/2"), 128),
}


class EachTermOfAnInnerSumIsNeeded(unittest.TestCase):
    """The weakened sums miss what narrow ones enclose, and the checker's hold it."""

    def sum_at_0(self, module, bits, k, l, s, steps, reach, strip):
        module.set_precision(bits)
        s = Fraction(s)
        nodes = int(reach * s * steps)
        (low, high), = module.inner_sums(k, l, module.of_fraction(s), module.ONE // steps, 1, nodes, (0, 0), module.of_fraction(Fraction(strip)))
        return low, high

    def test_without_it_the_sum_is_missed(self):
        for what, (exchange, coarse, narrow, bits) in inner_weakenings.items():
            with self.subTest(what):
                low, high = self.sum_at_0(check, bits, *narrow)
                weak, whole = self.sum_at_0(checking.checker(exchange), bits, *coarse), self.sum_at_0(check, bits, *coarse)
                self.assertTrue(weak[0] > high or weak[1] < low, what)
                self.assertTrue(whole[0] <= low and high <= whole[1], what)


if __name__ == "__main__":
    unittest.main()

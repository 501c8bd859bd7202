#!/usr/bin/env python3
"""What the tool writes, the checker accepts; what is changed in it, the checker rejects.

    certificates_test.py SIGPROP
"""
import copy
import itertools
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
import unittest
from fractions import Fraction
from pathlib import Path

import checking
from checking import changed

sys.path.insert(0, str(checking.root / "tests" / "support"))
from share import share_of  # noqa: E402

tool = sys.argv.pop(1)
check = checking.checker()

# Every kind of route that has certificates: formulas alone, means of smooth functions and of functions with kinks and
# jumps, of one and of several means, under each law, composites, quantities inside formulas and inside laws.
accepted = [
    "sqrt(2) * pi - log(3) / exp(1/7)", "erf(1/sqrt(2))", "sqrt(log(1))", "deepnorm.decoder_alpha(decoder_layers=28)",
    "activation.gain(gelu)", "activation.gain(silu)", "activation.variance_gain(mish)", "activation.gain(relu)",
    "activation.variance_gain(gelu_tanh)", "activation.gain(hard_swish)", "activation.mean(elu, std=2, mean=1/3)",
    "activation.derivative_second_moment(gelu)", "activation.derivative_second_moment(leaky_relu(0.2))",
    "activation.second_moment(tanh, std=100)", 'activation.mean("where(x < 1/3, x^2, exp(x / 5))")',
    "activation.mean(\"cos(x) * atan(x)^2 + log(1 + x^2) / sqrt(2 + sin(x))\")", "activation.second_moment(softplus, mean=-3)",
    "truncated_normal.std(-2, 2)", "truncated_normal.variance(1, inf)", "truncated_normal.mass(-2, 2)",
    "complex_truncated_normal.std(2)", "torch.trunc_normal_(std=0.02)", "init.std(he, 512)", "selu.alpha()", "selu.lambda()",
    "activation.gain(selu)", "sqrt(truncated_normal.variance(-2, 2)) / activation.gain(relu)",
    "activation.gain(gelu) - activation.gain(silu)", "activation.second_moment(gelu, std=truncated_normal.std(-2, 2))",
    "truncated_normal.std(-2 * truncated_normal.std_correction(-2, 2), 2)", "norm.output(layer_norm, x=[1, 2, 3, 6], index=3, weight=2, bias=1)",
    "norm.jacobian(rms_norm, x=[3, 4, 1], row=0, column=1, epsilon=1e-6)", "norm.running_mean_weight(0.99, steps=100)",
    "residual.gradient_ratio(post_norm, sublayers=96)", "residual.path_length_variance(pre_norm, sublayers=24)", "jax.glorot_uniform(fan_in=3, fan_out=5)",
    "activation.unit_std(gelu)", "activation.unit_std(mish)", "2 * activation.q_fixed_point(tanh, weight_variance=2, bias_variance=0.1)",
    "init.argument(bert, distribution=truncated_normal, lower=-0.04, upper=0.05, limits=absolute)",
    "init.argument(lecun, fan_in=768, distribution=truncated_normal)", "residual.smallest_singular_value(branch_variance=0.1)",
    "attention.entropy(64)", "attention.entropy(3, std=1/1000)", "attention.log_partition(30522, std=truncated_normal.std(-2, 2))",
    "attention.jacobian_norm(16, std=3)", "attention.mean_logit(2^40, std=sqrt(2))", "attention.total_weight(2, std=5)",
    "normal.expected_order(20, 3)", "optimizer.weight_memory(1e-3, 0.1, steps=1000)", "sampler.support(uniform)",
]
refused = {"activation.unit_std(elu)": "a switch of the equation moves with the unknown", "attention.entropy(64, softcap=5)": "no route of",
           "attention.entropy(64, mask=causal)": "no route of", "attention.entropy(64, std=64)": "and the check would take minutes",
           "attention.entropy(2^63)": "at most 2^62 keys",
           "activation.lipschitz(gelu)": "a certificate can contain"}


class Written(unittest.TestCase):
    def test_what_the_tool_writes_is_accepted(self):
        for expression in share_of(accepted):
            with self.subTest(expression):
                one = checking.written_by(tool, expression)
                started = time.process_time()
                self.assertEqual(checking.verdict(check, one), "ACCEPT")
                self.assertLess(time.process_time() - started, 10)
                self.assertLess(check.MAX_WORK - check.work, check.MAX_WORK // 2)
                self.assertLess(len(json.dumps(one)), 1_000_000)

    def test_more_and_fewer_digits(self):
        expressions = ("activation.gain(silu)", "truncated_normal.std(-2, 2)", "selu.alpha()")
        for digits, expression in share_of(itertools.product(("3", "12", "60", "120"), expressions), 4):
            with self.subTest(expression, digits=digits):
                one = checking.written_by(tool, expression, "--digits", digits)
                self.assertEqual(checking.verdict(check, one), "ACCEPT")
                self.assertLessEqual(Fraction(one["radius"]) / abs(Fraction(one["value"])), Fraction(10) ** (1 - int(digits)))

    def test_the_value_is_that_of_the_report(self):
        for expression in ("activation.gain(gelu)", "1e-5 * selu.alpha()", "-12345.5 * truncated_normal.std(-2, 2)", "7/2"):
            one = checking.written_by(tool, expression)
            run = subprocess.run([tool, "eval", expression, "--plain"], capture_output=True, text=True, check=True)
            self.assertEqual(one["value"], run.stdout.strip())
            place = re.search(r"e(-?\d+)", one["radius"])[1]
            self.assertEqual(Fraction(one["radius"]), Fraction(5) * Fraction(10) ** int(place))
            # half a unit of the last of 30 digits
            self.assertTrue(Fraction(10) ** 29 <= abs(Fraction(one["value"])) / (2 * Fraction(one["radius"])) < Fraction(10) ** 30)

    def test_what_has_no_certificate_is_refused(self):
        for expression, reason in refused.items():
            with self.assertRaises(RuntimeError) as outcome:
                checking.written_by(tool, expression)
            self.assertIn("exit 3: sigprop: no certificate: ", str(outcome.exception))
            self.assertIn(reason, str(outcome.exception))
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "c.json"
            two = subprocess.run([tool, "eval", "1", "2", "--certificate", str(path)], capture_output=True, text=True)
            self.assertEqual((two.returncode, path.exists()), (2, False))
            self.assertIn("--certificate takes one expression", two.stderr)
            path.write_text("mine")
            once = subprocess.run([tool, "eval", "2", "--certificate", str(path)], capture_output=True, text=True)
            self.assertEqual((once.returncode, path.read_text()), (2, "mine"))
            for _ in range(2):  # a certificate may be replaced
                path.unlink(missing_ok=True)
                subprocess.run([tool, "eval", "2", "--quiet", "--certificate", str(path)], check=True)
            subprocess.run([tool, "eval", "3", "--quiet", "--certificate", str(path)], check=True)
            self.assertEqual(json.loads(path.read_text())["value"], "3")

    def test_verify_writes_one_for_each_claim_that_can_have_one(self):
        with tempfile.TemporaryDirectory() as folder:
            claims = Path(folder) / "claims.json"
            claims.write_text(json.dumps({"defaults": {"source": {"title": "ours"}}, "claims": [
                {"id": "a.std", "expression": "truncated_normal.std(-2, 2)", "stated": "0.8796"},
                {"id": "a.wrong", "expression": "activation.gain(silu)", "stated": "1.6766", "expected": "refuted", "note": "1.6765"},
                {"id": "a.supremum", "expression": "activation.lipschitz(gelu)", "stated": "1.1289"}]}))
            path = Path(folder) / "certificates"
            command = [tool, "verify", "--claims", str(claims), "--certificates", str(path), "--samples", "1000"]
            run = subprocess.run(command, capture_output=True, text=True)
            self.assertIn("2 certificates in", run.stderr)
            self.assertEqual(sorted(one.name for one in path.iterdir()), ["a.std.json", "a.wrong.json", "none.txt"])
            self.assertTrue((path / "none.txt").read_text().startswith("a.supremum: no route of activation.lipschitz(gelu)"))
            for one in path.glob("*.json"):
                self.assertEqual(checking.verdict(check, json.loads(one.read_text())), "ACCEPT")
            again = subprocess.run(command, capture_output=True, text=True)
            self.assertEqual(again.returncode, 2)
            self.assertIn("is not empty: give another folder, or --force", again.stderr)
            self.assertEqual(subprocess.run([*command, "--force", "--quiet"], capture_output=True, text=True).stderr, "")

    def test_the_page_shows_what_is_printed(self):
        page = (checking.root / "docs" / "guides" / "certificates.md").read_text(encoding="utf-8")
        shown = page[page.index("\nACCEPT gelu.json: ") + 1:]
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "gelu.json"
            path.write_text(json.dumps(checking.written_by(tool, "activation.gain(gelu)")))
            printed = check.judged(str(path))[1].replace(str(path), "gelu.json")
        # The page breaks the line, also where there is no space.
        self.assertEqual("".join(printed.split()), "".join(shown[:shown.index("\n```")].split()))

    def test_the_program_says_so(self):
        with tempfile.TemporaryDirectory() as folder:
            good, bad, none = (Path(folder) / name for name in ("good.json", "bad.json", "none.json"))
            one = checking.written_by(tool, "activation.gain(relu)", "--digits", "8")
            good.write_text(json.dumps(one))
            bad.write_text(json.dumps(changed(one, "value", "1.4142146")))
            none.write_text("{")
            for files, code, words in (([good], 0, ["ACCEPT"]), ([good, bad], 1, ["ACCEPT", "REJECT"]), ([none], 2, ["no certificate"]),
                                       ([none, bad], 2, ["no certificate", "REJECT"]), ([], 2, [])):
                run = subprocess.run([sys.executable, "-B", str(checking.program), *map(str, files)], capture_output=True, text=True)
                self.assertEqual(run.returncode, code, run.stdout + run.stderr)
                self.assertEqual(run.stderr, "")
                if files:
                    for line, word in zip(run.stdout.splitlines(), words, strict=True):
                        self.assertTrue(line.startswith(word), line)


class Malformed(unittest.TestCase):
    def test_what_is_no_certificate(self):
        one = checking.written_by(tool, "truncated_normal.std(-2, 2)", "--digits", "5")
        place = ("quantities", 0, "means", 0)
        panel = (*place, "panels", 0)
        for damaged in (
                changed(one, "format", "sigprop certificate 2"), changed(one, "more", 1), changed(one, "bits", 10 ** 9),
                changed(one, "bits", True), changed(one, "radius", 1), changed(one, "radius", "nan"), changed(one, "value", "1/0"),
                changed(one, "formula", "q0 +"), changed(one, "formula", "q1"), changed(one, "formula", "x0"),
                changed(one, "formula", "gamma(q0)"), changed(one, "formula", "q0 @ 2"), changed(one, "formula", "(" * 60_000),
                changed(one, *place, "law", "cauchy"), changed(one, *panel, "nodes", 1), changed(one, *panel, "rho", "1"),
                changed(one, *panel, "rho", "1/2"), changed(one, *panel, "lower", "-2"), changed(one, *panel, "lower", "0x1p-9999"),
                changed(one, *panel, "lower", one["quantities"][0]["means"][0]["panels"][0]["upper"]),
                changed(one, "quantities", {}), changed(one, *place, "law", "upper", "-inf"), [one], 3):
            self.assertTrue(checking.verdict(check, damaged).startswith("Malformed"), checking.verdict(check, damaged))
        for several in (changed(one, *place, "law", "log_weight", "-(x0 * x1)"), changed(one, *place, "integrand", "x0 * x1")):
            self.assertIn("more variables than there are values", checking.verdict(check, several))
        self.assertIn("more variables than there are values", checking.verdict(check, changed(one, *place, "law", "upper", "x")))
        one, row = checking.written_by(tool, "attention.entropy(3)", "--digits", "5"), ("quantities", 0, "row")
        for key, value in (("keys", 1), ("keys", True), ("step", "0x0p0"), ("step", "-0x1p-3"), ("stride", 0), ("reach", 0), ("outer", [1]), ("outer", [-1, 2]),
                           ("strips", ["0", "1"]), ("strips", ["1", "-1"]), ("means", []), ("means", [[[0, 1]]]), ("means", [[[1, 2]]]), ("means", [[[9, 0]]]),
                           ("means", [[[1, 0]] * 4]), ("means", [[1]]), ("s", 1)):
            damaged = changed(one, *row, key, value)
            self.assertTrue(checking.verdict(check, damaged).startswith("Malformed"), f"{key} {value}: {checking.verdict(check, damaged)}")
        self.assertIn("more variables than there are values", checking.verdict(check, changed(one, "quantities", 0, "formula", "x2")))
        for value in ("0", "-1", "1/(1-1)"):
            self.assertTrue(checking.verdict(check, changed(one, *row, "s", value)).startswith("Reject"))
        with self.assertRaises(check.Malformed):
            check.parse(json.dumps(one).replace('"bits"', '"bits": 100, "bits"', 1))


def plans(one):
    """The places of all lists of panels."""
    for q, quantity in enumerate(one["quantities"]):
        if "root" in quantity:
            root = ("quantities", q, "root")
            yield from ((*root, "signs", end, m) for end in (0, 1) for m in range(len(quantity["root"]["means"])))
            yield from ((*root, "cells", c, "plans", m) for c, cell in enumerate(quantity["root"]["cells"]) for m in range(len(cell["plans"])))
            continue
        for m, mean in enumerate(quantity.get("means", [])):
            if mean["panels"]:
                yield ("quantities", q, "means", m, "panels")
            if isinstance(mean["law"], dict):
                yield ("quantities", q, "means", m, "law", "panels")


def roots(one):
    return [quantity["root"] for quantity in one["quantities"] if "root" in quantity]


def rows(one):
    return [quantity["row"] for quantity in one["quantities"] if "row" in quantity]


def at(one, place):
    for key in place:
        one = one[key]
    return one


def dyadic(text):
    sign, digits, exponent = re.fullmatch(r"(-?)0x([0-9a-f]+)p(-?\d+)", text).groups()
    return (-1 if sign else 1) * int(digits, 16) * Fraction(2) ** int(exponent)


def written(q):
    """q is a fraction over a power of 2."""
    return f"{'-' if q < 0 else ''}0x{abs(q.numerator):x}p{1 - q.denominator.bit_length()}"


def mutated(one, generator):
    """A random change of the proof, which the checker may still find a proof, or of what is proved, which makes it false."""
    new = copy.deepcopy(one)
    if generator.random() < 0.25:
        return false_statement(new, generator)
    if roots(new) and generator.random() < 0.4:
        return changed_root(roots(new)[0], generator), new
    if rows(new):
        return changed_row(rows(new)[0], generator), new
    panels = at(new, generator.choice([place for place in plans(new) if at(new, place)]))
    k = generator.randrange(len(panels))
    panel = panels[k]
    kind = generator.choice(["bound", "nodes", "rho", "piece", "cut", "end", "twice", "bits", "swap"])
    if kind == "bound":
        panel["log2_bound"] -= generator.choice([1, 3, 8, 30, 60])
    elif kind == "nodes":
        panel["nodes"] = max(2, panel["nodes"] - generator.choice([1, 2, 5, 20]))
    elif kind == "rho":
        panel["rho"] = str(Fraction(panel["rho"]) * generator.choice([Fraction(6, 5), 2, 5, 20]))
    elif kind == "piece":
        del panels[k]
    elif kind == "cut":
        side, panel = generator.choice([("lower", panels[0]), ("upper", panels[-1])])
        panel[side] = written(dyadic(panel[side]) / 2)
    elif kind == "end":
        side = generator.choice(["lower", "upper"])
        panel[side] = written(dyadic(panel[side]) + Fraction(generator.choice([-1, 1]), 2 ** generator.choice([2, 9, 25])))
    elif kind == "twice":
        panels.insert(k, dict(panel))
    elif kind == "bits":
        new["bits"] = 64
    elif len(panels) > 1:
        panels[0], panels[-1] = panels[-1], panels[0]
    return kind, new


def changed_root(root, generator):
    """Changes what is said about where the root lies, and of where it is the only one."""
    kind = generator.choice(["bracket", "cell left out", "cell's end", "cell shows", "plans"])
    cell = generator.choice(root["cells"])
    if kind == "bracket":
        side = generator.choice([0, 1])
        root["bracket"][side] = written(dyadic(root["bracket"][side]) + Fraction(generator.choice([-1, 1]), 2 ** generator.choice([3, 20, 30])))
    elif kind == "cell left out":
        root["cells"].remove(cell)
    elif kind == "cell's end":
        side = generator.choice(["lower", "upper"])
        cell[side] = written(dyadic(cell[side]) * Fraction(generator.choice([7, 9]), 8))
    elif kind == "cell shows":
        cell["shows"] = "slope" if cell["shows"] == "sign" else "sign"
    else:
        cell["plans"] = cell["plans"][:-1]
    return kind


def changed_row(row, generator):
    kind = generator.choice(["step", "stride", "reach", "outer", "strips"])
    if kind == "step":
        row["step"] = written(dyadic(row["step"]) * generator.choice([Fraction(17, 16), Fraction(3, 2), 2]))
    elif kind == "stride":
        row["stride"] += generator.choice([1, 2])
    elif kind == "reach":
        row["reach"] = row["reach"] * generator.choice([3, 7]) // 8
    elif kind == "outer":
        side = generator.choice([0, 1])
        row["outer"][side] = row["outer"][side] * generator.choice([1, 3]) // 4
    else:
        side = generator.choice([0, 1])
        row["strips"][side] = str(Fraction(row["strips"][side]) * Fraction(generator.choice([2, 3, 6, 8]), 5))
    return "row's " + kind


def false_row(row, generator):
    kind = generator.choice(["keys", "s", "factor"])
    if kind == "keys":
        row["keys"] += 1
    elif kind == "s":
        row["s"] = f"({row['s']}) * 1.001"
    else:
        row["means"][generator.randrange(len(row["means"]))] = [[2, 0]]
    return "false row's " + kind


def false_statement(new, generator):
    if rows(new) and generator.random() < 0.5:
        return false_row(rows(new)[0], generator), new
    if roots(new) and generator.random() < 0.5:
        root = roots(new)[0]
        root["equation"] = generator.choice(["({}) + 1/1000", "({}) - 1/1000", "({})^2", "({}) * ({})"]).replace("{}", root["equation"])
        return "false equation", new
    quantity = generator.choice([one for one in new["quantities"] if "root" not in one])
    kind = generator.choice(["digit", "formula", "radius", "quantity", *(["integrand"] * 2 if quantity.get("means") else [])])
    if kind == "digit":
        places = [i for i, c in enumerate(new["value"].partition("e")[0]) if c.isdigit()]
        k = generator.choice(places)
        digit = generator.choice([c for c in "0123456789" if c != new["value"][k]])
        new["value"] = new["value"][:k] + digit + new["value"][k + 1:]
    elif kind == "radius":
        new["radius"] = "0"
    elif kind == "formula":
        new["formula"] = generator.choice(["{} + 1/1000", "{} * 1.001", "({})^2 / 3", "sqrt(abs({})) + 1"]).format(new["formula"])
    elif kind == "quantity":
        quantity["formula"] = generator.choice(["({}) + 1/1000", "({}) * 1.001"]).format(quantity["formula"])
    else:
        named = [one for k, one in enumerate(quantity["means"]) if re.search(rf"\bx({k})\b" if k else r"\bx0?\b", quantity["formula"])]
        mean = generator.choice(named)
        mean["integrand"] = generator.choice(["({}) * 1.001", "({}) + 1/1000", "({}) + x^2 / 1000"]).format(mean["integrand"])
    return "false " + kind, new


def states_the_same(one, other):
    """All but the plan of the proof; where there is a root, it lies in both brackets: the equation here rises for all q0 > 0,
    so that it is the only one wherever the cells reach."""
    plan_of_a_row = ("step", "stride", "reach", "outer", "strips")

    def rest(value):
        if isinstance(value, dict):
            return {key: rest(item) for key, item in value.items() if key not in ("panels", "bits", "bracket", "signs", "cells", *plan_of_a_row)}
        return [rest(item) for item in value] if isinstance(value, list) else value
    brackets = [[list(map(dyadic, root["bracket"])) for root in roots(each)] for each in (one, other)]
    return rest(one) == rest(other) and all(a[0] < b[1] and b[0] < a[1] for a, b in zip(*brackets, strict=True))


class Mutated(unittest.TestCase):
    """A changed certificate is accepted only if what it says is still true: if nothing but the plan was changed, and the
    plan still proves it."""
    count = int(os.environ.get("SIGPROP_MUTATIONS", "400")) // 10

    expressions = ("activation.gain(gelu)", "activation.gain(relu)", "truncated_normal.std(-2, 1)", "selu.alpha()",
                   "activation.mean(elu)", "activation.variance(silu)", "activation.mean(\"where(x < 1/3, x^2, exp(x / 5))\")",
                   "complex_truncated_normal.std(2)", "truncated_normal.mass(-2, 2)", "init.std(he, 512)", "activation.unit_std(gelu)", "attention.entropy(16, std=2)")

    def changed_ones(self, module, expressions, count):
        """What the checker says of changed certificates, by kind of change, and the false ones that it accepts."""
        generator = random.Random(24)
        verdicts, false = {}, []
        for expression in expressions:
            one = checking.written_by(tool, expression, "--digits", "9")
            self.assertEqual(checking.verdict(check, one), "ACCEPT")
            for _ in range(count):
                kind, new = mutated(one, generator)
                said = checking.verdict(module, new)
                verdicts.setdefault(kind, []).append(said)
                if said == "ACCEPT" and (kind.startswith("false") or not states_the_same(one, new)):
                    false.append(f"{expression}: {kind} is accepted")
        return verdicts, false

    def test_a_checker_that_compares_nothing_is_found(self):
        weak = checking.checker(('    if max(abs(low - certificate["value"]), abs(high - certificate["value"])) > certificate["radius"]:\n', "    if False:\n"))
        self.assertNotEqual(self.changed_ones(weak, ("truncated_normal.mass(-2, 2)",), 20)[1], [])

    def test_none_is_accepted_unless_still_true(self):
        verdicts, false = self.changed_ones(check, self.expressions, self.count)
        tried = sum(map(len, verdicts.values()))
        if counts := os.environ.get("SIGPROP_MUTATION_COUNTS"):
            accepted = sum(said == "ACCEPT" for all_of_a_kind in verdicts.values() for said in all_of_a_kind)
            Path(counts).write_text(json.dumps({"tried": tried, "accepted and still true": accepted - len(false), "falsely accepted": len(false)}))
        self.assertEqual(false, [])
        for kind in verdicts:
            if kind != "bits":  # at few digits the least precision may do
                self.assertTrue(any(said != "ACCEPT" for said in verdicts[kind]), f"{kind} is never rejected")
        self.assertGreaterEqual(tried, 12 * self.count)

    def test_what_a_plan_must_not_lose(self):
        """Changes that leave no proof, each to a panel that matters."""
        one = checking.written_by(tool, "activation.second_moment(silu)", "--digits", "12")
        panels = ("quantities", 0, "means", 0, "panels")
        count = len(at(one, panels))
        for k in share_of(range(count), 3):
            self.assertTrue(checking.verdict(check, changed(one, *panels, k, "log2_bound", -30)).startswith("Reject"), k)
            self.assertTrue(checking.verdict(check, changed(one, *panels, k, "nodes", 4)).startswith("Reject"), k)
            wider = changed(one, *panels, k, "rho", "40")  # its ellipse holds the poles at ±i pi
            self.assertRegex(checking.verdict(check, changed(wider, *panels, k, "log2_bound", 9000)), "^Reject")
            self.assertTrue(checking.verdict(check, changed(one, *panels, [p for j, p in enumerate(at(one, panels)) if j != k])).startswith("Reject"), k)


if __name__ == "__main__":
    unittest.main()

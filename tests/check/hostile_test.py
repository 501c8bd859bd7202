#!/usr/bin/env python3
"""Files from strangers: whatever stands in a file, the checker answers with one line of printable ASCII, in bounded time, goes on
to the next file, and accepts nothing but what the file states."""
import copy
import json
import os
import subprocess
import sys
import tempfile
import time
import unittest
from fractions import Fraction
from pathlib import Path

import checking
from checking import cell, certificate, changed, mean, panel, root_of, row

sys.path.insert(0, str(checking.root / "tests" / "support"))
from share import share_of  # noqa: E402

check = checking.checker()
folder = tempfile.TemporaryDirectory()
unit = {"log_weight": "0", "lower": "0", "upper": "1", "panels": [panel(1 / 65536, 65535 / 65536, 8, "4", 2)]}
half_line = {"log_weight": "-x", "lower": "0", "upper": "inf", "panels": [panel(1 / 65536, 4, 30, "3", 9), panel(4, 32, 40, "3", 9)]}


def stated(one):
    """The same with the number that is proved."""
    low, high = checking.enclosure(check, one)
    value, radius = (low + high) / 2, (high - low) / 2
    return dict(one, value=f"{value.numerator}/{value.denominator}", radius=f"{radius.numerator}/{radius.denominator}")


def all_kinds():
    """Small certificates that are accepted, of every kind of quantity, law and plan."""
    ends = [-8, -6, -4, -2, -1 / 65536, 1 / 65536, 2, 4, 6, 8]
    line = [panel(a, b, 40, "3", 40) for a, b in zip(ends, ends[1:]) if b - a > 1]
    several = certificate(mean("x^2 * where(x < 0, 1, 2)", line), mean("x", [panel(1 / 65536, 65535 / 65536, 8, "4", 2)], unit), formula="x0 + x1")
    several["quantities"].insert(0, {"name": "pi", "formula": "pi + 1e-2", "means": []})
    several["formula"] = "q0 * q1"
    uniform = [panel(1 / 65536, 65535 / 65536, 12, "4", 5)]
    equation = {"equation": "x - q0^2 / 4", "means": [{"integrand": "x * q0", "law": unit}], "bracket": ["0x1fffp-12", "0x2001p-12"],
                "signs": [[uniform]] * 2, "cells": [cell(11 / 8, 3 / 2, "sign", uniform), cell(3 / 2, 5 / 2, "slope", uniform, uniform)]}
    of_root = dict(certificate(), quantities=[{"name": "a root", "root": equation}])
    return {"means": stated(several), "a root": stated(of_root), "a constant": stated(certificate(mean("2", [], half_line), mean("3", []), formula="x0 * x1")),
            "a row": stated(row(2, "1/8", 4, 1, 9, (8, 5), ("4", "3/2"), [[2, 0]], [], formula="x0 + x1"))}


kinds = all_kinds()
bomb = "((9^9999)^9999)^99"
forged = "1\nACCEPT other.json: q0 is in [1, 1]; said to be '1'"
hostile = [
    # no formula, no number, no text
    "", " ", "!!)(", "(", "1 +", "x999", "x1000", "q0 +", "q999999", "gamma(x)", "neg(x)", "-inf", "inf", "normal ", "sign", "\0", "\t1", "1\n", "1_0", "0x1p", "0x",
    # numbers without a value, beyond every bound, or of many digits
    "sqrt(-1)", "1/0", "1/(1-1)", "log(0)", "exp(10^9)", "nan", "NaN", "Infinity", bomb, "9" * 4001, "-" + "9" * 5000, "1e" + "9" * 5000, "1e99999", "1e1001",
    "1/" + "0" * 100, "9^9^9^9", "exp(exp(exp(exp(9))))", "0x1p99999", "0x" + "f" * 2001 + "p0", "0x1p-99999", "0x0p99999", "-0x" + "f" * 1999 + "p-9999",
    # deep and long
    "(" * 2200, "-" * 2200 + "1", "2^" * 2200 + "2", "1" + "+1" * 2200, "exp(" * 1500 + "1" + ")" * 1500, "x" * 200_001,
    # digits and spaces of other scripts, what terminals obey, halves of characters
    "\u0661", "\uff11", "1\u0661", "q\u0660", "x\u0660", "0x\u0661p-\u0661", "1e\u0661", "\u00a01", "\u20281", "\u00b2", "\u2160", "\ud800", "\udfff1", "\U0001d7ce",
    forged, "\x1b[2J\x1b[1;31mACCEPT", "\u202e1", "\u2066", "\x9b31m", "\x7f", "\r",
    # no text
    None, True, False, 0, -1, 2, 10 ** 24, -10 ** 24, 10 ** 30, 1.5, 1e300, float("nan"), float("inf"), [], {}, [[]], [None] * 20_001, {"\x1b[2J\n": 1},
    [[[[[[[[0]]]]]]]], {"root": 1}, {"row": {}}, {"log_weight": "0"},
]
plan = ("panels", "bits", "bracket", "signs", "cells", "step", "stride", "reach", "outer", "strips")


def places(value, path=()):
    """Every field, and of every list the first element and the last; the whole file too."""
    yield path
    for key in value if isinstance(value, dict) else sorted({0, len(value) - 1}) if isinstance(value, list) and value else ():
        yield from places(value[key], (*path, key))


def statement_of(one):
    """All but the proof and what is said for people."""
    if isinstance(one, dict):
        return {key: statement_of(value) for key, value in one.items() if key not in (*plan, "expression", "name", "value", "radius")}
    return [statement_of(value) for value in one] if isinstance(one, list) else one


def states(one):
    return Fraction(one["value"]) - Fraction(one["radius"]), Fraction(one["value"]) + Fraction(one["radius"])


def judged(text, module=check, name="c.json"):
    path = Path(folder.name) / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
    code, line = module.judged(str(path))
    return code, module.escaped(line).replace(str(path), name)


class Generated(unittest.TestCase):
    def faults(self, module, kind, values):
        """What is wrong with the answers to a certificate in which one place was changed, and how many answers there were."""
        one, found, count = kinds[kind], [], 0
        low, high = states(one)
        for path in places(one):
            for value in values:
                new = changed(one, *path, value) if path else value
                started = time.process_time()
                code, line = judged(json.dumps(new), module)
                count += 1
                what = f"{kind} {path} {ascii(value)[:40]}: {line[:200]}"
                if time.process_time() - started > 20:
                    found.append(f"slow: {what}")
                if not line.startswith(("ACCEPT c.json: ", "REJECT c.json: ", "no certificate: c.json: ")[code]):
                    found.append(f"begins otherwise: {what}")
                if len(line) > 4000 or not all(" " <= c <= "~" for c in line):
                    found.append(f"printed: {what}")
                if "the checker fails" in line:
                    found.append(f"unforeseen: {what}")
                if code == 0:
                    least, most = states(new)
                    if statement_of(new) != statement_of(one) or least > low or most < high:
                        found.append(f"accepted: {what}")
        return found, count

    def test_a_hostile_value_in_any_place_is_answered(self):
        total = 0
        for kind, one in kinds.items():
            with self.subTest(kind):
                self.assertEqual(checking.verdict(check, one), "ACCEPT")
                found, count = self.faults(check, kind, share_of(hostile, 20))
                self.assertEqual(found, [])
                total += count
        print(f"{total:,} hostile files", flush=True)
        self.assertGreater(total, 180 * len(share_of(hostile, 20)))

    def test_what_is_missing_or_twice_or_unknown(self):
        for one in kinds.values():
            for path in places(one):
                if not path or not isinstance(path[-1], str):
                    continue
                new = copy.deepcopy(one)
                parent = new
                for key in path[:-1]:
                    parent = parent[key]
                value = parent.pop(path[-1])
                self.assertEqual(judged(json.dumps(new))[0], 2, path)
                parent[path[-1]] = value
                parent["\x1b]0;\n"] = 1
                code, line = judged(json.dumps(new))
                self.assertEqual(code, 2, path)
                self.assertIn(r"\x1b]0;\n", line)
                del parent["\x1b]0;\n"]
                twice = json.dumps(new).replace(json.dumps(path[-1]) + ":", f'{json.dumps(path[-1])}: 1, {json.dumps(path[-1])}:', 1)
                self.assertEqual(judged(twice), (2, "no certificate: c.json: a field is given twice"), path)

    def test_each_guard_is_needed(self):
        """Without it the same changes find a fault."""
        shortcut = (("    weight, ends, mass = law\n    if formulas.variables(f) == 0:\n        return formulas.evaluate(f, [])\n",
                     "    if formulas.variables(f) == 0:\n        return formulas.evaluate(f, [])\n    weight, ends, mass = law\n"),
                    ("[weighted(formulas, law) for law in laws]",
                     "[weighted(formulas, law) if formulas.variables(f) else None for f, law in zip(integrands, laws)]"))
        raw = (('"".join(c if " " <= c <= "~" else ascii(c)[1:-1] for c in line)', "line"), ("    return ascii(cut(text, 100))\n", "    return cut(text, 100)\n"))
        for exchanges, kind, values, fault in (
                (shortcut, "a constant", ["sqrt(-1)"], "accepted"), (shortcut, "a constant", ["exp(10^9)"], "accepted"), (raw, "means", [forged], "printed"),
                ([("    if not isinstance(value, str) or not value:\n", "    if not value:\n")], "a row", [10 ** 24], "unforeseen"),
                ([("len(word) > MAX_DIGITS or ", "")], "a row", ["9" * 5000], "unforeseen"),
                ([("            if nested == MAX_NESTING:\n", "            if False:\n")], "a row", ["1" + "+1" * 15_000], "unforeseen"),
                ([("/0*[1-9][0-9]*|", "/[0-9]+|")], "a row", ["1/0"], "unforeseen")):
            with self.subTest(fault=fault, values=ascii(values)[:40]):
                found, _ = self.faults(checking.checker(*exchanges), kind, values)
                self.assertTrue(any(one.startswith(fault) for one in found), found)

    def test_digits_and_spaces_are_those_of_ascii(self):
        """A text whose digits or spaces are exchanged for others means nothing, wherever it stands, unless it is for people."""
        arabic, wide = ({ord("0") + k: first + k for k in range(10)} for first in (0x660, 0xff10))
        tables = (arabic, wide, {ord(" "): 0xa0}, {ord(" "): "\t"}, {ord(" "): "\n"})

        def accepted(module):
            found, count = [], 0
            for kind, one in kinds.items():
                for path in places(one):
                    value = one
                    for key in path:
                        value = value[key]
                    if not isinstance(value, str) or path[-1] in ("expression", "name"):
                        continue
                    for new in {new for table in tables for new in (value.translate(table), value[:-1] + value[-1].translate(table))} - {value}:
                        count += 1
                        code, line = judged(json.dumps(changed(one, *path, new)), module)
                        found += [f"{kind} {path}: {line}"] if code != 2 else []
            return found, count

        found, count = accepted(check)
        self.assertEqual(found, [])
        self.assertGreater(count, 100)
        for exchange in (("0x([0-9a-f]{1,2000})p(-?[0-9]{1,5})", "0x([0-9a-f\\d]{1,2000})p(-?\\d{1,5})"), ('r" *((?:[0-9]+', 'r"\\s*((?:[0-9]+'),
                         ('r"-?[0-9]+(/0*[1-9][0-9]*|', 'r"-?\\d+(/0*[1-9]\\d*|'), ('r"x([0-9]{0,3})"', 'r"x(\\d{0,3})"')):
            weak = checking.checker(exchange, *([("|[A-Za-z_][A-Za-z_0-9]*|", "|[A-Za-z_]\\w*|")] if "x(" in exchange[0] else []))
            self.assertNotEqual(accepted(weak)[0], [], exchange)

    def test_numbers_are_written_in_one_way(self):
        count = 0
        for one in kinds.values():
            for path in places(one):
                if path and (path[-1] in ("value", "radius", "rho") or "strips" in path[:-1]):
                    for number in ("1.5/2", "2/3e1", "1e1e1", "--1", "+1", "1/-2", "1 /2", ".5", "5.", "1/2/3", "1_0", "0x1p0", "1e", "1/", "1e10000", " 1", "1 ", "1\n"):
                        count += 1
                        self.assertEqual(judged(json.dumps(changed(one, *path, number)))[0], 2, (path, number))
        self.assertGreater(count, 300)

    def test_whatever_fails_spares_the_other_files(self):
        weak = checking.checker(("        low, high = check(certificate)\n", "        low, high = 1 // 0\n"))
        self.assertEqual(judged(json.dumps(kinds["means"]), weak), (1, "REJECT c.json: the checker fails with ZeroDivisionError"))


class Constants(unittest.TestCase):
    """The mean of a constant is one under a law, which is to be one."""

    def test_what_is_no_law_has_no_mean(self):
        good = kinds["a constant"]
        law = ("quantities", 0, "means", 0, "law")
        panels = half_line["panels"]
        for wrong in ({"lower": "3", "upper": "2"}, {"upper": "-1"}, {"lower": "1", "upper": "1"}, {"log_weight": "x"}, {"log_weight": "0"}, {"log_weight": "log(x)"},
                      {"log_weight": "-log(x)", "upper": "1"}, {"upper": "sqrt(-1)"}, {"lower": "1/0"}, {"log_weight": "sqrt(-1)"}, {"log_weight": "!!)("},
                      {"lower": "!!)("}, {"upper": "x"}, {"log_weight": "x * x1"}, {"lower": "-inf"}, {"panels": []}, {"panels": panels[::-1]},
                      {"lower": "inf"}, {"upper": "-inf"}, {"lower": "q0"}, {"log_weight": "-10^6 - x"}):
            with self.subTest(**wrong):
                code, line = judged(json.dumps(changed(good, *law, {**half_line, **wrong})))
                self.assertNotEqual(code, 0, line)
        self.assertEqual(judged(json.dumps(changed(good, *law, unit)))[0], 0)
        self.assertEqual(judged(json.dumps(changed(good, *law, "normal")))[0], 0)


class Printed(unittest.TestCase):
    def test_the_formula_and_the_law_that_are_proved(self):
        said = {kind: judged(json.dumps(dict(one, expression=f"my {kind}")))[1] for kind, one in kinds.items()}
        for kind, line in said.items():
            self.assertTrue(line.startswith(f"ACCEPT c.json: said to be 'my {kind}'; proved: q0"), line)
        self.assertRegex(said["means"], r"^ACCEPT c.json: said to be 'my means'; proved: q0 \* q1 is in \[[0-9.]+, [0-9.]+\], to [0-9]+ digits, with q1 = x0 \+ x1, "
                         r"x0 = the mean of x\^2 \* where\(x < 0, 1, 2\) under the standard normal law, "
                         r"x1 = the mean of x under the law whose density is proportional to exp\(0\) from 0 to 1; q0 = pi \+ 1e-2$")
        self.assertRegex(said["a root"], r"with q0 = the only root from 1.375000000 to 2.500000000 of x - q0\^2 / 4, x0 = the mean of x \* q0 under the law")
        self.assertIn("x0 = the mean of 2 under the law whose density is proportional to exp(-x) from 0 to infinity, x1 = the mean of 3 under", said["a constant"])
        self.assertIn("with q0 = x0 + x1 in softmax rows of 2 keys with logits of std 1/8, x0 = the mean of z0^0 (w0 / S)^2, x1 = the mean of log S", said["a row"])

    def test_another_statement_is_another_line(self):
        """Each formula of what is stated is in the line, changed to one that says the same."""
        for kind, one in kinds.items():
            for path in places(statement_of(one)):
                if path and path[-1] in ("formula", "integrand", "log_weight", "equation", "s", "lower", "upper"):
                    value = one
                    for key in path:
                        value = value[key]
                    if value != "inf":
                        code, line = judged(json.dumps(changed(one, *path, f"({value}) * 1.000")))
                        self.assertEqual(code, 0, (kind, path, line))
                        self.assertIn(f"({value}) * 1.000", line)

    def test_nothing_of_a_file_reaches_the_terminal_raw(self):
        for text in (forged, "\x1b[31m", "\u202eABC", "\ud800", "\x9b31m", "a" * 10 ** 6, "'\"\\"):
            code, line = judged(json.dumps(dict(kinds["a constant"], expression=text)))
            self.assertEqual(code, 0)
            self.assertTrue(line.isascii() and line.isprintable(), line)
            self.assertLess(len(line), 1000)
            said = ascii(text if len(text) < 100 else text[:100] + f"... ({len(text)} characters)")
            self.assertTrue(line.startswith(f"ACCEPT c.json: said to be {said}; proved: q0"), line)

    def test_long_statements_are_cut_and_say_so(self):
        terms = " + ".join(["x"] * 400)
        one = stated(certificate(mean("1/400", []), formula=terms))
        code, line = judged(json.dumps(one))
        self.assertEqual(code, 0)
        said = terms[:200].replace("x", "x0")  # the only mean has no number in a file
        self.assertIn(f"q0 = {said}... ({len(terms)} characters), x0 = the mean of 1/400 under", line)
        one["quantities"] = [{"name": "n", "formula": f"q{k - 1} + 1" if k else "1", "means": []} for k in range(1000)] + [
            {"name": "not used", "formula": "7777", "means": []}]
        one = stated(dict(one, formula="q999"))
        code, line = judged(json.dumps(one))
        self.assertEqual(code, 0)
        self.assertIn(" with q999 = q998 + 1; q998 = q997 + 1; ", line)
        self.assertNotIn("7777", line)
        self.assertLess(len(line), 3000)

    def test_numbers_of_every_size(self):
        for formula in ("10^5000", "0", "1/8", "-1/3", "1 / 2^100", "-exp(20000)", "10^39.5", "10^-7", "2^-128", "-(9^9999)"):
            one = dict(certificate(), quantities=[], formula=formula, radius="1e9999")
            code, line = judged(json.dumps(one))
            self.assertEqual(code, 0, line)
            self.assertLess(len(line), 300)
            low, high = (Fraction(end) for end in line.partition("[")[2].partition("]")[0].split(", "))
            least, most = check.check(check.parse(json.dumps(one)))
            self.assertTrue(low <= least <= most <= high, line)
            if low:
                self.assertLess(high - low, abs(low) / 10 ** 8)


class Files(unittest.TestCase):
    """As a program, with files that are none."""

    def setUp(self):
        self.place = Path(tempfile.mkdtemp(dir=folder.name))
        good = json.dumps(kinds["a constant"])
        bad = json.dumps(changed(kinds["a constant"], "value", "1"))
        files = {"good": (good, "ACCEPT"), "bad": (bad, "REJECT"), "empty": ("", ""), "brace": ("{", ""), "latin": (b'{"format": "\xe9"}', ""), "zeros": (b"\0" * 99, ""),
                 "nan": (good.replace('"bits": 128', '"bits": NaN'), ""), "float": (good.replace('"bits": 128', '"bits": 128.0'), ""),
                 "huge": (good.replace('"bits": 128', '"bits": 1' + "0" * 5000), ""), "deep": ("[" * 200_000, ""), "deeper": ('{"a":' * 200_000, ""),
                 "mark": ("\ufeff" + good, ""), "list": ("[]", ""), "null": ("null", ""), "text": ('"x"', ""), "two": (good + good, ""),
                 "surrogate": (good.replace('"by hand"', '"\\ud800"'), "ACCEPT"), "bomb": (json.dumps(changed(kinds["a constant"], "formula", bomb)), "REJECT"),
                 "digits": (json.dumps(changed(kinds["a constant"], "formula", "9" * 5000)), ""),
                 "a\nACCEPT good.json: \x1b[31m": ("{", ""), "last": (good, "ACCEPT")}
        self.files, self.words = [], []
        for name, (text, word) in files.items():
            self.add(self.place / name, word or "no certificate:")
            self.files[-1].write_bytes(text if isinstance(text, bytes) else text.encode())
        (self.place / "folder").mkdir()
        with (self.place / "sparse").open("wb") as file:
            file.truncate(10 ** 10)
        for one in (self.place / "folder", self.place / "sparse", self.place / "missing", Path("/dev/zero"), Path("")):
            self.add(one, "no certificate:")
        self.add(self.place / "last", "ACCEPT")

    def add(self, path, word):
        self.files.append(path)
        self.words.append(word)

    def run_on(self, files, **more):
        return subprocess.run([sys.executable, "-B", str(checking.program), *map(str, files)], capture_output="stdout" not in more, timeout=300, **more)

    def test_each_has_its_line(self):
        for surroundings in ({}, {"LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONINTMAXSTRDIGITS": "640", "PYTHONUTF8": "0"}):
            run = self.run_on(self.files, env={**os.environ, **surroundings})
            self.assertEqual((run.returncode, run.stderr), (2, b""))
            lines = run.stdout.decode("ascii").splitlines()
            for file, word, line in zip(self.files, self.words, lines, strict=True):
                self.assertTrue(line.startswith(word), f"{file}: {line}")
                self.assertTrue(line.isprintable(), line)

    def test_a_line_that_nobody_reads(self):
        """The rest is checked all the same."""
        for files, code in (([self.files[0]] * 3, 0), ([self.files[0], self.files[1], self.files[0]], 1)):
            reading, writing = os.pipe()
            os.close(reading)
            with open("/dev/full", "wb") as full:
                for output in (writing, full):
                    run = self.run_on(files, stdout=output, stderr=subprocess.PIPE)
                    self.assertEqual((run.returncode, run.stderr), (code, b""))
            os.close(writing)


def loops():
    """What can be repeated in a file, each many times."""
    apart = [panel(a / 16, (a + 1) / 16 - 1 / 65536, 2, "3", 900) for a in range(1, 12)]
    many = [{"name": "n", "formula": " + ".join(f"exp(1 / {k + 90 * j + 3})" for k in range(90)), "means": []} for j in range(900)]
    powers = [{"name": "n", "formula": " + ".join(f"(1 + 1 / {k + 90 * j + 3})^9999" for k in range(90)), "means": []} for j in range(900)]
    sums = [{"name": "n", "formula": " + ".join(["7"] * 900), "means": []}] * 3000
    big = [{"name": "n", "formula": "exp(30000)", "means": []}, {"name": "n", "formula": " + ".join(["q0 * q0 / q0"] * 300), "means": []}]
    widest = root_of("q0 - 1", [], (1 - 1 / 4, 1 + 1 / 4), [], [cell(k / 1024, (k + 1) / 1024, "sign") for k in range(999)])
    widest["quantities"][0]["root"]["equation"] = "(q0 - 1)" + " * (1 + q0)" * 300
    wide = [panel(a, a + 2, 40, "3", 4000) for a in range(-8, 8, 2)]
    return {
        "boxes": certificate(mean("(x - x) * 100", [panel(1 / 65536, 1 - 1 / 65536, 2, "3", -2)], unit)),
        "switches": certificate(mean(" + ".join(f"where((x - x) * 10^9 + {k} < 1/8, 1, 2)" for k in range(30)), apart, unit)),
        "nodes": certificate(mean("x", [panel(1 / 65536, 1 - 1 / 65536, 400, "3", 9)], unit), bits=4096),
        "points": certificate(mean(" + ".join(f"sin({k} * x)" for k in range(300)), wide)),
        "tails": certificate(*[mean(" + ".join(f"x^{j} * exp(-(x / {k + 7}))" for k in range(200)), [panel(-2, 2, 2, "3", 4000)]) for j in range(20)]),
        "rows": row(2 ** 60, "1/8", 12, 4, 20, (20, 8), ("6", "3/2"), [[2, 0]], [[3, 1], [1, 0]]),
        "exponentials": dict(certificate(bits=2048), quantities=many), "powers": dict(certificate(), quantities=powers), "sums": dict(certificate(), quantities=sums),
        "large numbers": dict(certificate(bits=4096), quantities=[big[0], *big[1:] * 300]), "cells": widest,
        "reading": dict(certificate(), quantities=[dict(sums[0], formula="1" + " + 1" * 900 + " + 1 / 7" * 50)] * 2000),
    }


class Work(unittest.TestCase):
    """It is counted, in each loop, so that no file takes longer than the largest that are written."""

    def test_each_loop_is_counted(self):
        short = checking.checker(("MAX_WORK = 600_000_000", "MAX_WORK = 2_000_000"))
        for what, one in loops().items():
            with self.subTest(what):
                started = time.process_time()
                said = checking.verdict(short, one)
                self.assertLess(time.process_time() - started, 10, said)  # a fifth of a second, on a machine that does nothing else
                self.assertIn("it needs more work than 2,000,000 units", said)

    def test_a_loop_that_is_not_counted_is_found(self):
        for what, exchange in (("exponentials", ("    spend(EXP)\n    precision = BITS + GUARD\n", "    precision = BITS + GUARD\n")),
                               ("rows", ("        spend(4 * (2 * reach + 1) * PRODUCT)\n", "")), ("nodes", ("    spend(n * STEP + n * n * PRODUCT)\n", ""))):
            with self.subTest(what):
                weak = checking.checker(exchange)
                weak.set_precision(256)
                before, started = weak.work, time.process_time()
                {"exponentials": lambda: [weak.exp((k << 250, k << 250)) for k in range(200)],
                 "rows": lambda: weak.inner_sums(2, 0, weak.of_fraction(Fraction(1, 8)), weak.ONE >> 12, 1, 1500, (1000, 1000), weak.of_fraction(Fraction(6))),
                 "nodes": lambda: weak.scaled_legendre(300, weak.ONE // 3)}[what]()
                self.assertGreater((time.process_time() - started) * 1e7, 3 * (before - weak.work), what)

    def test_bombs_are_refused_at_once(self):
        for formula in (bomb, "9^9^9^9", "exp(exp(exp(9)))", "(1e1000)^10000", "((1 + 1e-9)^9999)^9999 ^ 9999", "1 / (1e-1000)^9999", "(10^-30)^-9999",
                        "2^" * 900 + "2", "(" * 900 + "9" + "^9)" * 900, "exp(" * 900 + "1" + ")" * 900, "1/(" * 900 + "1e-900" + ")" * 900):
            with self.subTest(formula[:40]):
                started = time.process_time()
                said = checking.verdict(check, dict(certificate(), quantities=[], formula=formula))
                self.assertTrue(said.startswith(("Reject", "Malformed")), said)
                self.assertLess(time.process_time() - started, 2, said)


if __name__ == "__main__":
    unittest.main()

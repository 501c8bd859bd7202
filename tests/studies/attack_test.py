"""studies/attack: the judge of claims decides known cases, a judge that is wrong by a digit is noticed, and so are an enclosure that is
shifted by its radius and a bit and a wrong oracle; then a short run of both attacks against the tool."""
import os
import random
import sys
import unittest
import unittest.mock
from fractions import Fraction as F
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "studies" / "attack"), str(ROOT / "tools" / "docs")]
import claim_run  # noqa: E402
import number_types  # noqa: E402
import printed  # noqa: E402
import rows as catalogue_rows  # noqa: E402
import stated_judge  # noqa: E402

try:
    import attack_run
    import named_activations
    from mpmath import mp, mpf
except ModuleNotFoundError:
    attack_run = None


def decimal(fraction):
    """Of a fraction whose decimals end."""
    return f"{fraction.numerator * 10 ** 90 // fraction.denominator}e-90"


def says(value, stated, **claim):
    return stated_judge.bears_out({"stated": stated, **claim}, F(value), F(value))


class Judge(unittest.TestCase):
    """Rows that a person can check."""

    def test_conventions(self):
        rows = (
            (True, "0.125", "0.12", {}), (True, "0.125", "0.13", {}), (False, "0.1250001", "0.12", {}), (True, "1499.9", "1e3", {}),
            (True, "0.129", "0.12", {"convention": "truncated"}), (False, "0.13", "0.12", {"convention": "truncated"}),
            (True, "-0.129", "-0.12", {"convention": "truncated"}), (False, "-0.11", "-0.12", {"convention": "truncated"}),
            (True, "-0.003", "0.00", {"convention": "truncated"}), (True, "1/4", "0.25", {"convention": "exact"}),
            (False, "0.2500000001", "0.25", {"convention": "exact"}), (True, "1/3", "0.34", {"bound": "upper"}),
            (False, "1/3", "0.34", {"bound": "lower"}), (True, "0.5", "0.6", {"tolerance": "0.1"}),
            (False, "0.49", "0.6", {"tolerance": "0.1"}), (True, "99", "1e2", {"tolerance": {"relative": "0.01"}}),
            (False, "98.9", "1e2", {"tolerance": {"relative": "0.01"}}), (True, "0.94", "1.0", {"standard_error": "0.01"}),
            (False, "0.939", "1.0", {"standard_error": "0.01"}),
            (True, "1.0019", "1.0", {"tolerance": {"ulps": 2}, "dtype": "float16"}),
            (False, "1.002", "1.0", {"tolerance": {"ulps": 2}, "dtype": "float16"}),
            (False, "1.001", "0.9999", {"tolerance": {"ulps": 2}, "dtype": "float16"}),
            (True, "0.1", "0.10000000149", {"dtype": "float32"}), (False, "0.1", "0.1000001", {"dtype": "float32"}),
            (True, "1e-9", "0", {"dtype": "float16"}), (True, "-1e-9", "0.0", {"dtype": "float16"}))
        for truth, value, stated, claim in rows:
            self.assertIs(says(value, stated, **claim), truth, (value, stated, claim))

    def test_types_against_the_processor(self):
        rng = random.Random(1)
        for _ in range(2000):
            value = F(rng.randint(-10**20, 10**20)) * F(2) ** rng.randint(-1140, 900)
            try:
                double = float(value)
            except OverflowError:
                continue
            self.assertEqual(number_types.nearest(number_types.TYPES["float64"], value), F(double))
        half = number_types.TYPES["float16"]
        self.assertEqual(number_types.nearest(half, F(65519)), 65504)
        self.assertEqual(number_types.nearest(half, F(65520)), float("inf"))
        self.assertEqual(number_types.nearest(half, F(1, 2**25)), 0)
        self.assertEqual(number_types.nearest(half, F(3, 2**25)), F(2, 2**24))
        self.assertEqual(number_types.neighbour(half, F(1), -1), 1 - F(1, 2**11))

    def test_printing_and_changing(self):
        rng = random.Random(2)
        for _ in range(500):
            count, place = rng.randrange(10**9), rng.randint(-12, 3)
            text = printed.written(rng, count, place, rng.random() < 0.5)
            read = stated_judge.Printed(text)
            self.assertEqual((abs(read.value), read.unit), (count * F(10) ** place, F(10) ** place), text)
            for change in printed.CHANGES.values():
                stated_judge.Printed(change(rng, text))
            self.assertNotEqual(printed.another_digit(rng, text), text)
        self.assertEqual(printed.exact_decimal(F(-3, 8)), "-0.375")


@unittest.skipUnless(os.environ.get("SIGPROP_TOOL"), "needs the tool")
class Claims(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.cases = claim_run.batch(claim_run.pool(small=True), 7, 0, 150)
        cls.said = claim_run.verdicts([case[1] for case in cls.cases])

    def outcomes(self, judge=stated_judge.bears_out):
        return [row[4] for row in claim_run.judged(self.cases, self.said, judge)]

    def test_none_is_false(self):
        found = self.outcomes()
        self.assertFalse({"falsely confirmed", "falsely refuted", "inconsistent", "refused"} & set(found))
        self.assertGreater(found.count("right"), 140)
        self.assertTrue({"confirmed", "refuted"} <= {verdict for verdict, _ in self.said.values()})

    def test_a_judge_that_is_wrong_by_a_digit_is_noticed(self):
        def wrong(claim, low, high):
            unit = stated_judge.Printed(claim["stated"]).unit
            return stated_judge.bears_out(claim, low + unit, high + unit)
        found = self.outcomes(wrong)
        self.assertIn("falsely confirmed", found)
        self.assertIn("falsely refuted", found)

    def test_verdicts_of_a_tool_that_always_confirms_are_noticed(self):
        said = {key: ("confirmed", "") for key in self.said}
        self.assertIn("falsely confirmed", [row[4] for row in claim_run.judged(self.cases, said)])


@unittest.skipUnless(attack_run, "needs mpmath")
class Activations(unittest.TestCase):
    def test_each_of_the_catalogue_is_written_again(self):
        """One that named_activations lacks is never attacked: write it there from its paper, not from our formula."""
        rows = catalogue_rows.rows_of(catalogue_rows.read_catalogue())
        ours = {row["name"] for file, row in rows if file == "activations" and not row.get("gated")}
        self.assertEqual(ours, {*named_activations.FIXED, *named_activations.WITH_PARAMETER})


@unittest.skipUnless(attack_run and os.environ.get("SIGPROP_TOOL"), "needs the tool and mpmath")
class Expressions(unittest.TestCase):
    EXPRESSION = "truncated_normal.std(-2, 2)"

    def record(self):
        return attack_run.evaluated([self.EXPRESSION], 15)[0]

    def known(self, factor=1):
        """Of width 0, so that a shifted enclosure has no way to hold."""
        with mp.workdps(60):
            value = mp.sqrt(1 - 4 * mp.exp(-2) / (mp.sqrt(2 * mp.pi) * mp.erf(mp.sqrt(2))))
            return value * factor, mpf(0)

    def outcome(self, known, records):
        return attack_run.compared(attack_run.Drawn("single", (self.EXPRESSION,), known), records).outcome

    def test_the_value_holds(self):
        self.assertEqual(self.outcome(self.known, [self.record()]), "holds")

    def test_an_enclosure_that_is_shifted_by_a_radius_and_a_bit_is_noticed(self):
        with mp.workdps(60):
            value = F(mp.nstr(self.known()[0], 50))
        record = self.record()
        for one in record["evidence"]:  # as if the proof had ended where the value is just outside
            one["midpoint"] = decimal(value + F(one["radius"]) * F(1001, 1000))
        self.assertEqual(self.outcome(self.known, [record]), "misses")
        for one in record["evidence"]:
            one["midpoint"] = decimal(value + F(one["radius"]) * F(999, 1000))
        self.assertEqual(self.outcome(self.known, [record]), "holds")

    def test_values_whose_fractions_would_fill_the_memory(self):
        def known():
            return mp.exp(-mpf(10) ** 12), mp.exp(-mpf(10) ** 12) * mpf(10) ** -40
        record = attack_run.evaluated(["exp(-10^12)"], 15)[0]
        self.assertEqual(self.outcome(known, [record]), "holds")
        self.assertEqual(self.outcome(lambda: (known()[0] * (1 + mpf(10) ** -14), mpf(0)), [record]), "misses")

    def test_an_oracle_that_does_not_end_is_left_out(self):
        def known():
            while True:
                pass
        with unittest.mock.patch.object(attack_run, "PATIENCE", 0.2):
            self.assertEqual(self.outcome(known, [self.record()]), "unfit")

    def test_a_tool_that_does_not_end_is_told(self):
        with unittest.mock.patch.object(attack_run, "PATIENCE", 0.001):
            records = attack_run.evaluated(["attention.entropy(4096, 3)", "attention.entropy(4097, 3)"], 200)
        self.assertEqual([record["status"] for record in records], ["unable", "unable"])
        self.assertIn("did not end", records[0]["reason"])

    def test_a_wrong_oracle_is_noticed(self):
        with mp.workdps(60):
            self.assertEqual(self.outcome(lambda: self.known(1 + mpf(10) ** -14), [self.record()]), "misses")

    def test_a_relation_that_does_not_hold_is_noticed(self):
        case = attack_run.Drawn("relation", ("1", "2"), "=")
        one, two = attack_run.evaluated(["1 + 0*exp(1)", "exp(0) + 1"], 15)
        self.assertEqual(attack_run.compared(case, [one, two]).outcome, "misses")
        self.assertEqual(attack_run.compared(case._replace(judge="<="), [one, two]).outcome, "holds")
        self.assertEqual(attack_run.compared(case._replace(judge="<="), [two, one]).outcome, "misses")

    def test_two_disjoint_methods_are_noticed(self):
        record = self.record()
        record["evidence"][0]["midpoint"] = "0.88"
        self.assertEqual(self.outcome(self.known, [record]), "misses")

    def test_a_short_run_holds(self):
        results = attack_run.batch(11, 0, 40)
        found = [(result.outcome, case.expressions, result.text) for _, case, _, result in results if result.outcome not in ("holds", "coarse", "unfit")]
        self.assertEqual([one for one in found if one[0] == "misses"], [])
        self.assertLess(len(found), 6, found)


if __name__ == "__main__":
    unittest.main()

"""studies/mutate: it makes the mutants that it says, a sharp suite kills them, and a suite that asserts nothing kills none."""
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOOLS = Path(__file__).resolve().parents[2] / "studies" / "mutate"
sys.path.insert(0, str(TOOLS))
try:
    import report
    import rewrite
    import run
    import terms
except ImportError as error:
    print(f"skipped: tools/setup.sh --mutate installs what is missing: {error}")
    sys.exit(77)

SMALL = """int larger(int a, int b) {
    if (a > b && b != 7) return a;
    return b + 1;
}
constexpr int after(int x) { return x + 1; }
bool is_small(double x) { return !(x >= 2.5); }
void count(int& n, int by = 3) {
    ++n;
    n += by;
}
"""

MUTANTS = """a > b && b != 7: true
a > b && b != 7: false
a > b && b != 7: '&&' -> '||'
a > b: as operand of '&&' true
b != 7: as operand of '&&' true
a > b: '>' -> '>='
a > b: '>' -> '<='
a > b: '>' -> '!='
b != 7: '!=' -> '=='
b != 7: '!=' -> '<'
b != 7: '!=' -> '>'
7: 8
7: 6
b + 1: '+' -> '-'
1: 2
1: 0
!(x >= 2.5): true
!(x >= 2.5): false
!(x >= 2.5): '!' dropped
x >= 2.5: '>=' -> '>'
x >= 2.5: '>=' -> '<'
x >= 2.5: '>=' -> '=='
2.5: twice
2.5: half
++n: removed
++n: '++' -> '--'
n += by: removed
n += by: '+=' -> '-='""".split("\n")

SUITE = """
int main() {
    int n = 10;
    count(n);
    const bool right[] = {larger(9, 2) == 9, larger(2, 2) == 3, larger(1, 2) == 3, larger(9, 7) == 8, larger(10, 8) == 10,
                          larger(9, 6) == 9, larger(1, 7) == 8, n == 14, is_small(2.4), !is_small(2.5), !is_small(3), is_small(1)};
    for (const bool one : right) {
        if (ASSERTS && !one) return 1;
    }
}
"""


class Mutants(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.source = self.folder / "small.cpp"
        self.source.write_text(SMALL)

    def rewritten(self, without=()):
        return rewrite.rewrite(self.source, 0, ["-std=c++20"], without)

    def fates(self, text, asserts):
        """The exit status with each mutant, and last without any."""
        copy, program = self.folder / "copy.cpp", self.folder / f"suite{asserts}"
        copy.write_text(text + SUITE.replace("ASSERTS", str(asserts)))
        subprocess.run(["c++", "-std=c++20", "-w", "-include", str(TOOLS / "mutants.hpp"), "-I", str(TOOLS), str(copy),
                        str(TOOLS / "mutants.cpp"), "-o", str(program)], check=True)
        numbers = [str(number) for number in range(len(MUTANTS))] + ["-1"]
        return [subprocess.run([str(program)], env={**os.environ, "SIGPROP_MUTANT": number}, check=False).returncode
                for number in numbers]

    def test_makes_the_mutants_that_it_says(self):
        made = self.rewritten()
        self.assertEqual([mutant["mutation"] for mutant in made["mutants"]], MUTANTS)
        self.assertEqual([mutant["id"] for mutant in made["mutants"]], list(range(len(MUTANTS))))
        self.assertEqual({mutant["line"] for mutant in made["mutants"]}, {2, 3, 6, 8, 9})
        self.assertEqual(made["left_out"], {"computed by the compiler": 3, "default argument": 2})
        self.assertEqual(made["text"].count("\n"), SMALL.count("\n"))

    def test_lines_that_do_not_compile_are_left_out_and_counted(self):
        made = self.rewritten(without=[3])
        self.assertEqual([mutant["mutation"] for mutant in made["mutants"]], MUTANTS[:13] + MUTANTS[16:])
        self.assertEqual(made["left_out"]["does not compile"], 3)

    def test_a_suite_kills_what_it_asserts_and_nothing_without(self):
        text = self.rewritten()["text"]
        survivors = [mutant for mutant, fate in zip(MUTANTS, self.fates(text, 1)) if fate == 0]
        self.assertEqual(survivors, [])
        self.assertEqual(set(self.fates(text, 0)), {0})

    def test_what_is_declared_equivalent_is_read_and_must_be_whole(self):
        listed = self.folder / "equivalent.txt"
        listed.write_text("# head\n\na.cpp\nx + 1\n1: 2\nNobody sees it.\n")
        self.assertEqual(run.equivalents(listed), {("a.cpp", "x + 1", "1: 2"): "Nobody sees it."})
        listed.write_text("a.cpp\nx + 1\n1: 2\n")
        with self.assertRaises(SystemExit):
            run.equivalents(listed)

    def test_every_declared_line_is_still_in_its_source(self):
        for source, line, mutation in run.equivalents():
            if mutation == "bound halved":  # an error term goes by its name
                self.assertIn(f'"{line}"', (run.ROOT / source).read_text())
                continue
            lines = [one.strip() for one in (run.ROOT / source).read_text().split("\n")]
            self.assertIn(line, lines, f"{source}: laid out anew? An entry quotes a whole line")

    def test_quick_test_cases_run_first_and_the_longest_not_at_all(self):
        cases = {"slow": (0.4, set()), "none": (0.0, set()), "quick": (0.02, set()), "middle": (0.09, set()), "long": (6.0, set()),
                 "last": (5.0, set())}
        self.assertEqual(run.tiers_of(cases, 0.1, 5.0), [["none", "quick"], ["middle"], ["slow"], ["last"]])

    def test_what_was_killed_is_known_again_while_its_source_is_the_same(self):
        def mutants(*fates):
            return [{"id": number, "source": source, "text": "x + 1", "mutation": "1: 2", "fate": fate}
                    for number, (source, fate) in enumerate(fates)]
        one, other = "studies/mutate/run.py", "studies/mutate/terms.py"
        path = self.folder / "killed.json"
        first = mutants((one, "survived"), (one, "killed"), (other, "killed"))
        run.Killed(path, first).keep(first)
        again = mutants((one, "survived"), (one, "survived"), (other, "survived"))
        run.Killed(path, again).mark(again)  # the second of two alike mutants of the first source
        self.assertEqual([mutant["fate"] for mutant in again], ["survived", "killed", "killed"])
        alone = mutants((one, "survived"), (one, "survived"))  # a run of one source forgets none of the other
        run.Killed(path, alone).keep(alone)
        again = mutants((one, "survived"), (one, "survived"), (other, "survived"))
        run.Killed(path, again).mark(again)
        self.assertEqual([mutant["fate"] for mutant in again], ["survived", "survived", "killed"])
        path.write_text(path.read_text().replace('"' + run.Killed(path, again).texts[other] + '"', '"another text"'))
        again = mutants((one, "survived"), (one, "survived"), (other, "survived"))
        run.Killed(path, again).mark(again)
        self.assertEqual([mutant["fate"] for mutant in again], ["survived"] * 3)

    def test_survivors_miss_the_goal_and_are_named(self):
        def result(fate):
            return {"room": "judgement", "left_out": {"default argument": 1}, "mutants": [
                {"fate": fate, "source": "a.cpp", "line": 3, "text": "x + 1", "mutation": "1: 2", "reason": ""}]}
        survived = report.figures([result("survived")], run.ROOMS)
        self.assertEqual(survived["rows"], [["judgement", 1, 0, 0, 0, 1]])
        self.assertFalse(survived["met"])
        self.assertTrue(any("`a.cpp`: 1 survivor," in note for note in survived["notes"]))
        self.assertEqual(report.figures([result("killed")], run.ROOMS)["rows"], [["judgement", 1, 1, 0, 0, 0]])
        self.assertIn("Not run: ", report.figures([result("killed")], run.ROOMS)["notes"][-1])

    def test_a_room_that_was_not_run_here_keeps_its_figures(self):
        terms_here = {"room": "error terms", "left_out": {}, "mutants": [
            {"fate": "killed", "source": "b.cpp", "line": 0, "text": "b.rest", "mutation": "bound halved", "reason": ""}]}
        before = {"rows": [["error terms", 9, 1, 0, 0, 8], ["judgement", 10, 9, 1, 0, 0], ["proofs", 10, 9, 0, 0, 1], ["evidence", 10, 9, 0, 0, 1]],
                  "notes": ["judgement, equivalent, 1: so", "proofs: left out 1 (so).", "error terms: old", "Not run: nothing."]}
        now = report.figures([terms_here], run.ROOMS, before)
        self.assertEqual(now["rows"], [["judgement", 10, 9, 1, 0, 0], ["proofs", 10, 9, 0, 0, 1], ["evidence", 10, 9, 0, 0, 1], ["error terms", 1, 1, 0, 0, 0]])
        self.assertEqual(now["notes"], before["notes"][:2])
        self.assertFalse(now["met"])  # 90 % of proofs
        before["rows"][2] = ["proofs", 100, 95, 0, 0, 5]
        self.assertTrue(report.figures([terms_here], run.ROOMS, before)["met"])
        before["notes"].append("evidence: 3 more mutants were made and not run.")
        self.assertFalse(report.figures([terms_here], run.ROOMS, before)["met"])
        listed = "# head\n# a.cpp:3 survived\na.cpp\nx\n1: 2\n\njudgement: 2 mutants, 1 killed, 1 survived\nerror terms: 1 mutants, 1 killed\n"
        self.assertEqual(list(report.listed_before(listed, {"error terms"})), [listed[7:listed.index("error terms")]])

    def test_choices_are_told_apart_and_count_as_not_killed(self):
        def mutant(fate, reason=""):
            return {"fate": fate, "source": "a.cpp", "line": 3, "text": "x + 1", "mutation": "1: 2", "reason": reason}
        all_of = [*[mutant("killed")] * 18, mutant("choice", "choice: another strip"), mutant("equivalent", "nobody sees it"),
                  mutant("equivalent", "loose bound: measured by bisection, it holds with 0.1 of it and no longer with 0.08"),
                  mutant("equivalent", "loose bound: measured by bisection, it holds with 0.4 of it and no longer with 0.3")]
        found = report.figures([{"room": "evidence", "left_out": {}, "mutants": all_of}], run.ROOMS)
        self.assertEqual(found["rows"], [["evidence", 22, 18, 3, 1, 0]])
        self.assertFalse(report.reaches_goal("proofs", 22, 18, 3))  # 18 of 19
        self.assertTrue(report.reaches_goal("proofs", 22, 18, 4))
        text = "\n".join(found["notes"])
        for one in ("evidence, choice, 1: another strip", "evidence, equivalent, 1: nobody", "equivalent, 2: halved bounds", "with 0.1 to 0.4 of them", "choices (of a step"):
            self.assertIn(one, text)

    def test_every_error_term_is_found_where_the_list_says(self):
        listed = terms.listed(run.ROOT)
        self.assertGreater(len(listed), 70)
        for name, source, _, _ in listed:
            self.assertIn(f'"{name}"', (run.ROOT / source).read_text())
        self.assertTrue(terms.only_widens(run.ROOT, "roots.scale_root.bend", "src/methods/roots/scale_root.cpp"))
        self.assertFalse(terms.only_widens(run.ROOT, "softmax.sum.left_end", "src/methods/softmax/sum.cpp"))
        # by the name that it is given; a sum of that name is another thing
        self.assertTrue(terms.only_widens(run.ROOT, "softmax.series.rest", "src/methods/softmax/series.cpp"))
        self.assertFalse(terms.only_widens(run.ROOT, "softmax.periodic.images", "src/methods/softmax/periodic_columns.cpp"))


if __name__ == "__main__":
    unittest.main()

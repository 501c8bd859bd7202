"""studies/mutate: it makes the mutants that it says, a sharp suite kills them, and a suite that asserts nothing kills none."""
import io
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
7 in b != 7: 8
7 in b != 7: 6
b + 1: '+' -> '-'
1 in b + 1: 2
1 in b + 1: 0
!(x >= 2.5): true
!(x >= 2.5): false
!(x >= 2.5): '!' dropped
x >= 2.5: '>=' -> '>'
x >= 2.5: '>=' -> '<'
x >= 2.5: '>=' -> '=='
2.5 in x >= 2.5: twice
2.5 in x >= 2.5: half
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

    def keys_of(self, text):
        self.source.write_text(text)
        return [(mutant["place"], mutant["mutation"]) for mutant in self.rewritten()["mutants"]]

    def test_a_key_is_a_function_and_a_mutation_whatever_the_layout(self):
        before = self.keys_of(SMALL)
        self.assertEqual(len(set(before)), len(MUTANTS))
        self.assertEqual(before[0], ("larger", "a > b && b != 7: true"))
        self.assertEqual(before[11:13], [("larger", "7 in b != 7: 8"), ("larger", "7 in b != 7: 6")])
        for laid_out in (SMALL.replace("\n    ++n;", "\n\n\n    // counts\n    ++n;"),
                         SMALL.replace("if (a > b && b != 7)", "if (a\n        > b  // the larger\n        && /* not */ b != 7)\n       "),
                         SMALL.replace("return !(x >= 2.5);", "return !(\n        x >= 2.5\n    );")):
            self.assertNotEqual(laid_out, SMALL)
            self.assertEqual(self.keys_of(laid_out), before)
        other = "int other(int a, int b) { return a > b && b != 7 ? a : b + 1; }\n"
        self.assertEqual([key for key in self.keys_of(other + SMALL) if key[0] != "other"], before)
        renamed = self.keys_of(SMALL.replace("larger", "greater"))
        self.assertEqual(renamed, [(place.replace("larger", "greater"), mutation) for place, mutation in before])
        self.assertFalse({key for key in before if key[0] == "larger"} & set(renamed))

    def test_alike_mutants_of_a_function_are_counted_and_classes_named(self):
        keys = self.keys_of("""namespace names {
struct Box {
    int twice(int a) const { return a + 1 + (a + 1); }
    explicit operator bool() const;
    int n = 1;
};
Box::operator bool() const { return n > 0; }
int some(int a) { return a + 1; }
int some(double a) { const auto next = [&] { return a + 1 > 3; }; return next() ? 4 : 5; }
const int all = some(6);
}
""")
        self.assertEqual([place for place, mutation in keys if mutation == "a + 1: '+' -> '-'"], ["Box::twice", "Box::twice#2", "some", "some#2"])
        self.assertIn(("Box::operator_bool", "n > 0: '>' -> '>='"), keys)
        self.assertIn(("all", "6 in some(6): 7"), keys)
        self.assertEqual(len(set(keys)), len(keys))

    def test_what_is_declared_equivalent_is_read_and_must_be_whole(self):
        listed = self.folder / "equivalent.txt"
        listed.write_text("# head\n\nNobody sees it.\n  a.cpp f x + 1: '+' -> '-'\n  a.cpp f#2 1 in x + 1: 2\n\nNor this.\n  b.cpp g x: true\n")
        self.assertEqual(run.equivalents(listed), {"a.cpp f x + 1: '+' -> '-'": "Nobody sees it.", "a.cpp f#2 1 in x + 1: 2": "Nobody sees it.",
                                                   "b.cpp g x: true": "Nor this."})
        for wrong in ("  a.cpp f x: true\n", "So.\n  a.cpp f\n", "So.\n  f x: true\n", "So.\n  a.cpp f x: true\n  a.cpp f x: true\n"):
            listed.write_text(wrong)
            with self.assertRaises(SystemExit):
                run.equivalents(listed)

    def missing(self, text, place, mutation):
        """What a declared mutant names that its source does not have: the function, or the expression."""
        text = rewrite.without_layout(text)
        what = mutation.rpartition(": ")[0].removesuffix("...")
        names = place.partition("#")[0].replace("operator_", "operator ").split("::")
        words = [*names, *(what.split(" in ", 1) if " in " in what else [what])]
        return [word for word in words if word not in text]

    def test_every_declared_mutant_is_still_in_its_source(self):
        text = "int sum(int n) {\n    return n +\n           1;  // so\n}\n"
        self.assertEqual(self.missing(text, "sum#2", "1 in n + 1: 2"), [])
        self.assertEqual(self.missing(text, "total", "n - 1: '-' -> '+'"), ["total", "n - 1"])
        for key in run.equivalents():
            source, place, mutation = key.split(" ", 2)
            self.assertEqual(self.missing((run.ROOT / source).read_text(), place, mutation), [], key)

    def test_survivors_are_listed_as_they_would_be_declared(self):
        def mutant(fate, place, reason=""):
            return {"fate": fate, "source": "a.cpp", "line": 3, "place": place, "mutation": "x: true", "reason": reason}
        out = io.StringIO()
        report.write({"room": "evidence", "stale": ["a.cpp old y: true"], "mutants": [
            mutant("survived", "f"), mutant("not reached", "g"), mutant("survived", "h"), mutant("killed", "i", "so")]}, out)
        self.assertEqual(out.getvalue().splitlines(), [
            "survived", "  a.cpp f x: true", "  a.cpp h x: true", "not reached", "  a.cpp g x: true",
            "# equivalent.txt declares a mutant that is killed: a.cpp i x: true",
            "# equivalent.txt declares a mutant that is not made any more: a.cpp old y: true",
            "evidence: 4 mutants, 1 killed, 1 not reached, 2 survived"])
        listed = self.folder / "equivalent.txt"
        listed.write_text(out.getvalue().partition("not reached")[0])
        self.assertEqual(set(run.equivalents(listed)), {"a.cpp f x: true", "a.cpp h x: true"})

    def test_quick_test_cases_run_first_and_the_longest_not_at_all(self):
        cases = {"slow": (0.4, set()), "none": (0.0, set()), "quick": (0.02, set()), "middle": (0.09, set()), "long": (6.0, set()),
                 "last": (5.0, set())}
        self.assertEqual(run.tiers_of(cases, 0.1, 5.0), [["none", "quick"], ["middle"], ["slow"], ["last"]])

    def test_what_was_killed_is_known_again_while_its_source_is_the_same(self):
        def mutants(*fates):
            return [{"id": number, "source": source, "place": f"f#{number}", "mutation": "1: 2", "fate": fate}
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
                {"fate": fate, "source": "a.cpp", "line": 3, "place": "f", "mutation": "1: 2", "reason": ""}]}
        survived = report.figures([result("survived")], run.ROOMS)
        self.assertEqual(survived["rows"], [["judgement", 1, 0, 0, 0, 1]])
        self.assertFalse(survived["met"])
        self.assertTrue(any("1 in `a.cpp`" in note for note in survived["notes"]))
        self.assertEqual(report.figures([result("killed")], run.ROOMS)["rows"], [["judgement", 1, 1, 0, 0, 0]])
        self.assertIn("Not run: ", report.figures([result("killed")], run.ROOMS)["notes"][-1])

    def test_a_room_that_was_not_run_here_keeps_its_figures(self):
        terms_here = {"room": "error terms", "left_out": {}, "mutants": [
            {"fate": "killed", "source": "b.cpp", "line": 0, "place": "b.rest", "mutation": "bound halved", "reason": ""}]}
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
            return {"fate": fate, "source": "a.cpp", "line": 3, "place": "f", "mutation": "1: 2", "reason": reason}
        all_of = [*[mutant("killed")] * 18, mutant("choice", "choice: another strip"), mutant("equivalent", "nobody sees it"),
                  mutant("equivalent", "loose bound: its test misses the truth at 0.1 of it"),
                  mutant("equivalent", "loose bound: its test misses the truth at 0.4 of it")]
        found = report.figures([{"room": "evidence", "left_out": {}, "mutants": all_of}], run.ROOMS)
        self.assertEqual(found["rows"], [["evidence", 22, 18, 3, 1, 0]])
        self.assertFalse(report.reaches_goal("proofs", 22, 18, 3))  # 18 of 19
        self.assertTrue(report.reaches_goal("proofs", 22, 18, 4))
        text = "\n".join(found["notes"])
        for one in ("evidence, choice: 1, for 1 reason;", "evidence, equivalent: 1, for 1 reason;", "equivalent, 2: halved bounds", "at 0.1 to 0.4 of the bound",
                    "a choice is of a step"):
            self.assertIn(one, text)

    def test_a_halved_bound_that_is_known_to_be_looser_is_equivalent(self):
        def fate(misses_at, factor, alive):
            return terms.judged({"misses_at": misses_at, "factor": factor}, alive)["fate"]
        self.assertEqual(fate("0.4", 0.5, True), "equivalent")
        self.assertEqual([fate("0.5", 0.5, True), fate("0.4", 0.0, True), fate("0.4", -1.0, True)], ["survived"] * 3)
        self.assertEqual(fate("0.4", 0.5, False), "killed")

    def test_every_error_term_is_found_where_the_list_says(self):
        listed = terms.listed(run.ROOT)
        self.assertGreater(len(listed), 70)
        sources = {name: source for name, source, _, _ in listed}
        for name, source in sources.items():
            self.assertIn(f'"{name}"', (run.ROOT / source).read_text())
        # the last two by the name that they are given; a sum of that name is another thing
        for name, widens in (("roots.scale_root.bend", True), ("softmax.sum.left_end", False), ("softmax.series.rest", True),
                             ("softmax.periodic.images", False)):
            self.assertEqual(terms.only_widens(run.ROOT, name, sources[name]), widens, name)


if __name__ == "__main__":
    unittest.main()

"""studies/fuzz/run.sh with a stand-in for libFuzzer: it reports nothing when the planted fault is not found, a finding ends it with 1
and the command that replays it; and the choice of a corpus and the figures' rows."""
import os
import subprocess
import sys
import tempfile
import unittest
import unittest.mock
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "studies" / "fuzz"))
sys.path.insert(0, str(ROOT / "tests" / "fuzz"))
import fuzz_corpus  # noqa: E402
import fuzz_figures  # noqa: E402
import seeds  # noqa: E402

CONTROL_FOUND = "echo '==1==ERROR: AddressSanitizer: heap-buffer-overflow'; echo 'stat::number_of_executed_units: 77'; exit 1"
QUIET = "echo '#2 DONE cov: 10 ft: 31 corp: 2/9b'; echo 'stat::number_of_executed_units: 1000'; exit 0"
CRASH = "echo 'stat::number_of_executed_units: 5'; echo 'finding of target json: a property'; echo 'artifact_prefix; Test unit written to /x/json-crash'; exit 77"


class Script(unittest.TestCase):
    def run_with(self, control, others, *arguments):
        with tempfile.TemporaryDirectory() as folder:
            fake = Path(folder) / "fuzzer"
            fake.write_text(f'#!/bin/bash\nif [[ "$1" == --target=broken ]]; then {control}; fi\n{others}\n')
            fake.chmod(0o755)
            environment = {**os.environ, "SIGPROP_FUZZER": str(fake), "SIGPROP_FUZZ_WORK": str(Path(folder) / "work")}
            return subprocess.run(["bash", ROOT / "studies/fuzz/run.sh", *arguments], env=environment, text=True, capture_output=True, check=False)

    def test_a_run_without_findings(self):
        done = self.run_with(CONTROL_FOUND, QUIET, "json", "--runs", "1000")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("found after 77 executions", done.stdout)
        self.assertRegex(done.stdout, r"(?m)^json +1000 +31 +0 +\d+$")

    def test_nothing_is_reported_when_the_planted_fault_is_not_found(self):
        for control in ("exit 0", "echo 'something else'; exit 1"):
            done = self.run_with(control, QUIET, "json")
            self.assertEqual(done.returncode, 3)
            self.assertNotIn("json", done.stdout)

    def test_a_finding(self):
        done = self.run_with(CONTROL_FOUND, CRASH, "json")
        self.assertEqual(done.returncode, 1)
        self.assertIn("--target=json /x/json-crash", done.stderr)
        self.assertIn("a property", done.stderr)

    def test_a_target_that_did_not_run_is_no_result(self):
        for status in (0, 127):
            done = self.run_with(CONTROL_FOUND, f"exit {status}", "json", "--put")
            self.assertEqual(done.returncode, 3)
            self.assertIn("did not run", done.stderr)

    def test_wrong_arguments(self):
        for arguments in (["pears"], ["--runs", "many"], ["--sometimes"]):
            self.assertEqual(self.run_with(CONTROL_FOUND, QUIET, *arguments).returncode, 2)


class Corpus(unittest.TestCase):
    def test_the_inputs_that_show_most_are_kept(self):
        seen = {b"all of it": frozenset("abc"), b"a": frozenset("a"), b"longer": frozenset("d"), b"d": frozenset("d")}
        self.assertEqual(fuzz_corpus.chosen(seen), ([b"all of it", b"d"], 4, 4))

    def test_no_more_are_kept_than_are_replayed_in_a_moment(self):
        seen = {b"%d" % i: frozenset([i]) for i in range(100)}
        some, covered, features = fuzz_corpus.chosen(seen)
        self.assertEqual((len(some), covered, features), (fuzz_corpus.MOST_FILES, fuzz_corpus.MOST_FILES, 100))


class Seeds(unittest.TestCase):
    def test_each_target_has_first_inputs(self):
        with tempfile.TemporaryDirectory() as folder:
            seeds.main(folder)
            made = {path.name: len(list(path.iterdir())) for path in Path(folder).iterdir()}
        self.assertEqual(set(made), {path.stem for path in (ROOT / "tests/fuzz/targets").glob("*.cpp")})
        self.assertTrue(all(made.values()), made)
        self.assertLessEqual(set(seeds.SEEDS), set(made), "seeds of no target")

    def test_a_format_needs_no_seeds_of_its_own(self):
        with unittest.mock.patch.dict(seeds.SEEDS):
            del seeds.SEEDS["gguf"]
            self.assertTrue(seeds.seeds_of("gguf")[0].startswith(b"GGUF"))
        with self.assertRaises(KeyError):
            seeds.seeds_of("pears")


class Figures(unittest.TestCase):
    def test_executions_add_up_and_a_target_that_was_not_run_keeps_its_row(self):
        before = [["json", 5, 0, 9], ["npy", 7, 2, 9]]
        self.assertEqual(fuzz_figures.rows(["npy,8,1,10", "csv,3,0,1"], before), [["csv", 3, 0, 1], ["json", 5, 0, 9], ["npy", 15, 1, 10]])

    def test_the_goal_is_met_by_all_or_missed(self):
        good = ["json", fuzz_figures.GOAL, 0, 9]
        self.assertTrue(fuzz_figures.topic([good])["met"])
        for other in (["npy", fuzz_figures.GOAL - 1, 0, 9], ["npy", fuzz_figures.GOAL, 1, 9]):
            self.assertFalse(fuzz_figures.topic([good, other])["met"])


if __name__ == "__main__":
    unittest.main()

"""studies/machines/machines.py: a verdict, a sample, an enclosure or a test that differs is counted, and so is what is missing."""
import contextlib
import copy
import io
import json
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "studies" / "machines"))
import machines  # noqa: E402

PROVED = {"route": "definition", "method": "arb_integral", "kind": "enclosure", "status": "ok", "midpoint": "1.5", "radius": "1e-30"}
SAMPLED = {"route": "definition", "method": "monte_carlo", "kind": "sample", "status": "ok", "midpoint": "1.49", "radius": "0.1", "double": 1.4901}
REPORT = {"records": [{"id": "one", "verdict": "confirmed", "evidence": [PROVED, SAMPLED]}, {"id": "two", "verdict": "refuted", "evidence": []}]}
PASSED = "[doctest] test cases: 12 | 12 passed | 0 failed | 3 skipped\n"


class Machines(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.usual = self.folder / "claims.json"
        self.usual.write_text(json.dumps(REPORT))
        for name in machines.NAMES:
            (self.folder / name).mkdir()
            (self.folder / name / "claims.json").write_text(json.dumps(REPORT))
            for floor in machines.FLOORS:
                (self.folder / name / f"{floor}.txt").write_text(PASSED)

    def figures(self):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            code = machines.main([str(self.folder), str(self.usual)])
        return code, json.loads(out.getvalue())

    def changed(self, change):
        report = copy.deepcopy(REPORT)
        change(report["records"])
        (self.folder / "aarch64" / "claims.json").write_text(json.dumps(report))
        code, figures = self.figures()
        self.assertEqual((code, figures["met"]), (1, False))
        return figures["rows"][-1][3:]

    def test_all_the_same(self):
        code, figures = self.figures()
        self.assertEqual((code, figures["met"]), (0, True))
        self.assertEqual(figures["rows"][-1], ["aarch64 by qemu", 60, 0, 2, 0, 0, 0, 0])

    def test_what_differs_is_counted(self):
        self.assertEqual(self.changed(lambda records: records[1].update(verdict="confirmed")), [2, 1, 0, 0, 0])
        self.assertEqual(self.changed(lambda records: records.pop()), [1, 1, 0, 0, 0])
        self.assertEqual(self.changed(lambda records: records[0]["evidence"][1].update(double=1.4900999)), [2, 0, 1, 0, 0])
        self.assertEqual(self.changed(lambda records: records[0]["evidence"][0].update(midpoint="1." + 29 * "5")), [2, 0, 0, 1, 0])
        self.assertEqual(self.changed(lambda records: records[0]["evidence"].pop(0)), [2, 0, 0, 0, 1])

    def test_an_enclosure_may_be_another_that_overlaps(self):
        report = copy.deepcopy(REPORT)
        report["records"][0]["evidence"][0].update(midpoint="1.5" + 29 * "0" + "15", radius="2e-30")
        (self.folder / "flint3" / "claims.json").write_text(json.dumps(report))
        self.assertEqual(self.figures()[0], 0)

    def test_a_test_that_fails_or_gives_no_count(self):
        path = self.folder / "avx2" / "core.txt"
        path.write_text("[doctest] test cases: 12 | 11 passed | 1 failed | 3 skipped\n")
        self.assertEqual(self.figures()[1]["rows"][1][1:3], [59, 1])
        path.write_text("Segmentation fault\n")
        self.assertEqual(self.figures()[1]["rows"][1][1:3], [48, 1])
        self.assertEqual(self.figures()[0], 1)

    def test_where_fewer_methods_run_is_compared_with_the_same_here_and_named(self):
        fewer = copy.deepcopy(REPORT)
        fewer["records"][0].update(verdict="undecided", evidence=[PROVED])
        (self.folder / "aarch64" / "claims.json").write_text(json.dumps(fewer))
        self.assertEqual(self.figures()[0], 1)
        (self.folder / "aarch64" / "usual.json").write_text(json.dumps(fewer))
        code, figures = self.figures()
        self.assertEqual((code, [note.split(":")[0] for note in figures["notes"]]), (0, ["aarch64 by qemu"]))

    def test_a_machine_that_is_missing_is_named(self):
        for path in (self.folder / "flint3").iterdir():
            path.unlink()
        (self.folder / "flint3").rmdir()
        code, figures = self.figures()
        self.assertEqual((code, figures["notes"]), (1, ["not run: x86-64, Debian testing with FLINT 3"]))


if __name__ == "__main__":
    unittest.main()

"""studies/line_coverage/line_coverage.py: whose sources count, where a goal is missed, and what it shows of what never ran."""
import contextlib
import io
import json
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "studies" / "line_coverage"))
import line_coverage  # noqa: E402


def source(path, lines=0, run=0, branches=0, taken=0, segments=None, choices=None):
    """A source of `lines` lines with code, one piece each, and an even number of `branches`, the half of them taken at least."""
    if segments is None:
        segments = [end for line in range(1, lines + 1)
                    for end in ([line, 1, int(line <= run), True, True, False], [line, 99, 0, False, False, False])]
    if choices is None:
        choices = [[1, column, 1, column, 1, int(column < taken - branches // 2), 0, 0, 4] for column in range(branches // 2)]
    return {"filename": str(line_coverage.ROOT / path), "segments": segments, "branches": choices}


def export(*sources):
    return {"data": [{"files": list(sources)}]}


class LineCoverage(unittest.TestCase):
    def test_what_is_ours_is_added_up_by_rooms(self):
        rooms = line_coverage.totals(export(
            source("src/core/ball/ball.cpp", 10, 9, 4, 3), source("include/sigprop/core/ball/ball.hpp", 5, 5, 0, 0),
            source("tests/core/ball/ball_test.cpp", 100, 1, 0, 0), source("tools/sigprop/main.cpp", 7, 7, 2, 2),
            source("build/coverage/x.cpp", 3, 0, 0, 0), {"filename": "/usr/include/fmt/core.h"}))
        self.assertEqual(rooms, {"core": [15, 14, 4, 3], "the command line": [7, 7, 2, 2]})

    def test_goals(self):
        def met(*sources, failed=0):
            return line_coverage.figures(export(*sources), failed)["met"]
        whole = source("src/judgement/a.cpp", 100, 100, 100, 100)
        self.assertTrue(met(whole, source("src/core/b.cpp", 100, 90, 100, 71)))   # 95 % and 85.5 % of all
        self.assertFalse(met(whole, source("src/core/b.cpp", 100, 89, 100, 71)))  # lines
        self.assertFalse(met(whole, source("src/core/b.cpp", 100, 90, 100, 69)))  # branches
        self.assertFalse(met(source("src/judgement/a.cpp", 100, 99, 100, 100), source("src/core/b.cpp", 100, 100, 100, 100)))
        self.assertFalse(met(source("src/judgement/a.cpp", 100, 100, 100, 99), source("src/core/b.cpp", 100, 100, 100, 100)))
        self.assertFalse(met(whole, failed=8))
        self.assertFalse(met())

    def test_a_line_counts_once_by_the_most_of_its_pieces(self):
        one = source("src/core/b.cpp", segments=[
            [2, 1, 3, True, True, False],    # a function
            [4, 9, 0, True, True, False],    # on a line that runs: a piece that does not
            [5, 2, 3, True, False, False],   # the function goes on below that piece
            [6, 4, 0, True, False, True],    # a gap, which is no code
            [7, 1, 0, True, True, False],    # never run, up to the end of the function
            [8, 2, 0, False, False, False],
            [11, 1, 0, False, True, False],  # left out by the preprocessor
            [12, 1, 7, True, True, False], [12, 5, 0, True, True, False], [12, 9, 0, False, False, False]])
        self.assertEqual(line_coverage.lines_of(one), {2: 3, 3: 3, 4: 3, 5: 0, 6: 3, 7: 0, 8: 0, 12: 7})
        self.assertEqual(line_coverage.lines_of(source("src/core/b.cpp", segments=[])), {})

    def test_branches_that_clang_invents_do_not_count(self):
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(line_coverage, "ROOT", Path(folder)):
            (Path(folder) / "a.cpp").write_text("    switch (kind) {\n    if (kind) {\n", encoding="utf-8")
            segments = [[1, 1, 8, True, True, False], [3, 1, 0, True, True, False], [4, 1, 0, False, False, False]]
            branches = [[1, 13, 1, 17, 0, 8, 0, 0, 4],  # that no case is taken
                        [2, 9, 2, 13, 0, 8, 0, 0, 4],   # the control: a condition that was never true
                        [2, 15, 2, 16, 0, 0, 0, 0, 4],  # decided by the compiler: the code around it runs
                        [3, 9, 3, 13, 0, 0, 0, 0, 4]]   # the control: nothing around it runs
            self.assertEqual(line_coverage.branches_of("a.cpp", {"segments": segments, "branches": branches}),
                             {(2, 9): [0, 8], (3, 9): [0, 0]})

    def test_instantiations_of_a_template_add_up(self):
        branches = [[7, 1, 7, 4, 1, 0, 0, 0, 4], [7, 1, 7, 4, 0, 1, 0, 0, 4], [8, 1, 8, 4, 1, 0, 0, 0, 4], [8, 1, 8, 4, 2, 0, 0, 0, 4]]
        one = source("src/core/b.cpp", 1, 1, choices=branches)
        self.assertEqual(line_coverage.branches_of("src/core/b.cpp", one), {(7, 1): [1, 1], (8, 1): [3, 0]})
        self.assertEqual(line_coverage.totals(export(one)), {"core": [1, 1, 4, 3]})

    def test_shows_what_never_ran(self):
        one = source("src/core/b.cpp", segments=[[3, 1, 0, True, True, False], [4, 1, 5, True, True, False], [6, 1, 0, True, True, False], [9, 1, 0, False, False, False]],
                     choices=[[5, 7, 5, 9, 0, 2, 0, 0, 4], [6, 1, 6, 4, 0, 0, 0, 0, 4], [7, 1, 7, 4, 1, 0, 0, 0, 4], [7, 1, 7, 4, 0, 1, 0, 0, 4]])
        shown = io.StringIO()
        with mock.patch("sys.stdin", io.StringIO(json.dumps(export(one)))), contextlib.redirect_stdout(shown):
            self.assertEqual(line_coverage.main(["--show", "core/"]), 0)
        self.assertEqual(shown.getvalue().splitlines(), ["src/core/b.cpp:3: never run", "src/core/b.cpp:6: never run", "src/core/b.cpp:5: column 7: never true",
                                                         "src/core/b.cpp:6: column 1: neither way"])


if __name__ == "__main__":
    unittest.main()

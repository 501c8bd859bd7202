"""tools/trust/line_coverage.py: whose sources count, where a goal is missed, and what it shows of what never ran."""
import contextlib
import io
import json
import sys
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools" / "trust"))
import line_coverage  # noqa: E402


def source(path, lines, run, branches, taken, segments=(), choices=()):
    return {"filename": str(line_coverage.ROOT / path), "segments": list(segments), "branches": list(choices),
            "summary": {"lines": {"count": lines, "covered": run}, "branches": {"count": branches, "covered": taken}}}


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

    def test_shows_what_never_ran(self):
        one = source("src/core/b.cpp", 9, 8, 6, 2, segments=[[3, 1, 0, True, True, False], [4, 1, 5, True, True, False], [9, 1, 0, False, False, False]],
                     choices=[[5, 7, 5, 9, 0, 2, 0, 0, 4], [6, 1, 6, 4, 0, 0, 0, 0, 4], [7, 1, 7, 4, 1, 0, 0, 0, 4], [7, 1, 7, 4, 0, 1, 0, 0, 4]])
        shown = io.StringIO()
        with mock.patch("sys.stdin", io.StringIO(json.dumps(export(one)))), contextlib.redirect_stdout(shown):
            self.assertEqual(line_coverage.main(["--show", "core/"]), 0)
        self.assertEqual(shown.getvalue().splitlines(), ["src/core/b.cpp:3: never run", "src/core/b.cpp:5: column 7: never true",
                                                         "src/core/b.cpp:6: column 1: neither way"])


if __name__ == "__main__":
    unittest.main()

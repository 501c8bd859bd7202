"""studies/trust/figures.py: what it puts it shows, what it cannot show it refuses, and a page that is behind is noticed."""
import contextlib
import io
import json
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "studies" / "trust"))
import figures  # noqa: E402

GOOD = {"what": "Pears.", "script": "tools/pears.sh", "goal": "none rotten.", "met": False, "columns": ["tree", "rotten"],
        "rows": [["old | left", 1234]], "notes": ["One fell."]}


class Figures(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file, self.page = Path(folder.name) / "trust.json", Path(folder.name) / "trust.md"
        self.page.write_text(f"# Head\n\n{figures.BEGIN}\n{figures.END}\n\nTail\n")
        for name, value in (("FIGURES", self.file), ("PAGE", self.page)):
            patch = mock.patch.object(figures, name, value)
            patch.start()
            self.addCleanup(patch.stop)

    def call(self, *arguments, text=""):
        errors = io.StringIO()
        with mock.patch("sys.stdin", io.StringIO(text)), contextlib.redirect_stderr(errors):
            return figures.main(list(arguments)), errors.getvalue()

    def put(self, topic, value):
        return self.call("put", topic, text=json.dumps(value))

    def test_a_table_that_stays_wide_is_divided(self):
        columns, rows = ["of", "a", "b", "c", "d"], [["x", 1, 2, 3, 4], ["y", 5, 6, 7, 8]]
        self.assertEqual(figures.divided(columns, rows), [(["of", "a", "b"], [["x", 1, 2], ["y", 5, 6]]), (["of", "c", "d"], [["x", 3, 4], ["y", 7, 8]])])
        twice = figures.divided(columns, [["x", 1, 2, 3, 4], ["x", 5, 6, 7, 8]])  # one column does not name a row
        self.assertEqual(twice, [(["of, a", "b", "c", "d"], [["x, 1", 2, 3, 4], ["x, 5", 6, 7, 8]])])
        self.assertEqual(figures.divided(columns[:4], [row[:4] for row in rows]), [(columns[:4], [row[:4] for row in rows])])
        for one in figures.read().values():
            for line in figures.tables(one):
                self.assertLessEqual(line.replace("\\|", "").count("|"), figures.WIDEST + 1)

    def test_a_wide_table_is_turned(self):
        wide = ["machine", "a", "b", "c", "d"]
        self.assertEqual(figures.turned(wide, [["one", 1, 2, 3, 4]]), (["machine", "one"], [["a", 1], ["b", 2], ["c", 3], ["d", 4]]))
        many = [[f"row {i}", 1, 2, 3, 4] for i in range(4)]
        self.assertEqual(figures.turned(wide, many), (wide, many))  # it would be no narrower
        columns, rows = [str(i) for i in range(12)], [list(range(12)) for _ in range(6)]
        self.assertEqual(figures.turned(columns, rows), (columns, rows))  # narrower, and still too wide
        self.assertEqual(figures.turned(wide[:4], [["one", 1, 2, 3]]), (wide[:4], [["one", 1, 2, 3]]))

    def test_puts_and_shows(self):
        self.assertEqual(self.put("pears", GOOD), (0, ""))
        self.assertEqual(json.loads(self.file.read_text()), {"pears": GOOD})
        page = self.page.read_text()
        self.assertTrue(page.startswith("# Head\n") and page.endswith("\n\nTail\n"))
        self.assertIn("**Goal:** none rotten. **Missed.**", page)
        self.assertIn("| old \\| left | 1,234 |", page)
        self.assertIn("- One fell.", page)
        self.assertEqual(self.call("check"), (0, ""))

    def test_other_topics_stay(self):
        self.put("pears", GOOD)
        self.put("apples", GOOD | {"met": True})
        self.assertEqual(list(json.loads(self.file.read_text())), ["apples", "pears"])
        self.assertIn("**Met.**", self.page.read_text())

    def test_a_page_that_is_behind_is_noticed(self):
        self.put("pears", GOOD)
        self.file.write_text(self.file.read_text().replace("1234", "1235"))
        status, message = self.call("check")
        self.assertEqual(status, 1)
        self.assertIn("figures.py page", message)
        self.assertEqual(self.call("page"), (0, ""))
        self.assertEqual(self.call("check"), (0, ""))

    def test_refuses_what_it_cannot_show_and_changes_nothing(self):
        self.put("pears", GOOD)
        before = self.file.read_text(), self.page.read_text()
        missing = {field: value for field, value in GOOD.items() if field != "goal"}
        for bad in (missing, GOOD | {"host": "x"}, GOOD | {"met": "yes"}, GOOD | {"rows": [["a cell too few"]]}, []):
            status, message = self.put("pears", bad)
            self.assertEqual(status, 2, bad)
            self.assertIn("pears", message)
        self.assertEqual(self.call("put", "pears", text="{")[0], 2)
        self.assertEqual((self.file.read_text(), self.page.read_text()), before)


if __name__ == "__main__":
    unittest.main()

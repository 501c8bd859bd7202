#!/usr/bin/env python3
"""Pages fit the width that people read them at: tables have at most four columns, and a comment stands above its command.

GitHub shows a page at 838 pixels: wider tables and lines are cut off there.
"""
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from commands_test import blocks_of, root  # noqa: E402

MOST = 4
READ = ["README.md", "docs/index.md", "docs/tutorial.md", "docs/guides/*.md", "docs/reference/*.md", "docs/explanation/*.md"]
# tables of measurements, which are looked up and not read
WIDE = {"docs/explanation/performance.md"}


def columns(line):
    return line.replace("\\|", "").strip().strip("|").count("|") + 1


def wide_tables(name, text):
    """The heads of tables with too many columns: the line above a line of dashes."""
    lines = text.splitlines()
    for number, (head, dashes) in enumerate(zip(lines, lines[1:]), 1):
        if head.startswith("|") and set(dashes) <= set("|-: ") and "---" in dashes and columns(head) > MOST:
            yield f"{name}:{number}: a table of {columns(head)} columns"


def comments_behind(name, path):
    for start, kind, lines in blocks_of(path):
        for number, line in enumerate(lines, start + 1):
            command = line.removeprefix("$ ") if kind == "console" else line if kind in ("", "sh") else ""
            if command.startswith(("sigprop ", "pip ", "pytest ", "bash ")) and " # " in command:
                yield f"{name}:{number}: the comment belongs above the command"


class Layout(unittest.TestCase):
    def test_pages(self):
        faults = []
        for path in (path for pattern in READ for path in sorted(root.glob(pattern))):
            name = str(path.relative_to(root))
            faults += comments_behind(name, path)
            if name not in WIDE:
                faults += wide_tables(name, path.read_text(encoding="utf-8"))
        self.assertEqual(faults, [])

    def test_what_is_wrong_is_seen(self):
        page = "| a | b \\| c | d | e |\n|---|---|---:|---|\n| 1 | 2 | 3 | 4 |\n\n| a | b | c | d | e |\n|---|---|---|---|---|\n"
        self.assertEqual(list(wide_tables("page", page)), ["page:5: a table of 5 columns"])
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "page.md"
            path.write_text("```console\n$ sigprop eval 1   # one\n1\n```\n\n```\n# above\nsigprop eval 1\nsigprop eval 2 # behind\n```\n")
            self.assertEqual([one.partition(": ")[0] for one in comments_behind("page", path)], ["page:2", "page:9"])


if __name__ == "__main__":
    sys.exit(unittest.main())

#!/usr/bin/env python3
"""Every page of docs/ stands in the site's navigation, tools/docs/site.json, and nothing else does."""
import json
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MADE = {"explanation/constants.md"}  # tools/docs.sh writes it


def pages(nav):
    """The files of a navigation, in order."""
    if isinstance(nav, str):
        return [nav]
    parts = nav.values() if isinstance(nav, dict) else nav
    return [page for part in parts for page in pages(part)]


def faults(nav, files):
    listed = pages(nav)
    yield from (f"{page} is in no menu: add it to tools/docs/site.json" for page in sorted(files - set(listed)))
    yield from (f"{page} is in a menu and not there" for page in sorted(set(listed) - files))
    yield from (f"{page} stands twice" for page in sorted({page for page in listed if listed.count(page) > 1}))


class Site(unittest.TestCase):
    def test_every_page_is_in_a_menu(self):
        nav = json.loads((ROOT / "tools/docs/site.json").read_text(encoding="utf-8"))["nav"]
        files = {str(path.relative_to(ROOT / "docs")) for path in (ROOT / "docs").rglob("*.md")} | MADE
        self.assertEqual(list(faults(nav, files)), [])

    def test_what_is_wrong_is_found(self):
        nav = [{"Start": ["a.md", {"More": ["b.md", "b.md"]}]}, "gone.md"]
        self.assertEqual([one.split()[0] for one in faults(nav, {"a.md", "b.md", "new.md"})], ["new.md", "gone.md", "b.md"])


if __name__ == "__main__":
    sys.exit(unittest.main())

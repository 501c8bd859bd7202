#!/usr/bin/env python3
"""Whose repository this is stands in CMakeLists.txt alone, HOMEPAGE_URL; tools/docs/pasted.py writes it into the lines that other people
paste. Exits 77, skipped, outside a checkout of git.
"""
import re
import shutil
import sys
import unittest

import lint

sys.path.insert(0, str(lint.root / "tools/docs"))
import pasted  # noqa: E402
from version_test import tracked  # noqa: E402

elsewhere = {"CMakeLists.txt", "tools/docs/pasted.py", "tests/ci/owner_test.py", *pasted.FILES}


def repeats(files):
    """The places outside of the lines that pasted.py writes where somebody's repository of ours is named."""
    for path, text in files.items():
        if path not in elsewhere and pasted.OWNED.search(text):
            yield f"{path}: names {pasted.OWNED.search(text)[0]}: read it from CMakeLists.txt, or let tools/docs/pasted.py write it"


class Owner(unittest.TestCase):
    def test_the_lines_as_they_are(self):
        self.assertEqual(pasted.main(["--check"]), 0)

    def test_no_other_file_names_it(self):
        self.assertEqual(list(repeats(tracked())), [])
        found = list(repeats({"new.py": 'url = "https://github.com/somebody/sigprop/releases"\n', "other.py": "https://github.com/google/re2\n"}))
        self.assertEqual([one.split(":")[0] for one in found], ["new.py"])

    def test_another_owner_reaches_every_line(self):
        cmake = (lint.root / "CMakeLists.txt").read_text(encoding="utf-8")
        cmake = re.sub("github.com/[^/]+/sigprop", "github.com/some-body/sigprop", cmake).replace(f"VERSION {lint.version}\n", "VERSION 12.3.4\n")
        repository, version = pasted.settings(cmake)
        self.assertEqual((repository, version), ("some-body/sigprop", "12.3.4"))
        changed = 0
        for path in pasted.FILES:
            text = (lint.root / path).read_text(encoding="utf-8")
            new = pasted.written(text, repository, version)
            owners = {one[0].rsplit("/", 2)[-2].split()[-1] for one in pasted.OWNED.finditer(new)}
            self.assertLessEqual(owners, {"some-body"}, path)
            self.assertEqual(pasted.written(new, *pasted.settings()), text)  # and back
            changed += new != text
        self.assertEqual(changed, len(pasted.FILES))  # a file without such a line does not belong to the list
        guide = pasted.written((lint.root / "docs/guides/gate.md").read_text(encoding="utf-8"), repository, version)
        for words in ("uses: some-body/sigprop@v12.3.4", "com/some-body/sigprop/v12.3.4/tools", "rev: v12.3.4"):
            self.assertIn(words, guide)

    def test_a_setting_that_cannot_be_read(self):
        for text in ("project(sigprop\n  VERSION 1.2.3\n", 'project(sigprop\n  HOMEPAGE_URL "https://github.com/a/sigprop"\n  VERSION 1.2\n',
                     'project(sigprop\n  VERSION 1.2.3\n  HOMEPAGE_URL "https://github.com/a b/sigprop"\n'):
            with self.assertRaises(SystemExit) as caught:
                pasted.settings(text)
            self.assertIn("CMakeLists.txt: project() has no line", str(caught.exception))


if __name__ == "__main__":
    if not (lint.root / ".git").exists() or shutil.which("git") is None:
        print("skipped: this is no checkout of git")
        sys.exit(77)
    unittest.main()

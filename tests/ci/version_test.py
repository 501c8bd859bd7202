#!/usr/bin/env python3
"""The version stands in CMakeLists.txt alone: the library, the tool, the packages and Python's metadata read it there. The lines of
YAML that other people paste cannot read anything; lint.py holds them to it. Exits 77, skipped, outside a checkout of git.
"""
import functools
import re
import shutil
import subprocess
import sys
import unittest

import lint

# what people paste (lint.py compares it), what a run has written, and what tells of versions
pasted = {"README.md": 1, "README.zh-CN.md": 1, "docs/guides/gate.md": 3, "tools/ci/gitlab.yml": 1}
written = ("results/", "tests/fuzz/corpus/", "CHANGELOG.md", "tools/requirements/", "SECURITY.md", "docs/reference/api_policy.md", "docs/explanation/decisions/")


def repeats(files, version):
    """The places outside CMakeLists.txt where the version stands, of the texts {path: text}."""
    literal = re.compile(rf"(?<![\d.]){re.escape(version)}(?![\d.]*\d)")
    for path, text in files.items():
        count = len(literal.findall(text)) if version in text else 0
        if count != {"CMakeLists.txt": 1, **pasted}.get(path, 0) and not path.startswith(written):
            yield f"{path}: {version} stands there {count} times; CMakeLists.txt has the version"


@functools.cache
def tracked():
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=lint.root, capture_output=True, text=True, check=True)
    files = {}
    for path in listed.stdout.split("\0"):
        if path and not path.startswith(written) and (lint.root / path).is_file():
            files[path] = (lint.root / path).read_text(encoding="utf-8", errors="replace")
    return files


class Version(unittest.TestCase):
    def test_it_stands_in_one_place(self):
        self.assertEqual(list(repeats(tracked(), lint.version)), [])

    def test_a_second_place_is_found(self):
        files = tracked()
        for path, line in [("pyproject.toml", f'version = "{lint.version}"'), ("CITATION.cff", f"version: {lint.version}"),
                           ("CMakeLists.txt", f"# {lint.version}"), ("docs/guides/gate.md", f"v{lint.version}"), ("new.py", f"# {lint.version}.")]:
            with self.subTest(path):
                found = list(repeats({**files, path: f"{files.get(path, '')}\n{line}\n"}, lint.version))
                self.assertEqual([one.split(":")[0] for one in found], [path])
        self.assertNotEqual(list(repeats({**files, "docs/guides/gate.md": ""}, lint.version)), [])
        other = {"a.txt": f"1{lint.version} {lint.version}.1 {lint.version}2"}  # other versions
        self.assertEqual(list(repeats(other, lint.version)), [])

    def test_everybody_reads_it(self):
        sys.path.insert(0, str(lint.root / "python/build"))
        import backend

        ending = re.search(r"^set\(SIGPROP_PRERELEASE ?([^ )]*)\)", (lint.root / "CMakeLists.txt").read_text(encoding="utf-8"), re.MULTILINE)[1]
        self.assertEqual(backend.version(), lint.version + ending)
        self.assertRegex(backend.version(), r"^[0-9]+\.[0-9]+\.[0-9]+((a|b|rc|[.]dev)[0-9]+)?$")
        self.assertIn('dynamic = ["version"]', (lint.root / "pyproject.toml").read_text(encoding="utf-8"))


if __name__ == "__main__":
    if not (lint.root / ".git").exists() or shutil.which("git") is None:
        print("skipped: this is no checkout of git")
        sys.exit(77)
    unittest.main()

#!/usr/bin/env python3
"""docs/explanation/found.md and the scripts beside this file: each entry has a script of at most twenty lines, each script an entry, the versions are those
that are pinned, and (with arguments) what a script prints has the figures of its entry.

    found_test.py                     the page against the folder
    found_test.py ENVIRONMENT         runs the scripts of an environment, torch or jax; each must still show what it is about
"""
import re
import subprocess
import sys
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SCRIPTS = sorted(one for one in HERE.glob("*.py") if one.name != Path(__file__).name)
ENTRIES = (ROOT / "docs" / "explanation" / "found.md").read_text(encoding="utf-8").split("\n## ")[1:]
PINS = dict(re.findall(r"^(\w+)==([\d.]+)", "\n".join((ROOT / "tools/requirements" / name).read_text() for name in ("torch.txt", "jax.txt")), re.M))
# The names in the page, and those of the pins.
LIBRARIES = {"timm": "timm", "transformers": "transformers", "diffusers": "diffusers", "Keras": "keras", "PyTorch": "torch", "JAX": "jax"}


def entry_of(script):
    found = [one for one in ENTRIES if f"tests/found/{script.name}`" in one]
    assert len(found) == 1, f"{script.name} stands in {len(found)} entries of docs/explanation/found.md"
    return found[0]


class Page(unittest.TestCase):
    def test_entries_and_scripts(self):
        self.assertEqual(len(ENTRIES), len(SCRIPTS))
        for script in SCRIPTS:
            with self.subTest(script.name):
                self.assertLessEqual(len(script.read_text(encoding="utf-8").splitlines()), 20)
                self.assertIn("Affected:", entry_of(script))

    def test_versions(self):
        for entry in ENTRIES:
            library, number = re.search(r"\*\*(\w+) ([\d.]+\d)", entry).groups()
            with self.subTest(entry.splitlines()[0]):
                self.assertEqual(number, PINS[LIBRARIES[library]])


def run(environment):
    gone = 0
    for script in SCRIPTS:
        needs = "jax" if "jax" in script.read_text(encoding="utf-8") else "torch"
        if needs != environment:
            continue
        done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=False)
        print(f"{script.name}: {done.stdout.strip() or done.stderr.strip()[-300:]}")
        if done.returncode != 0:
            gone += 1
            print(f"{script.name}: this is no longer so, or does not run; docs/explanation/found.md says:\n## {entry_of(script)}")
    return 1 if gone else 0


if __name__ == "__main__":
    if len(sys.argv) > 1:
        sys.exit(run(sys.argv[1]))
    unittest.main()
